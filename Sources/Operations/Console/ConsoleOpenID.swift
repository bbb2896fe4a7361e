import Identity
import IdentityProviders
import IdentityWire

/// The OpenID provider with which administrators sign in to the console. A server has at most one.
public struct ConsoleOpenID: Sendable, Equatable {
  /// The id under which the console's own project keeps the provider's settings.
  public static let providerID = "oidc.console"
  /// The path of the page to which the provider returns the browser.
  public static let returnPath = "/console/sign-in/openid/return"
  /// The claim with the groups, unless the settings name another.
  public static let defaultClaim = "groups"
  /// The maximum number of scopes in addition to `openid`, `email` and `profile`.
  public static let maximumScopes = 16

  /// The issuer exactly as the provider's tokens name it.
  public var issuer: String
  public var clientID: String
  /// The ID token's claim with the groups, and the roles of their members.
  public var groups: ConsoleGroups
  /// Scopes to ask for in addition to `openid`, `email` and `profile`.
  public var scopes: [String]
  /// True if the provider may have a private address, or work without https.
  public var allowsPrivateAddresses: Bool
  /// True if a client secret is stored. Without a secret, the console is a public client.
  public internal(set) var hasSecret = false

  public init(
    issuer: String, clientID: String, groups: ConsoleGroups, scopes: [String] = [],
    allowsPrivateAddresses: Bool = false
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.groups = groups
    self.scopes = scopes
    self.allowsPrivateAddresses = allowsPrivateAddresses
  }

  /// Reads the settings of the console's project; nil if there are none.
  init?(_ project: Project) {
    guard let settings = project.provider(Self.providerID), settings.enabled,
      let groups = project.consoleGroups,
      let issuer = settings.endpoints.issuer
    else { return nil }
    self.init(
      issuer: issuer, clientID: settings.clientID, groups: groups, scopes: groups.scopes ?? [],
      allowsPrivateAddresses: settings.endpoints.allowPrivateAddresses)
    hasSecret = settings.sealedSecrets != nil
  }

  /// True if both sets of settings mean the same client of the same provider.
  func isSameClient(as other: ConsoleOpenID) -> Bool {
    issuer.hasSameBytes(as: other.issuer) && clientID.hasSameBytes(as: other.clientID)
  }

  /// True if the permission for private addresses also covers this issuer. The permission was given for one issuer
  /// only.
  public func allowsPrivateAddresses(at issuer: String) -> Bool {
    allowsPrivateAddresses && issuer.hasSameBytes(as: self.issuer)
  }

  /// The ID under which accounts are linked. It depends on the user and the issuer.
  func linkID(of subject: String) -> String { sha256Hex("\(issuer)\n\(subject)") }

  /// - Throws: `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    func isName(_ text: String, _ maximum: Int) -> Bool {
      (1...maximum).contains(text.utf8.count)
        && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    guard issuer.utf8.count <= 1_024, let url = ReturnPolicy.webURL(issuer), url.query() == nil,
      url.fragment == nil, url.scheme?.lowercased() == "https" || allowsPrivateAddresses
    else { throw .invalidConfig("The issuer is an https address without query and fragment.") }
    guard isName(clientID, 256) else { throw .invalidConfig("The client id is missing or too long.") }
    guard isName(groups.claim, ConsoleGroups.maximumNameBytes) else {
      throw .invalidConfig("The claim's name is missing or too long.")
    }
    guard (1...ConsoleGroups.maximumGrants).contains(groups.grants.count),
      groups.grants.allSatisfy({ isName($0.group, ConsoleGroups.maximumNameBytes) })
    else {
      throw .invalidConfig(
        "Name 1 to \(ConsoleGroups.maximumGrants) groups of up to \(ConsoleGroups.maximumNameBytes) bytes.")
    }
    guard scopes.count <= Self.maximumScopes, scopes.allSatisfy({ isName($0, 256) && !$0.contains(" ") })
    else {
      throw .invalidConfig("A scope is malformed, or there are too many.")
    }
  }
}

/// The purpose of a flow with the console's OpenID provider.
public enum ConsoleOpenIDPurpose: Sendable, Equatable, Codable {
  case signIn
  /// Proves again who the administrator is.
  case proof(AccountID)
  /// Lets a local administrator sign in with the provider from now on.
  case link(AccountID)
}

/// A flow that has begun, stored under its `state`.
struct ConsoleOpenIDFlow: Sendable, Codable {
  /// Seconds within which the browser must return.
  static let lifetime: Int64 = 600

  /// Bound to the browser's session.
  var flow: AuthorizationFlow
  var purpose: ConsoleOpenIDPurpose
  /// The page to open afterwards.
  var next: String
  var begunAt: Instant
  var issuer: String
  var clientID: String
}
