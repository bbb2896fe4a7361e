/// A signing key as the database keeps it. The private half is sealed under the master key.
public struct SigningKeyRecord: Sendable, Equatable {
  /// Published as `kid`.
  public var keyID: String
  /// A ``TokenAlgorithm``'s name.
  public var algorithm: String
  public var sealedPrivateKey: [UInt8]
  /// X.509, PEM. Empty for an algorithm whose verifiers read no certificates.
  public var certificate: String
  public var createdAt: Instant
  /// From then on new tokens are signed with it; before, it is only published, so that verifiers know it.
  public var activeFrom: Instant
  /// Published no longer. Nil while nothing has replaced the key.
  public var retiredAt: Instant?

  public init(
    keyID: String, algorithm: String, sealedPrivateKey: [UInt8], certificate: String,
    createdAt: Instant, activeFrom: Instant, retiredAt: Instant? = nil
  ) {
    self.keyID = keyID
    self.algorithm = algorithm
    self.sealedPrivateKey = sealedPrivateKey
    self.certificate = certificate
    self.createdAt = createdAt
    self.activeFrom = activeFrom
    self.retiredAt = retiredAt
  }
}
