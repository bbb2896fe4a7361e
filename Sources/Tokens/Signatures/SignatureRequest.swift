import Crypto

/// A request for one RSASSA-PKCS1-v1_5 signature with SHA-256.
struct SignatureRequest: Sendable {
  /// The SHA-256 digest to sign.
  let digest: [UInt8]
  let key: RSAKeyPair
}

extension SignatureRequest {
  init(signing input: [UInt8], with key: RSAKeyPair) {
    self.init(digest: SHA256.hash(data: input).withUnsafeBytes(Array.init), key: key)
  }
}
