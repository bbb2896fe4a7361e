import Foundation
import IdentityWire

/// What a user proves with who they are. Made by the providers' classes; making one asks nobody.
open class AuthCredential: NSObject, @unchecked Sendable {
  /// The id of the provider, such as `github.com`.
  public let provider: String

  init(provider: String) { self.provider = provider }

  /// What a sign-in with it sends. Nil for one that has an operation of its own.
  func assertion() throws -> IdpAssertion? { nil }
}

/// The message of a sign-in with an identity provider, apart from the session that it may be linked to.
struct IdpAssertion: Sendable, Equatable {
  var providerID: String
  var idToken: String?
  var rawNonce: String?
  var accessToken: String?
  var secret: String?
  /// Apple's name of the user, as JSON.
  var user: String?
  var requestURI: String?
  var sessionID: String?
  var pendingToken: String?
  /// An authorization code that an app was given for its server.
  var serverAuthCode: String?

  init(_ providerID: String) { self.providerID = providerID }

  /// Escaped, unlike what the official SDK sends: a token or a name may hold what separates parameters.
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
