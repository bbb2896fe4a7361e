import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// What a browser keeps in its cookie: 256 random bits. Nobody else knows them, this server included, but for their
/// hash.
struct SessionSecret: Sendable {
  let token: OpaqueToken

  init(_ random: any RandomSource) { token = OpaqueToken(random: random.bytes(32)) }

  /// - Returns: nil for what is no secret of ours.
  init?(presented text: String) {
    guard let token = OpaqueToken(presented: text) else { return nil }
    self.token = token
  }

  /// A secret that this server has just made.
  ///
  /// - Throws: 503 for what is none, which does not happen.
  init(issued text: String) throws {
    guard let token = OpaqueToken(presented: text) else {
      throw WireError.unavailable("INTERNAL_ERROR", cause: "a session's secret is of another kind")
    }
    self.token = token
  }

  /// What every form of the session holds: who knows it knows the session, and it does not give the session away.
  var csrfToken: String { derived("console-csrf") }

  /// What a sign-in is bound to that is tried out in the session. It is in no page.
  var trialBinding: String { derived("console-trial") }

  private func derived(_ purpose: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("latchkey/\(purpose)".utf8), using: SymmetricKey(data: Data(token.text.utf8)))
    return Base64URL.encode(Array(code))
  }

  func accepts(csrfToken presented: String?) -> Bool {
    guard let presented else { return false }
    return constantTimeEqual(presented, csrfToken)
  }
}

/// The cookie of the session.
struct ConsoleSessionCookie: Sendable {
  let name: String
  /// Whether browsers keep it to https.
  let isSecure: Bool
  let path: String

  /// Of https: no other host, no page that came by http, and no script can read or plant it.
  static let secure = ConsoleSessionCookie(name: "__Host-latchkey-console", isSecure: true, path: "/")

  /// Of plain http on loopback, where a browser takes no `__Host-` cookie.
  static let development = ConsoleSessionCookie(name: "latchkey-console", isSecure: false, path: "/console")
}
