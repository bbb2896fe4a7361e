import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// The session secret in a browser's cookie: 256 random bits. The server stores only its hash.
struct SessionSecret: Sendable {
  let token: OpaqueToken

  init(_ random: any RandomSource) { token = OpaqueToken(random: random.bytes(32)) }

  /// - Returns: nil if the text is not a session secret.
  init?(presented text: String) {
    guard let token = OpaqueToken(presented: text) else { return nil }
    self.token = token
  }

  /// Creates the secret from a text that this server has just issued.
  ///
  /// - Throws: 503 if the text is not a secret, which does not happen.
  init(issued text: String) throws {
    guard let token = OpaqueToken(presented: text) else {
      throw WireError.unavailable("INTERNAL_ERROR", cause: "a session's secret is of another kind")
    }
    self.token = token
  }

  /// The token in every form of the session. It proves knowledge of the session's secret without revealing
  /// it.
  var csrfToken: String { derived("console-csrf") }

  /// The value that binds a tested sign-in to the session. No page contains it.
  var providerTestBinding: String { derived("console-trial") }

  /// The value that binds a flow with the console's OpenID provider to the session. No page contains it.
  var openIDBinding: String { derived("console-openid") }

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
  /// True if browsers send it over https only.
  let isSecure: Bool
  let path: String

  /// The cookie for https. No other host, no page over http and no script can read or set it.
  static let secure = ConsoleSessionCookie(name: "__Host-latchkey-console", isSecure: true, path: "/")

  /// The cookie for plain http on loopback, where browsers refuse a `__Host-` cookie.
  static let development = ConsoleSessionCookie(name: "latchkey-console", isSecure: false, path: "/console")
}
