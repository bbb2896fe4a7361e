import CLibcrypto
import Foundation

/// A private key with its self-signed certificate, for test identity providers.
package final class SAMLSigningKey: @unchecked Sendable {
  /// The certificate in DER.
  package let certificate: [UInt8]
  // The key never changes after its creation, and libcrypto's functions may read it from several threads.
  private let key: OpaquePointer
  let isRSA: Bool

  /// Generates an RSA key. Nil if libcrypto refuses.
  package static func generate(bits: UInt32 = 2048, commonName: String) -> SAMLSigningKey? {
    latchkey_generate_rsa(bits).flatMap { SAMLSigningKey(owning: $0, commonName: commonName) }
  }

  /// - Parameter privateKey: an RSA or EC key in DER.
  package convenience init?(privateKey: [UInt8], commonName: String) {
    let key = privateKey.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var position = bytes.baseAddress
      return d2i_AutoPrivateKey(nil, &position, bytes.count)
    }
    guard let key else { return nil }
    self.init(owning: key, commonName: commonName)
  }

  private init?(owning key: OpaquePointer, commonName: String) {
    guard let certificate = Self.certificate(of: key, commonName: commonName) else {
      EVP_PKEY_free(key)
      return nil
    }
    self.key = key
    self.certificate = certificate
    isRSA = EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA
  }

  deinit { EVP_PKEY_free(key) }

  /// The key in DER, for `init(privateKey:commonName:)`. Empty if libcrypto refuses.
  package var privateKey: [UInt8] { Self.encoded { i2d_PrivateKey(key, $0) } }

  /// Signs a redirect with RSASSA-PKCS1-v1_5 and SHA-256. Nil if libcrypto refuses.
  package func signature(over message: [UInt8]) -> [UInt8]? { signature(over: message, by: .rsaSHA256) }

  /// Signs a message. An ECDSA signature is the concatenation of its two numbers, as in XML signatures.
  func signature(over message: [UInt8], by algorithm: SignatureAlgorithm) -> [UInt8]? {
    guard isRSA == algorithm.isForRSA, let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var size = Int(EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: size)
    guard EVP_DigestSignInit(context, nil, algorithm.digest.implementation, nil, key) == 1,
      EVP_DigestSign(context, &signature, &size, message, message.count) == 1
    else { return nil }
    let made = Array(signature.prefix(size))
    return isRSA ? made : Self.numbers(inECDSA: made, size: Int(EVP_PKEY_get_bits(key) + 7) / 8)
  }

  private static func numbers(inECDSA der: [UInt8], size: Int) -> [UInt8]? {
    var numbers: [UInt8] = []
    // In DER, the length of a sequence of 128 bytes or more takes two bytes.
    var rest = der.dropFirst(der.dropFirst().first == 0x81 ? 3 : 2)
    for _ in 0..<2 {
      guard rest.count > 2, let length = rest.dropFirst().first.map(Int.init) else { return nil }
      let digits = rest.dropFirst(2).prefix(length).drop { $0 == 0 }
      guard digits.count <= size else { return nil }
      numbers += [UInt8](repeating: 0, count: size - digits.count) + digits
      rest = rest.dropFirst(2 + length)
    }
    return numbers
  }

  private static func certificate(of key: OpaquePointer, commonName: String) -> [UInt8]? {
    guard let certificate = X509_new() else { return nil }
    defer { X509_free(certificate) }
    let name = X509_get_subject_name(certificate)
    // From 2026 to 2046. The dates of a provider's certificate are not checked.
    guard X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1,
      ASN1_TIME_set(X509_getm_notBefore(certificate), 1_767_225_600) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate), 2_398_377_600) != nil,
      X509_NAME_add_entry_by_txt(name, "CN", V_ASN1_UTF8STRING, commonName, -1, -1, 0) == 1,
      X509_set_issuer_name(certificate, name) == 1, X509_set_pubkey(certificate, key) == 1,
      X509_sign(certificate, key, EVP_sha256()) > 0
    else { return nil }
    let encoded = encoded { i2d_X509(certificate, $0) }
    return encoded.isEmpty ? nil : encoded
  }

  /// Calls a libcrypto function twice: first for the size of its output, then for the output.
  private static func encoded(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> [UInt8] {
    let size = Int(encode(nil))
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      var position = bytes.baseAddress
      count = max(0, Int(encode(&position)))
    }
  }
}
