import CLibcrypto

/// The public key of a configured certificate.
final class CertificateKey {
  /// The allowed sizes of RSA keys in bits. Smaller keys have been broken; larger keys take too much time.
  static let modulusBits: ClosedRange<Int32> = 2048...8192
  /// The curves for `ecdsa-sha256` and `ecdsa-sha384`.
  private static let curves: Set<String> = ["prime256v1", "secp384r1"]

  private let key: OpaquePointer
  private let isRSA: Bool
  /// Half of an ECDSA signature, in bytes.
  private let coordinateSize: Int

  /// Nil unless the bytes are exactly one certificate in DER with an accepted key.
  init?(certificate der: [UInt8]) {
    guard !der.isEmpty, der.count <= 16_384 else { return nil }
    let parsed = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var position = bytes.baseAddress
      let certificate = d2i_X509(nil, &position, bytes.count)
      guard position == bytes.baseAddress?.advanced(by: bytes.count) else {
        X509_free(certificate)
        return nil
      }
      return certificate
    }
    defer {
      X509_free(parsed)
      ERR_clear_error()
    }
    guard let parsed, let key = X509_get_pubkey(parsed) else { return nil }
    let bits = EVP_PKEY_get_bits(key)
    switch EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_RSA where Self.modulusBits.contains(bits): isRSA = true
    case EVP_PKEY_EC where Self.curve(of: key).map(Self.curves.contains) == true: isRSA = false
    default:
      EVP_PKEY_free(key)
      return nil
    }
    coordinateSize = Int(bits + 7) / 8
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  private static func curve(of key: OpaquePointer) -> String? {
    var name = [CChar](repeating: 0, count: 64)
    var size = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &size) == 1 else { return nil }
    return String(decoding: name.prefix(size).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Verifies a signature. False if the algorithm is for another kind of key.
  func isValid(signature: [UInt8], over message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
    guard algorithm.isForRSA == isRSA, let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    guard let encoded = isRSA ? signature : encodedECDSA(signature),
      EVP_DigestVerifyInit(context, nil, algorithm.digest.implementation, nil, key) == 1
    else { return false }
    return EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
  }

  /// Converts an ECDSA signature to DER, which libcrypto needs. An XML signature is the concatenation of
  /// the two numbers (RFC 9231 section 2.3.6).
  private func encodedECDSA(_ signature: [UInt8]) -> [UInt8]? {
    guard signature.count == 2 * coordinateSize else { return nil }
    let numbers =
      Self.derInteger(signature.prefix(coordinateSize))
      + Self.derInteger(signature.suffix(coordinateSize))
    // The numbers have at most 2 * 51 bytes, so the length has the short form.
    return [0x30, UInt8(numbers.count)] + numbers
  }

  private static func derInteger(_ number: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(number.drop { $0 == 0 })
    if (digits.first ?? 0x80) >= 0x80 { digits.insert(0, at: 0) }
    return [0x02, UInt8(digits.count)] + digits
  }
}

extension SAMLResponse {
  /// True for a certificate in DER with an accepted key.
  public static func accepts(certificate der: [UInt8]) -> Bool { CertificateKey(certificate: der) != nil }
}
