/// A signature algorithm of XML signatures (RFC 9231). Algorithms with a shared key (HMAC) are excluded.
/// Everyone who knows the shared key can issue assertions, and an attacker could use a public certificate
/// as the shared key.
enum SignatureAlgorithm: String, CaseIterable {
  case rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
  case rsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
  case rsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
  case ecdsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
  case ecdsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384"
  case rsaSHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"

  var digest: DigestAlgorithm {
    switch self {
    case .rsaSHA256, .ecdsaSHA256: .sha256
    case .rsaSHA384, .ecdsaSHA384: .sha384
    case .rsaSHA512: .sha512
    case .rsaSHA1: .sha1
    }
  }

  var isForRSA: Bool {
    switch self {
    case .rsaSHA256, .rsaSHA384, .rsaSHA512, .rsaSHA1: true
    case .ecdsaSHA256, .ecdsaSHA384: false
    }
  }
}
