/// The signature algorithms of ID tokens, by the names of RFC 7518 section 3.1 and RFC 8037 section 3.1.
public enum TokenAlgorithm: String, Sendable, Codable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256. Firebase signs with it, and the official Admin SDKs accept nothing else.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// Ed25519.
  case edDSA = "EdDSA"
}
