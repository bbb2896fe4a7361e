/// One RSASSA-PKCS1-v1_5 signature with SHA-256 that is to be made.
struct SignatureRequest: Sendable {
  /// SHA-256, of what is signed.
  let digest: [UInt8]
  let key: RSAKeyPair
}
