/// A short-lived, single-use artifact as it is stored. Only its holder has the token. The database has the hash of the
/// token, and a payload that is sealed with the token.
public struct Artifact: Sendable, Equatable {
  public var tokenHash: [UInt8]
  /// The raw value of the purpose for which the token was hashed.
  public var purpose: String
  public var scope: Scope
  public var payload: [UInt8]
  public var createdAt: Instant
  public var expiresAt: Instant

  public init(
    tokenHash: [UInt8], purpose: String, scope: Scope, payload: [UInt8], createdAt: Instant,
    expiresAt: Instant
  ) {
    self.tokenHash = tokenHash
    self.purpose = purpose
    self.scope = scope
    self.payload = payload
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
