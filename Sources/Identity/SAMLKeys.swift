/// The key pairs by which a project signs its requests to SAML providers. There are two where one is about to take over
/// from the other: both certificates are published, so that providers can be told of the next before it signs.
public struct SAMLKeys: Sendable, Equatable, Codable {
  public struct Key: Sendable, Equatable, Codable {
    /// X.509, PEM.
    public var certificate: String
    /// A DER-encoded `RSAPrivateKey`, sealed under the master key.
    public var sealedPrivateKey: [UInt8]
    public var createdAt: Instant
    /// The end of the certificate.
    public var expiresAt: Instant

    public init(certificate: String, sealedPrivateKey: [UInt8], createdAt: Instant, expiresAt: Instant) {
      self.certificate = certificate
      self.sealedPrivateKey = sealedPrivateKey
      self.createdAt = createdAt
      self.expiresAt = expiresAt
    }
  }

  /// Signs.
  public var current: Key
  /// Is published beside the other: the next one, or the one of before.
  public var other: Key?

  public init(current: Key) { self.current = current }

  /// The one that signs first.
  public var published: [Key] { [current] + (other.map { [$0] } ?? []) }

  /// Publishes a key beside the one that signs, in the place of any other.
  public mutating func prepare(_ key: Key) { other = key }

  /// Lets the other key sign. The one that signed stays published.
  ///
  /// - Returns: false when there is no other.
  public mutating func change() -> Bool {
    guard let next = other else { return false }
    (current, other) = (next, current)
    return true
  }
}
