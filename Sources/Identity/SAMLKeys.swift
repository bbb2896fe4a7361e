/// The key pairs that sign a project's requests to SAML providers. During a key change, there are two key pairs. Both
/// certificates are then published, so that providers can learn the next key before it signs.
public struct SAMLKeys: Sendable, Equatable, Codable {
  public struct Key: Sendable, Equatable, Codable {
    /// X.509, PEM.
    public var certificate: String
    /// A DER-encoded `RSAPrivateKey`, sealed under the master key.
    public var sealedPrivateKey: [UInt8]
    public var createdAt: Instant
    /// The time when the certificate expires.
    public var expiresAt: Instant

    public init(certificate: String, sealedPrivateKey: [UInt8], createdAt: Instant, expiresAt: Instant) {
      self.certificate = certificate
      self.sealedPrivateKey = sealedPrivateKey
      self.createdAt = createdAt
      self.expiresAt = expiresAt
    }
  }

  /// The key that signs.
  public var current: Key
  /// The other published key: the next one, or the previous one.
  public var other: Key?

  public init(current: Key) { self.current = current }

  /// The published keys. The signing key comes first.
  public var published: [Key] { [current] + (other.map { [$0] } ?? []) }

  /// Publishes a key beside the signing key. Replaces any other published key.
  public mutating func prepare(_ key: Key) { other = key }

  /// Makes the other key the signing key. The previous signing key stays published.
  ///
  /// - Returns: false if there is no other key.
  public mutating func change() -> Bool {
    guard let next = other else { return false }
    (current, other) = (next, current)
    return true
  }
}
