/// A fault that a provider can show on demand.
///
/// There are three ways to choose a fault. For a sign-in, choose it on the authorization page, or add
/// `lab_fault=<name>` to the authorization request. For a minted token, use the option `fault`. For a
/// provider's next requests, use the control API.
public enum LabFault: String, Sendable, CaseIterable {
  case wrongNonce = "wrong-nonce"
  case noNonce = "no-nonce"
  case wrongAudience = "wrong-audience"
  case wrongIssuer = "wrong-issuer"
  case wrongSignature = "wrong-signature"
  case unknownKey = "unknown-key"
  case rotatedKey = "rotated-key"
  case expired
  case issuedInFuture = "issued-in-future"
  case noExpiry = "no-exp"
  case noIssuedAt = "no-iat"
  case noSubject = "no-sub"
  case emptySubject = "empty-sub"
  case algorithmNone = "alg-none"
  case algorithmHS256 = "alg-hs256"
  case emailMissing = "email-missing"
  case emailUnverified = "email-unverified"
  case privateRelay = "private-relay"
  case nameOnlyOnce = "name-only-once"
  case otherUser = "other-user"
  case numericID = "numeric-id"
  case otherToken = "other-oauth-token"
  case callbackNotConfirmed = "callback-not-confirmed"
  case deniedConsent = "denied-consent"
  case wrongState = "wrong-state"
  case reusedCode = "reused-code"
  case noUserID = "no-user-id"
  case userIDKind = "user-id-kind"
  case wrongTokenType = "wrong-token-type"
  case errorWithOK = "error-with-200"
  case slowAnswer = "slow-answer"
  case http500 = "http-500"
  case brokenJSON = "broken-json"
  case hugeAnswer = "huge-answer"
  case redirectedAnswer = "redirected-answer"
  case unsigned
  case signatureMoved = "signature-moved"
  case weakSignature = "sha1-signature"
  case wrongRecipient = "wrong-recipient"
  case wrongRequest = "wrong-in-response-to"
  case unsolicited
  case failedStatus = "failed-status"
  case nameComment = "comment-in-name-id"
  case noNameID = "no-name-id"
  case transientName = "transient-name-id"
  case encrypted
  case documentType = "doctype"
  case huge
  case replayed

  /// The place where a fault is visible.
  enum Place: Sendable, CaseIterable {
    /// Shows in the ID token or the SAML assertion: a claim, the header or the signature.
    case token
    /// Shows in a SAML response, for faults that ID tokens do not have.
    case samlResponse
    /// Shows in the person's data, both in tokens and in the API.
    case person
    /// Shows only in answers of OAuth 1.0a.
    case oauth1
    /// Shows in the first answer of an OAuth 1.0a flow.
    case begin
    /// Shows only in answers of plain OAuth 2.0.
    case oauth2
    /// Shows in the redirect back to the app.
    case callback
    /// Shows in the answer to a server's request.
    case transport

    /// A heading for the page.
    var title: String {
      switch self {
      case .token: "In the token or the assertion"
      case .samlResponse: "In the SAML response"
      case .person: "In the person's details"
      case .oauth1: "In the answers of OAuth 1.0a"
      case .begin: "When the sign-in begins"
      case .oauth2: "In the answers of OAuth 2.0"
      case .callback: "On the way back"
      case .transport: "In the provider's answers"
      }
    }
  }

  var place: Place {
    switch self {
    case .wrongNonce, .noNonce, .wrongAudience, .wrongIssuer, .wrongSignature, .unknownKey, .rotatedKey,
      .expired, .issuedInFuture, .noExpiry, .noIssuedAt, .noSubject, .emptySubject, .algorithmNone,
      .algorithmHS256:
      .token
    case .emailMissing, .emailUnverified, .privateRelay, .nameOnlyOnce, .otherUser: .person
    case .numericID, .otherToken: .oauth1
    case .callbackNotConfirmed: .begin
    case .noUserID, .userIDKind, .wrongTokenType, .errorWithOK: .oauth2
    case .deniedConsent, .wrongState, .reusedCode: .callback
    case .slowAnswer, .http500, .brokenJSON, .hugeAnswer, .redirectedAnswer: .transport
    case .unsigned, .signatureMoved, .weakSignature, .wrongRecipient, .wrongRequest, .unsolicited,
      .failedStatus,
      .nameComment, .noNameID, .transientName, .encrypted, .documentType, .huge, .replayed:
      .samlResponse
    }
  }

  /// A one-line explanation for the page.
  public var summary: String {
    switch self {
    case .wrongNonce: "The nonce claim is not the one that was sent."
    case .noNonce: "The nonce claim is left out."
    case .wrongAudience: "It is for another app; an access token belongs to another app."
    case .wrongIssuer: "It names another issuer."
    case .wrongSignature: "The signature is not by the provider's key, or not by the key in the header."
    case .unknownKey: "The header names a key that the key set does not have."
    case .rotatedKey:
      "Signed by a key that is published only from this moment on; a correct server accepts it."
    case .expired: "It expired an hour ago."
    case .issuedInFuture: "It is issued an hour from now."
    case .noExpiry: "The exp claim is left out."
    case .noIssuedAt: "The iat claim is left out."
    case .noSubject: "The sub claim is left out."
    case .emptySubject: "The sub claim is an empty text."
    case .algorithmNone: "alg is none and there is no signature."
    case .algorithmHS256: "alg is HS256, keyed with the text of the public key."
    case .emailMissing: "It has no mail address; a correct server accepts it."
    case .emailUnverified: "The mail address is there but not verified."
    case .privateRelay: "The mail address is a private relay address."
    case .nameOnlyOnce: "As if the person had been here before: Apple sends no user field, others no name."
    case .otherUser: "The profile is not that of the token's person."
    case .numericID: "The profile has the user's id only as a number."
    case .otherToken: "The browser comes back with the temporary credentials of another sign-in."
    case .callbackNotConfirmed: "oauth_callback_confirmed is false."
    case .deniedConsent: "The person refuses."
    case .wrongState: "The state that comes back is not the one that was sent."
    case .reusedCode: "The code has been used already."
    case .noUserID: "The profile does not say who the person is."
    case .userIDKind: "The user's id in the profile is true, and no text or number."
    case .wrongTokenType: "The access token is of the type mac."
    case .errorWithOK: "The answer of the token endpoint is an error with HTTP 200."
    case .slowAnswer: "The answer is late by lab_seconds (5 unless told, 30 at most)."
    case .http500: "The answer is an HTTP 500 with a text that is no JSON."
    case .brokenJSON: "The answer is HTTP 200 with JSON that breaks off."
    case .hugeAnswer: "The answer is HTTP 200 with JSON of 2 MiB."
    case .redirectedAnswer: "The answer leads to another address."
    case .unsigned: "Nothing is signed."
    case .signatureMoved: "A forged assertion is in the place of the signed one (signature wrapping)."
    case .weakSignature: "Signed with RSA and SHA-1."
    case .wrongRecipient: "The Recipient is the address of another app."
    case .wrongRequest: "InResponseTo names another request."
    case .unsolicited: "InResponseTo is left out, as in an unsolicited response."
    case .failedStatus: "The status is not Success, and there is no assertion."
    case .nameComment: "A comment stands inside the NameID."
    case .noNameID: "The subject has no NameID."
    case .transientName: "The NameID is a new one each time, and says so (transient)."
    case .encrypted: "The assertion is encrypted."
    case .documentType: "A document type declaration comes first."
    case .huge: "The response is larger than 256 KiB."
    case .replayed: "The assertion has the ID of the one before."
    }
  }
}

/// A fault with its parameters.
struct FaultSpecification: Sendable, Equatable {
  static let maximumSeconds = 30.0

  var fault: LabFault
  /// The delay of a slow answer.
  var seconds: Double

  init(_ fault: LabFault, seconds: Double? = nil) {
    self.fault = fault
    self.seconds = min(max(seconds ?? 5, 0), Self.maximumSeconds)
  }
}
