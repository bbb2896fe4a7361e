/// A short-lived, single-use artifact as it is stored: under the hash of a token that only its holder has, with a
/// payload sealed under that token.
public struct Artifact: Sendable, Equatable {
  public var tokenHash: [UInt8]
  /// The raw value of the purpose that the token was hashed for.
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
