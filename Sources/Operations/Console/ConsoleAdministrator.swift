import Identity
import IdentityWire

/// A user of the console: an account of the console's own project.
public struct ConsoleAdministrator: Sendable, Equatable {
  /// The claim that holds the role. Only the console writes the claims of these accounts.
  static let roleClaim = "console_role"

  public let id: AccountID
  public let email: String
  public let role: ConsoleRole
  /// False until the administrator accepts the invitation.
  public let hasPassword: Bool
  public let hasFactor: Bool
  public let createdAt: Instant
  public let lastSignInAt: Instant?

  /// - Returns: nil for an account that is not an administrator's, or has no known role.
  init?(_ account: Account) {
    guard account.scope == Scope(project: .console), !account.disabled, let email = account.email,
      let role = Self.role(of: account)
    else { return nil }
    id = account.id
    self.email = email.text
    self.role = role
    hasPassword = account.password != nil
    hasFactor = !account.factors.isEmpty
    createdAt = account.createdAt
    lastSignInAt = account.lastLoginAt
  }

  static func claims(_ role: ConsoleRole) -> String { JSONWriter.text([roleClaim: .string(role.rawValue)]) }

  private static func role(of account: Account) -> ConsoleRole? {
    account.customAttributes.flatMap { try? JSONParser(costlyText: .dropped).parse($0) }?[roleClaim]?
      .stringValue
      .flatMap(ConsoleRole.init)
  }
}
