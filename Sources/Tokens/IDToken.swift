import Identity
import IdentityWire

/// An issued ID token.
public struct IDToken: Sendable {
  /// The lifetime in seconds, the same as Firebase's.
  public static let lifetime: Int64 = 3600

  public let text: String
  public let issuedAt: Instant

  public var expiresAt: Instant { issuedAt.adding(seconds: Self.lifetime) }
}

/// The claim names that only the issuer writes.
public enum ReservedClaims {
  /// The names that custom tokens and custom attributes may not use. The official error is `FORBIDDEN_CLAIM`.
  public static let forbidden = CustomClaims.reserved
  /// The names that only the account sets. An additional claim with such a name is dropped, even if the
  /// account has no value: a claimed address is not the account's.
  public static let ofAccount: Set<String> = [
    "email", "email_verified", "phone_number", "provider_id", "user_id",
  ]

  public static func contains(_ name: String) -> Bool {
    forbidden.contains(name) || ofAccount.contains(name)
  }
}
