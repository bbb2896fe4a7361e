/// A signing key as it is stored. The private key is sealed under the master key.
public struct SigningKeyRecord: Sendable, Equatable {
  /// The key's id, published as `kid`.
  public var keyID: String
  /// The raw value of a ``TokenAlgorithm``.
  public var algorithm: String
  public var sealedPrivateKey: [UInt8]
  /// X.509, PEM. Empty if verifiers of the algorithm do not read certificates.
  public var certificate: String
  public var createdAt: Instant
  /// The time when the key begins to sign new tokens. Before that, it is only published, so that verifiers can load it.
  public var activeFrom: Instant
  /// The time when the key is removed from the published keys. Nil until another key replaces it.
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
