import Identity
import IdentityWire

/// An ID token as it is handed out.
public struct IDToken: Sendable {
  /// Seconds for which an ID token is valid, as Firebase's are.
  public static let lifetime: Int64 = 3600

  public let text: String
  public let issuedAt: Instant

  public var expiresAt: Instant { issuedAt.adding(seconds: Self.lifetime) }
}

/// The names of claims that nobody but the issuer writes.
public enum ReservedClaims {
  /// What a custom token or custom attributes may not name; the official error is `FORBIDDEN_CLAIM`.
  public static let forbidden = CustomClaims.reserved
  /// What the account alone decides. An additional claim of such a name is dropped, also when the account
  /// has no such member: a claimed address is not the account's.
  public static let ofAccount: Set<String> = [
    "email", "email_verified", "phone_number", "provider_id", "user_id",
  ]

  public static func contains(_ name: String) -> Bool {
    forbidden.contains(name) || ofAccount.contains(name)
  }
}
