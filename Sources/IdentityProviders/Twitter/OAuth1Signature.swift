import Crypto
import Foundation
import IdentityWire

/// The HMAC-SHA1 signature of a request (RFC 5849 section 3.4).
struct OAuth1Signature: Sendable {
  /// The signed text (section 3.4.1).
  let baseString: String

  /// - Parameters:
  ///   - url: the URL of the request. The parameters of its query are signed too.
  ///   - parameters: the unencoded parameters of the `Authorization` header and of a form body, without
  ///     realm and signature.
  /// - Returns: nil if the URL is not http or https.
  init?(_ method: String, _ url: String, parameters: [(name: String, value: String)]) {
    guard let parts = URLComponents(string: url), let address = Self.address(of: parts) else { return nil }
    let query = FormURLEncoded(parsing: parts.percentEncodedQuery ?? "").pairs
    baseString = [method.uppercased(), address, Self.normalized(query + parameters)]
      .map(FormURLEncoded.encode).joined(separator: "&")
  }

  /// Returns the base string URI (section 3.4.1.2): scheme and host in lower case, without the scheme's
  /// default port, the query and the fragment.
  private static func address(of parts: URLComponents) -> String? {
    guard let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost?.lowercased(), !host.isEmpty,
      let usualPort = ["https": 443, "http": 80][scheme]
    else { return nil }
    let port = parts.port.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? ""
    let path = parts.percentEncodedPath
    return "\(scheme)://\(host)\(port)\(path.isEmpty ? "/" : path)"
  }

  /// Returns the parameters, first encoded, then sorted by name and value (section 3.4.1.3.2).
  static func normalized(_ parameters: [(name: String, value: String)]) -> String {
    parameters
      .map { (FormURLEncoded.encode($0.name), FormURLEncoded.encode($0.value)) }
      .sorted { $0 < $1 }
      .map { "\($0)=\($1)" }.joined(separator: "&")
  }

  /// Returns the signature (section 3.4.2), not yet encoded for a header.
  ///
  /// - Parameter tokenSecret: empty if there is no token.
  func text(clientSecret: String, tokenSecret: String) -> String {
    let key = "\(FormURLEncoded.encode(clientSecret))&\(FormURLEncoded.encode(tokenSecret))"
    let code = HMAC<Insecure.SHA1>.authenticationCode(
      for: Data(baseString.utf8), using: SymmetricKey(data: Data(key.utf8)))
    return Data(code).base64EncodedString()
  }
}
