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
  /// The names whose values come only from the account. An additional claim with one of these names is
  /// dropped, even if the account has no value for it. So such a claim cannot give an account an e-mail
  /// address.
  public static let ofAccount: Set<String> = [
    "email", "email_verified", "phone_number", "provider_id", "user_id",
  ]

  public static func contains(_ name: String) -> Bool {
    forbidden.contains(name) || ofAccount.contains(name)
  }
}
