import Crypto

/// One RSASSA-PKCS1-v1_5 signature with SHA-256 that is to be made.
struct SignatureRequest: Sendable {
  /// SHA-256, of what is signed.
  let digest: [UInt8]
  let key: RSAKeyPair
}

extension SignatureRequest {
  init(signing input: [UInt8], with key: RSAKeyPair) {
    self.init(digest: SHA256.hash(data: input).withUnsafeBytes(Array.init), key: key)
  }
}
