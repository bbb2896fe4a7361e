import ArgumentParser
import Identity
import Operations

extension OAuthDialect.ProfileRequest: ExpressibleByArgument {}

/// The options of a plain OAuth 2.0 provider, except its addresses.
struct OAuthProviderOptions: ParsableArguments {
  /// The part of the profile at the end of a path.
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
      Where the profile has the id, email, email-verified, name, screen-name or picture, such as id=data.uid or \
      email=mails.?primary.address; token-id is a path in the token endpoint's answer. Repeat it for more; email= \
      forgets one.
      """, valueName: "which=path"))
  var profile: [String] = []

  @Option(
    help: "A scope to request if the app requests none. Repeat it for more; \"\" stands for none.")
  var scope: [String] = []

  @Option(help: ArgumentHelp("The separator of scopes. (default: space)", valueName: "separator"))
  var scopeSeparator: Separator?

  @Flag(inversion: .prefixedNo, help: "Whether codes are protected by PKCE. (default: yes)")
  var pkce: Bool?

  @Option(
    help: ArgumentHelp(
      """
      How the profile is requested: with the access token in the header, by GET (bearer) or POST (bearer_post); with \
      it in the query; or by POST with it in a form. (default: bearer)
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
          "\"\(text)\" does not say what the path leads to. Write one of \(names), then = and the path.")
      }
      paths[part.field] = parts[1]
    }
    return paths
  }

  /// The change that the options make. Nil if none was given.
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
