import Foundation
import Identity
import IdentityWire
import SAML

/// Which check of a federated sign-in failed, with what it expected and what it saw: for the operator, who looks it
/// up by its id. No case holds a token, a code, a raw nonce or a secret; texts of foreign origin are bounded when
/// they are shown.
public enum Diagnosis: ErrorDiagnosis, Equatable {
  // What the request brought.
  case credentialMissing
  case credentialKind(takes: String)
  case providerUnknown(String)
  case providerDisabled(String)
  case configuration(needs: String)
  // An ID token, in the order of its checks.
  case tokenTooLarge
  case tokenUnreadable
  case tokenHeader(parameter: String)
  case tokenType(seen: String)
  case keyIDMissing
  case issuer(seen: String?, expected: [String])
  case tenant(seen: String?, expected: String)
  /// The token is one of another kind, as its claim tells.
  case notIDToken(claim: String)
  case audience(seen: [String], expected: [String], context: AudienceContext)
  case authorizedParty(seen: String?, expected: [String])
  case datesMissing(expiry: Bool, issuedAt: Bool)
  case expired(at: Instant, now: Instant)
  case issuedInFuture(at: Instant, now: Instant)
  case expiresBeforeIssued
  case notYetValid(from: Instant?, now: Instant)
  case subject(isEmpty: Bool)
  case discoveryUnavailable(address: String, reason: String)
  case keysUnavailable(address: String, reason: String)
  case keyUnknown(keyID: String, published: [String], fetchedSecondsAgo: Int64)
  case keyIssuer(seen: String, expected: String)
  case algorithm(seen: String?, keys: String)
  case signature(keyID: String, algorithm: String)
  case nonce(NonceFault)
  case alreadyRedeemed
  // An access token, a code, and what a provider answers.
  case accessTokenMalformed
  case accessTokenIsIDToken
  case accessTokenOfAnotherApp(seen: String?, expected: String)
  case accessTokenExpired
  case accessTokenRefused(answer: String)
  /// A flow of OAuth 1.0a cannot begin.
  case temporaryCredentialsRefused(answer: String)
  case accessTokenType(seen: String)
  case codeMalformed
  case codeRefused(answer: String)
  case tokenMissing(kind: String)
  case unreachable(address: String, reason: String)
  case status(address: String, status: Int)
  case notJSON(address: String, status: Int)
  case profile(what: String)
  // The way through the browser.
  case stateUnknown
  /// The browser came back with the temporary credentials of another flow.
  case otherTemporaryCredentials(isMissing: Bool)
  case sessionID(isMissing: Bool)
  case answeredBy(issuer: String)
  case denied
  case providerError(code: String)
  case answerEmpty
  case pendingTokenUnknown
  /// A check of WebAuthn that an answer did not pass.
  case passkey(check: String, sentence: String, expected: String?, seen: String?)
  /// A check of SAML that a response did not pass.
  case saml(SAMLRefusal)
  /// An assertion says more than an ID token holds.
  case attributesTooLarge(bytes: Int)
  // What was decided once the provider had been believed.
  case refused(code: String, because: String)

  /// What a provider's settings are made of.
  public enum AudienceContext: Sendable, Equatable {
    case general
    /// The services id is missing: only bundle ids are configured.
    case appleBundleIDsOnly
    /// Only the services id is configured.
    case appleServicesIDOnly
  }

  public enum NonceFault: Sendable, Equatable {
    case missingInRequest(isInToken: Bool)
    case missingInToken
    /// The claim is the raw nonce itself.
    case notHashed
    /// The claim is the hash of the hash: the app handed the hash on where the raw nonce belongs, or the provider's
    /// SDK hashes by itself.
    case hashedTwice
    /// The claim is the hash, but in Base64.
    case base64
    /// The claim looks like a SHA-256, but of something else.
    case otherHash(seen: String, expected: String)
    case other(length: Int)
    /// The token was not made for this flow.
    case otherFlow
  }
}

extension IdentityError {
  /// The diagnosis of a federated sign-in that failed.
  public var signInDiagnosis: Diagnosis? { diagnosis as? Diagnosis }

  /// Why a federated sign-in failed, in words; the error's own where nothing more is known.
  public var signInReport: DiagnosisReport {
    signInDiagnosis?.report ?? DiagnosisReport("unknown", displayable(detail ?? name, limit: 512))
  }
}
