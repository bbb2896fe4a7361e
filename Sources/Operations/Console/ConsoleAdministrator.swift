import Identity
import IdentityWire

/// A user of the console: an account of the console's own project.
public struct ConsoleAdministrator: Sendable, Equatable {
  /// The claim that holds the role for the whole server. Only the console writes the claims of these accounts.
  static let roleClaim = "console_role"
  /// The claim that holds the roles for single projects: `{"shop": "editor"}`.
  static let projectsClaim = "console_projects"
  /// The claim of administrators whose rights come from their groups at the OpenID provider.
  static let managedClaim = "console_openid"

  public let id: AccountID
  public let email: String
  public let rights: ConsoleRights
  /// False until the administrator accepts the invitation.
  public let hasPassword: Bool
  public let hasFactor: Bool
  /// True if the administrator can sign in with the console's OpenID provider.
  public let hasOpenID: Bool
  /// True if the groups at the OpenID provider decide the administrator's rights, again at each sign-in.
  public let isManaged: Bool
  public let createdAt: Instant
  public let lastSignInAt: Instant?

  /// The role for the whole server; nil for none.
  public var role: ConsoleRole? { rights.everywhere }

  /// - Returns: nil for an account that is not an administrator's, or has no known role.
  init?(_ account: Account) {
    guard account.scope == Scope(project: .console), !account.disabled, let email = account.email else {
      return nil
    }
    let claims = Self.claims(of: account)
    let rights = Self.rights(claims)
    guard !rights.isEmpty else { return nil }
    id = account.id
    self.email = email.text
    self.rights = rights
    hasPassword = account.password != nil
    hasFactor = !account.factors.isEmpty
    hasOpenID = account.link(ConsoleOpenID.providerID) != nil
    isManaged = claims?[Self.managedClaim] == .bool(true)
    createdAt = account.createdAt
    lastSignInAt = account.lastLoginAt
  }

  /// Returns the claims to store for rights.
  static func claims(_ rights: ConsoleRights, isManaged: Bool = false) -> String {
    var claims: [String: JSONValue] = [:]
    claims[roleClaim] = rights.everywhere.map { .string($0.rawValue) }
    if !rights.projects.isEmpty {
      claims[projectsClaim] = .object(
        Dictionary(
          uniqueKeysWithValues: rights.projects.map { ($0.key.rawValue, .string($0.value.rawValue)) }))
    }
    if isManaged { claims[managedClaim] = .bool(true) }
    return JSONWriter.text(.object(claims))
  }

  /// Returns the stored rights of an account; empty for none.
  static func rights(of account: Account) -> ConsoleRights { rights(claims(of: account)) }

  static func isManaged(_ account: Account) -> Bool { claims(of: account)?[managedClaim] == .bool(true) }

  private static func claims(of account: Account) -> JSONValue? {
    account.customAttributes.flatMap { try? JSONParser(costlyText: .dropped).parse($0) }
  }

  private static func rights(_ claims: JSONValue?) -> ConsoleRights {
    var rights = ConsoleRights(everywhere: claims?[roleClaim]?.stringValue.flatMap(ConsoleRole.init))
    for (name, role) in claims?[projectsClaim]?.objectValue ?? [:] {
      guard let project = ProjectID(rawValue: name), project != .console else { continue }
      rights.projects[project] = role.stringValue.flatMap(ConsoleRole.init)
    }
    return rights
  }
}
