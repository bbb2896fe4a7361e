import Foundation

/// A URL that contains a request (SAML V2.0 Bindings, section 3.4.4).
public struct SAMLRedirect: Sendable, Equatable {
  /// The only signature algorithm of redirects: RSASSA-PKCS1-v1_5 with SHA-256.
  public static let signatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

  private let address: String
  private let query: String

  /// - Parameter message: the compressed request in base64.
  init(address: String, message: String, relayState: String) {
    self.address = address
    query = "SAMLRequest=\(Self.encoded(message))&RelayState=\(Self.encoded(relayState))"
  }

  /// The URL without a signature.
  public var url: String { address(with: query) }

  /// The octets to sign, exactly as in the URL.
  public var signedOctets: [UInt8] { Array(signedQuery.utf8) }

  /// Returns the URL with a signature over ``signedOctets``.
  public func url(signature: [UInt8]) -> String {
    address(with: "\(signedQuery)&Signature=\(Self.encoded(Data(signature).base64EncodedString()))")
  }

  private var signedQuery: String { "\(query)&SigAlg=\(Self.encoded(Self.signatureAlgorithm))" }

  private func address(with query: String) -> String {
    guard address.utf8.contains(UInt8(ascii: "?")) else { return "\(address)?\(query)" }
    let isOpen = address.utf8.last == UInt8(ascii: "?") || address.utf8.last == UInt8(ascii: "&")
    return isOpen ? address + query : "\(address)&\(query)"
  }

  /// Percent-encodes everything except unreserved characters (RFC 3986 section 2.3).
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
