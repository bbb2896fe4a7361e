import IdentityWire

/// The parameters of a signed request's `Authorization` header (RFC 5849 section 3.5.1).
struct OAuth1Authorization: Sendable {
  /// The client credentials. X calls them API key and API key secret.
  var client: OAuth1Token
  var token: OAuth1Token?
  /// Used in a request for temporary credentials (section 2.1).
  var callback: String?
  /// Used in a request for token credentials (section 2.3).
  var verifier: String?

  init(client: OAuth1Token, token: OAuth1Token? = nil, callback: String? = nil, verifier: String? = nil) {
    self.client = client
    self.token = token
    self.callback = callback
    self.verifier = verifier
  }

  /// Returns the header's value.
  ///
  /// - Parameter url: the URL with its query.
  /// - Returns: nil if the URL cannot be signed.
  func header(_ method: String, _ url: String, _ stamp: OAuth1Stamp) -> String? {
    let all: [(name: String, value: String?)] = [
      ("oauth_callback", callback), ("oauth_consumer_key", client.token), ("oauth_nonce", stamp.nonce),
      ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", String(stamp.timestamp)),
      ("oauth_token", token?.token), ("oauth_verifier", verifier), ("oauth_version", "1.0"),
    ]
    var parameters = all.compactMap { row in row.value.map { (name: row.name, value: $0) } }
    guard let signature = OAuth1Signature(method, url, parameters: parameters) else { return nil }
    parameters.append(
      ("oauth_signature", signature.text(clientSecret: client.secret, tokenSecret: token?.secret ?? "")))
    return "OAuth "
      + parameters.map { "\($0.name)=\"\(FormURLEncoded.encode($0.value))\"" }.joined(separator: ", ")
  }
}
