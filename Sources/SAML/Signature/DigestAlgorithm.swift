import CLibcrypto

/// A digest algorithm of XML signatures.
enum DigestAlgorithm: String, CaseIterable {
  case sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
  case sha384 = "http://www.w3.org/2001/04/xmldsig-more#sha384"
  case sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"
  case sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"

  var implementation: OpaquePointer? {
    switch self {
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    case .sha1: EVP_sha1()
    }
  }

  /// Nil if libcrypto refuses.
  func digest(of bytes: [UInt8]) -> [UInt8]? {
    var size: UInt32 = 0
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    guard EVP_Digest(bytes, bytes.count, &digest, &size, implementation, nil) == 1 else { return nil }
    return Array(digest.prefix(Int(size)))
  }
}
