import Crypto
import Foundation
import IdentityWire

/// The signature of a received OAuth 1.0a request, with the parameters of its header (RFC 5849 section 3).
struct ReceivedSignature: Sendable {
  /// The decoded parameters of the `Authorization` header, without the realm.
  let parameters: FormURLEncoded
  private let baseString: String

  /// - Parameter origin: the lab's scheme and authority, in lower case.
  /// - Returns: nil if the request has no OAuth `Authorization` header.
  init?(_ request: LabRequest, origin: String) {
    guard let header = request.headers[.authorization], header.lowercased().hasPrefix("oauth ") else {
      return nil
    }
    let pieces = header.dropFirst(6).split(separator: ",").compactMap { piece -> String? in
      let parts = piece.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, parts[1].hasPrefix("\""), parts[1].hasSuffix("\""), parts[1].utf8.count >= 2
      else {
        return nil
      }
      return "\(parts[0])=\(parts[1].dropFirst().dropLast())"
    }
    let all = FormURLEncoded(parsing: pieces.joined(separator: "&")).pairs.filter { $0.name != "realm" }
    parameters = FormURLEncoded(all)
    let signed = all.filter { $0.name != "oauth_signature" } + request.query.pairs + request.form.pairs
    // Encoded text is ASCII, so comparing the strings compares their bytes.
    let sorted = signed.map { [FormURLEncoded.encode($0.name), FormURLEncoded.encode($0.value)] }
      .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    let normalized = sorted.map { $0.joined(separator: "=") }.joined(separator: "&")
    baseString =
      "\(request.method.rawValue)&\(FormURLEncoded.encode(origin + request.path))&\(FormURLEncoded.encode(normalized))"
  }

  subscript(name: String) -> String { parameters[name] ?? "" }

  /// True if the request was signed with these secrets.
  func isMade(with clientSecret: String, _ tokenSecret: String?) -> Bool {
    let key = FormURLEncoded.encode(clientSecret) + "&" + FormURLEncoded.encode(tokenSecret ?? "")
    guard let signature = Data(base64Encoded: self["oauth_signature"]) else { return false }
    return HMAC<Insecure.SHA1>.isValidAuthenticationCode(
      signature, authenticating: Data(baseString.utf8), using: SymmetricKey(data: Data(key.utf8)))
  }
}
