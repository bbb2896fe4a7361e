import IdentityWire

/// Whose tokens a verifier takes. An id is unique within one tenant alone, and who runs a tenant decides who
/// its users are: a back end that serves several has to look at ``VerifiedUser/tenant`` beside
/// ``VerifiedUser/uid``.
public enum AcceptedTenants: Sendable, Hashable {
  /// Tokens of the project's own users, which name no tenant.
  case none
  /// Tokens of one tenant's users.
  case only(String)
  /// All of the project and its tenants.
  case any

  func contains(_ tenant: String?) -> Bool {
    switch self {
    case .none: tenant == nil
    case .only(let id): tenant.hasSameBytes(as: id)
    case .any: true
    }
  }
}

/// What the claims of a token have to say.
struct ClaimRules: Sendable {
  let project: String
  let issuers: [String]
  let tenants: AcceptedTenants
  /// Seconds by which the server's clock may be ahead.
  let leeway: Double
}
