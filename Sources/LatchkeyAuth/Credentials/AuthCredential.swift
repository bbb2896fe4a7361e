import Foundation
import IdentityWire

/// Proves who a user is. The provider classes make credentials without a request to a server.
open class AuthCredential: NSObject, @unchecked Sendable {
  /// The id of the provider, such as `github.com`.
  public let provider: String

  init(provider: String) { self.provider = provider }

  /// The assertion that a sign-in sends. Nil for a credential with its own sign-in method.
  func assertion() throws -> IdpAssertion? { nil }
}

/// The message of a sign-in with an identity provider, without the session of the account to link to.
struct IdpAssertion: Sendable, Equatable {
  var providerID: String
  var idToken: String?
  var rawNonce: String?
  var accessToken: String?
  var secret: String?
  /// The user's name from Apple, as JSON.
  var user: String?
  var requestURI: String?
  var sessionID: String?
  var pendingToken: String?
  /// An authorization code that an app received for its server.
  var serverAuthCode: String?

  init(_ providerID: String) { self.providerID = providerID }

  /// The values are escaped, because a token or a name may contain separators. The official SDK does not escape
  /// them.
  var message: [String: JSONValue] {
    var body = FormURLEncoded([("providerId", providerID)])
    let parameters = [
      ("id_token", idToken), ("nonce", rawNonce), ("access_token", accessToken),
      ("oauth_token_secret", secret),
      ("user", user), ("code", serverAuthCode),
    ]
    for case (let name, let value?) in parameters { body.append(name, value) }
    return [
      "requestUri": .string(requestURI ?? "http://localhost"), "postBody": .string(body.text),
      "sessionId": JSONValue(sessionID), "pendingToken": JSONValue(pendingToken),
      "returnSecureToken": true, "returnIdpCredential": true,
    ]
  }
}
