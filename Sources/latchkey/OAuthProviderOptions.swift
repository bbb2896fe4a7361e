import ArgumentParser
import Identity
import Operations

extension OAuthDialect.ProfileRequest: ExpressibleByArgument {}

/// The options of a plain OAuth 2.0 provider, except its addresses.
struct OAuthProviderOptions: ParsableArguments {
  /// The part of the profile that a path leads to.
  enum Part: String, CaseIterable {
    case id, email, name, picture
    case emailVerified = "email-verified"
    case screenName = "screen-name"
    case tokenID = "token-id"

    var field: ProfileMapping.Field {
      switch self {
      case .id: .userID
      case .email: .email
      case .name: .displayName
      case .picture: .photoURL
      case .emailVerified: .emailVerified
      case .screenName: .screenName
      case .tokenID: .tokenUserID
      }
    }
  }

  enum Separator: String, CaseIterable, ExpressibleByArgument {
    case space, comma, semicolon

    var text: String {
      switch self {
      case .space: " "
      case .comma: ","
      case .semicolon: ";"
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      """
      The path in the profile to the id, email, email-verified, name, screen-name or picture, such as id=data.uid or \
      email=mails.?primary.address. The path of token-id is in the token endpoint's answer. Repeat the option for more. \
      email= removes the path.
      """, valueName: "which=path"))
  var profile: [String] = []

  @Option(
    help: "A scope to request if the app requests none. Repeat the option for more. \"\" means no scope.")
  var scope: [String] = []

  @Option(help: ArgumentHelp("The separator of scopes. (default: space)", valueName: "separator"))
  var scopeSeparator: Separator?

  @Flag(inversion: .prefixedNo, help: "Whether PKCE protects codes. (default: yes)")
  var pkce: Bool?

  @Option(
    help: ArgumentHelp(
      """
      The request for the profile: GET (bearer) or POST (bearer_post) with the access token in a header, GET with the \
      access token in the query (query), or POST with the access token in a form (form). (default: bearer)
      """, valueName: "way"))
  var profileRequest: OAuthDialect.ProfileRequest?

  /// True if one of the options was given.
  var isGiven: Bool {
    !profile.isEmpty || !scope.isEmpty || scopeSeparator != nil || pkce != nil || profileRequest != nil
  }

  func validate() throws { _ = try paths() }

  private func paths() throws(ValidationError) -> [ProfileMapping.Field: String] {
    var paths: [ProfileMapping.Field: String] = [:]
    for text in profile {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let part = Part(rawValue: parts[0]) else {
        let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
          "\"\(text)\" does not name a part of the profile. Write one of \(names), then = and the path.")
      }
      paths[part.field] = parts[1]
    }
    return paths
  }

  /// Returns the change that the options make; nil if none was given.
  func change() throws(ValidationError) -> OAuthProviderChange? {
    guard isGiven else { return nil }
    var change = OAuthProviderChange()
    change.profile = try paths()
    if !scope.isEmpty { change.scopes = scope.filter { !$0.isEmpty } }
    change.scopeSeparator = scopeSeparator?.text
    change.usesPKCE = pkce
    change.profileRequest = profileRequest
    return change
  }
}
