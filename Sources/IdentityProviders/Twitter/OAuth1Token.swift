import Identity

/// A token of OAuth 1.0a with its shared secret: temporary credentials, or token credentials (RFC 5849 section 1.1).
public struct OAuth1Token: Sendable, Equatable, Codable {
  public var token: String
  public var secret: String

  public init(token: String, secret: String) {
    self.token = token
    self.secret = secret
  }

  /// Nil if a text is empty, too long or not visible ASCII.
  init?(_ token: String?, secret: String?) {
    guard let token, let secret, Self.isUsable(token), Self.isUsable(secret) else { return nil }
    self.init(token: token, secret: secret)
  }

  /// True if a text can be a token, a secret or a verifier.
  static func isUsable(_ text: String) -> Bool {
    (1...1_024).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

/// The nonce and time that make each signed request unique (RFC 5849 section 3.3).
struct OAuth1Stamp: Sendable {
  var nonce: String
  /// Seconds since 1970.
  var timestamp: Int64

  init(nonce: String, timestamp: Int64) {
    self.nonce = nonce
    self.timestamp = timestamp
  }

  init(now: Instant, random: any RandomSource) {
    self.init(nonce: random.alphanumeric(32), timestamp: now.seconds)
  }
}
