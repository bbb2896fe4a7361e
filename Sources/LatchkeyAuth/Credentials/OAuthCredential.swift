import Foundation
import IdentityWire

/// The tokens that an OAuth or OpenID Connect provider issued. An archive of the credential contains these
/// tokens.
open class OAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
  /// An OpenID Connect ID token; nil if the provider issues none.
  public let idToken: String?
  /// An OAuth access token, for the provider's own API.
  public let accessToken: String?
  /// The secret of an OAuth 1.0a token.
  public let secret: String?

  let rawNonce: String?
  let fullName: PersonNameComponents?
  /// The callback URL that the browser was redirected to after a sign-in, and the id of that sign-in.
  let requestURI: String?
  let sessionID: String?
  /// The server's reference to an earlier answer of the provider.
  let pendingToken: String?

  init(
    providerID: String, idToken: String? = nil, rawNonce: String? = nil, accessToken: String? = nil,
    secret: String? = nil, fullName: PersonNameComponents? = nil, requestURI: String? = nil,
    sessionID: String? = nil, pendingToken: String? = nil
  ) {
    self.idToken = idToken
    self.accessToken = accessToken
    self.secret = secret
    self.rawNonce = rawNonce
    self.fullName = fullName
    self.requestURI = requestURI
    self.sessionID = sessionID
    self.pendingToken = pendingToken
    super.init(provider: providerID)
  }

  /// Reads the provider's tokens from the answer to a sign-in, for use in another sign-in. Nil if the answer
  /// has no tokens.
  convenience init?(_ answer: JSONValue) {
    let tokens = ["oauthIdToken", "oauthAccessToken", "oauthTokenSecret", "pendingToken"]
    guard let providerID = answer["providerId"]?.nonEmpty,
      tokens.contains(where: { answer[$0]?.nonEmpty != nil })
    else { return nil }
    self.init(
      providerID: providerID, idToken: answer["oauthIdToken"]?.nonEmpty,
      accessToken: answer["oauthAccessToken"]?.nonEmpty, secret: answer["oauthTokenSecret"]?.nonEmpty,
      pendingToken: answer["pendingToken"]?.nonEmpty)
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let provider = coder.text(for: "provider") else { return nil }
    idToken = coder.text(for: "idToken")
    accessToken = coder.text(for: "accessToken")
    secret = coder.text(for: "secret")
    rawNonce = coder.text(for: "rawNonce")
    fullName = coder.json(PersonNameComponents.self, for: "fullName")
    requestURI = coder.text(for: "requestURI")
    sessionID = coder.text(for: "sessionID")
    pendingToken = coder.text(for: "pendingToken")
    super.init(provider: provider)
  }

  open func encode(with coder: NSCoder) {
    let texts = [
      "provider": provider, "idToken": idToken, "accessToken": accessToken, "secret": secret,
      "rawNonce": rawNonce, "requestURI": requestURI, "sessionID": sessionID, "pendingToken": pendingToken,
    ]
    for (key, text) in texts { coder.encode(text: text, for: key) }
    coder.encode(json: fullName, for: "fullName")
  }

  override func assertion() throws -> IdpAssertion? {
    if provider == FacebookAuthProvider.id, idToken == nil, let accessToken {
      try FacebookAuthProvider.check(accessToken)
    }
    var assertion = IdpAssertion(provider)
    assertion.requestURI = requestURI
    assertion.sessionID = sessionID
    assertion.pendingToken = pendingToken
    // The pending token can be used again. The provider's tokens may already have been redeemed.
    guard pendingToken == nil else { return assertion }
    assertion.idToken = idToken
    assertion.rawNonce = rawNonce
    assertion.accessToken = accessToken
    assertion.secret = secret
    assertion.user = Self.appleUser(fullName)
    return assertion
  }

  private static func appleUser(_ name: PersonNameComponents?) -> String? {
    guard let name, name.givenName != nil || name.familyName != nil else { return nil }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("name")
    writer.beginObject()
    for (key, value) in [("firstName", name.givenName), ("lastName", name.familyName)] {
      guard let value else { continue }
      writer.key(key)
      writer.write(value)
    }
    writer.endObject()
    writer.endObject()
    return writer.text
  }
}
