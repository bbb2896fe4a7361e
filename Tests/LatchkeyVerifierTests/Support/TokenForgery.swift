import Crypto
import Foundation
import IdentityWire
import TestSupport
import Tokens

/// Makes a signature over a signing input.
typealias Signature = @Sendable ([UInt8]) throws -> [UInt8]

extension TestServer {
  /// What the server's own key makes of a signing input.
  func ownSignature() throws -> Signature {
    let key = try service.keyRing.activeKey(now: clock.now())
    return { try LibcryptoSigner.signature(of: $0, with: key) }
  }

  /// A token changed and signed anew: by the server's own key, unless told otherwise. Members that are nil
  /// are left out.
  func forge(
    _ token: String, _ claims: [String: JSONValue?] = [:], header: [String: JSONValue?] = [:],
    sign: Signature? = nil
  ) throws -> String {
    let parts = try UnverifiedJWT(token)
    var newHeader = parts.header
    for (name, value) in header { newHeader[name] = value }
    var newClaims = parts.claims
    for (name, value) in claims { newClaims[name] = value }
    let input = [newHeader, newClaims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }
      .joined(separator: ".")
    let signature = try (sign ?? ownSignature())(Array(input.utf8))
    return "\(input).\(Base64URL.encode(signature))"
  }

  /// The server's key as the public find it.
  func publishedKey() async throws -> [String: JSONValue] {
    let response = try await send("GET", "/.well-known/jwks.json")
    guard let key = response.json["keys"]?[0]?.objectValue else {
      throw TestFailure("no key: \(response.text)")
    }
    return key
  }
}

func hmac(_ secret: [UInt8]) -> Signature {
  { Array(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: secret))) }
}

/// A whole answer of a server that closes the connection.
func httpAnswer(
  _ body: String, status: String = "200 OK", headers: [String] = [], length: Int? = nil
) -> String {
  let lines =
    ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.utf8.count)", "Connection: close"] + headers
  return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// A key set of these keys.
func keySet(_ keys: [[String: JSONValue]]) -> String {
  JSONWriter.text(["keys": .array(keys.map { .object($0) })])
}
