import IdentityWire

/// The tenants whose tokens a verifier accepts. A user id is unique only within one tenant, and a tenant's
/// administrators decide who the tenant's users are. A back end that serves several tenants must check
/// ``VerifiedUser/tenant`` as well as ``VerifiedUser/uid``.
public enum AcceptedTenants: Sendable, Hashable {
  /// Tokens of the project's own users, which name no tenant.
  case none
  /// Tokens of one tenant's users.
  case only(String)
  /// Tokens of the project and of all its tenants.
  case any

  func contains(_ tenant: String?) -> Bool {
    switch self {
    case .none: tenant == nil
    case .only(let id): tenant.hasSameBytes(as: id)
    case .any: true
    }
  }
}

/// The rules for the claims of a token.
struct ClaimRules: Sendable {
  let project: String
  let issuers: [String]
  let tenants: AcceptedTenants
  /// How many seconds the server's clock may be ahead.
  let leeway: Double
}
