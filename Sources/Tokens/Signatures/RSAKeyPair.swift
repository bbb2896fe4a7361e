import CLibcrypto
import Foundation
import Synchronization

/// An RSA key pair in libcrypto, for RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 section 8.2).
///
/// The key pair is thread-safe. Each concurrent operation has its own context, because libcrypto serialises
/// threads that share a key's blinding state. Contexts are reused, because creating one costs more than all
/// other work around the exponentiation.
final class RSAKeyPair: Sendable {
  enum Failure: Error {
    /// An operation of libcrypto failed; the text is its error, without key material.
    case libcrypto(String)
    case malformedKey
    /// The engine does not support the key.
    case unsuited
    /// The result is not a valid signature under the public key.
    case wrongSignature
  }

  static let digestLength = 32

  private let key: KeyHandle
  private let signing = Mutex<[OperationContext]>([])
  private let verifying = Mutex<[OperationContext]>([])
  /// The stored ``multiBufferKey``. The outer optional is nil until the first use.
  private let lanes = Mutex<MultiBufferKey??>(nil)
  /// The modulus and the public exponent, big-endian without leading zeros.
  let modulus: [UInt8]
  let publicExponent: [UInt8]

  private init(_ key: KeyHandle) throws(Failure) {
    self.key = key
    modulus = try key.parameter(OSSL_PKEY_PARAM_RSA_N)
    publicExponent = try key.parameter(OSSL_PKEY_PARAM_RSA_E)
  }

  /// Generates a key, which takes from 60 ms to a second of CPU time.
  static func generate(bits: UInt32 = 2048) throws(Failure) -> RSAKeyPair {
    guard let pointer = latchkey_generate_rsa(bits) else { throw lastFailure() }
    return try RSAKeyPair(KeyHandle(pointer))
  }

  /// - Parameter privateKey: a DER-encoded `RSAPrivateKey` (RFC 8017 appendix A.1.2).
  convenience init(privateKey: [UInt8]) throws(Failure) {
    let pointer = privateKey.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      return d2i_PrivateKey(EVP_PKEY_RSA, nil, &cursor, buffer.count)
    }
    guard let pointer else {
      _ = Self.lastFailure()
      throw .malformedKey
    }
    let key = KeyHandle(pointer)
    guard EVP_PKEY_get_bits(pointer) >= 2048 else { throw .malformedKey }
    try self.init(key)
  }

  /// A DER-encoded `RSAPrivateKey`.
  func privateKeyDER() throws(Failure) -> [UInt8] { try encode { i2d_PrivateKey($0, $1) } }

  /// A DER-encoded `SubjectPublicKeyInfo` (RFC 5280 section 4.1.2.7).
  func publicKeyDER() throws(Failure) -> [UInt8] { try encode { i2d_PUBKEY($0, $1) } }

  /// The key's numbers for crypto_mb, read once; nil if crypto_mb does not support the key.
  var multiBufferKey: MultiBufferKey? {
    lanes.withLock { lanes in
      if let known = lanes { return known }
      let made = MultiBufferKey(key.pointer)
      lanes = .some(made)
      return made
    }
  }

  var signatureLength: Int { Int(EVP_PKEY_get_size(key.pointer)) }

  /// - Parameter digest: the SHA-256 digest to sign.
  func sign(digest: [UInt8]) throws(Failure) -> [UInt8] {
    guard digest.count == Self.digestLength else { throw .malformedKey }
    let context: OperationContext
    if let idle = signing.withLock({ $0.popLast() }) {
      context = idle
    } else {
      context = try OperationContext(signingWith: key)
    }
    var signature = [UInt8](repeating: 0, count: signatureLength)
    var length = signature.count
    guard EVP_PKEY_sign(context.pointer, &signature, &length, digest, digest.count) == 1,
      length == signature.count
    else { throw Self.lastFailure() }
    signing.withLock { $0.append(context) }
    return signature
  }

  /// Verifies a signature over a digest. True only if the signature is valid for this key.
  func isValid(signature: [UInt8], digest: [UInt8]) throws(Failure) -> Bool {
    guard signature.count == signatureLength, digest.count == Self.digestLength else { return false }
    let context: OperationContext
    if let idle = verifying.withLock({ $0.popLast() }) {
      context = idle
    } else {
      context = try OperationContext(verifyingWith: key)
    }
    let verdict = EVP_PKEY_verify(
      context.pointer, signature, signature.count, digest, digest.count)
    // An invalid signature leaves entries in this thread's error queue.
    if verdict != 1 { ERR_clear_error() }
    verifying.withLock { $0.append(context) }
    return verdict == 1
  }

  private func encode(
    _ write: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) throws(Failure) -> [UInt8] {
    let length = write(key.pointer, nil)
    guard length > 0 else { throw Self.lastFailure() }
    var written: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var cursor = buffer.baseAddress
      written = write(key.pointer, &cursor)
      count = written == length ? Int(written) : 0
    }
    guard written == length else { throw Self.lastFailure() }
    return bytes
  }

  fileprivate static func lastFailure() -> Failure {
    let code = ERR_get_error()
    ERR_clear_error()
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(code, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .libcrypto(String(decoding: bytes, as: UTF8.self))
  }
}

/// Owns an `EVP_PKEY`. libcrypto allows threads to share a key that does not change, and this class cannot
/// change it.
private final class KeyHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }
  deinit { EVP_PKEY_free(pointer) }

  func parameter(_ name: String) throws(RSAKeyPair.Failure) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else {
      throw RSAKeyPair.lastFailure()
    }
    defer { BN_clear_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(latchkey_bn_byte_count(number)))
    BN_bn2bin(number, &bytes)
    return bytes
  }
}

/// Owns an `EVP_PKEY_CTX` for one kind of operation. Only the operation that removed the context from the
/// key's list uses it.
private final class OperationContext: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Signs with a copy of the key, so that no other thread uses its blinding state.
  convenience init(signingWith key: KeyHandle) throws(RSAKeyPair.Failure) {
    guard let copy = EVP_PKEY_dup(key.pointer) else { throw RSAKeyPair.lastFailure() }
    // The context has its own reference to the copy.
    defer { EVP_PKEY_free(copy) }
    try self.init(copy, EVP_PKEY_sign_init)
  }

  convenience init(verifyingWith key: KeyHandle) throws(RSAKeyPair.Failure) {
    try self.init(key.pointer, EVP_PKEY_verify_init)
  }

  private init(_ key: OpaquePointer, _ begin: (OpaquePointer?) -> Int32) throws(RSAKeyPair.Failure) {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { throw RSAKeyPair.lastFailure() }
    pointer = context
    guard begin(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1
    else { throw RSAKeyPair.lastFailure() }
  }

  deinit { EVP_PKEY_CTX_free(pointer) }
}
