import Foundation
import Identity
import IdentityWire
import SAML

/// The failed check of a federated sign-in, with expected and actual values. The operator finds the
/// diagnosis by the error's id. No case contains a token, a code, a raw nonce or a secret. External text is
/// shortened when it is shown.
public enum Diagnosis: ErrorDiagnosis, Equatable {
  // The request's credential.
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
  /// The token has a claim that ID tokens do not have.
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
  // Access tokens, codes and the provider's answers.
  case accessTokenMalformed
  case accessTokenIsIDToken
  case accessTokenOfAnotherApp(seen: String?, expected: String)
  case accessTokenExpired
  case accessTokenRefused(answer: String)
  /// The provider refused the temporary credentials that an OAuth 1.0a flow needs.
  case temporaryCredentialsRefused(answer: String)
  case accessTokenType(seen: String)
  case codeMalformed
  case codeRefused(answer: String)
  case tokenMissing(kind: String)
  case unreachable(address: String, reason: String)
  case status(address: String, status: Int)
  case notJSON(address: String, status: Int)
  case profile(what: String)
  // The browser flow.
  case stateUnknown
  /// The browser returned with the temporary credentials of another flow.
  case otherTemporaryCredentials(isMissing: Bool)
  case sessionID(isMissing: Bool)
  case answeredBy(issuer: String)
  /// The browser returned to another address than the flow's redirect URI.
  case answeredAt(String, expected: String)
  case denied
  case providerError(code: String)
  case answerEmpty
  case pendingTokenUnknown
  /// A passkey response failed a WebAuthn check.
  case passkey(check: String, sentence: String, expected: String?, seen: String?)
  /// A SAML response failed a check.
  case saml(SAMLRefusal)
  /// The assertion's attributes are too large for an ID token.
  case attributesTooLarge(bytes: Int)
  // The decision after a successful verification.
  case refused(code: String, because: String)

  /// The kinds of audiences that a provider's settings contain.
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
    /// The claim is the raw nonce instead of its hash.
    case notHashed
    /// The claim is the hash of the hash. Either the app passed the hash in place of the raw nonce, or the
    /// provider's SDK hashes the nonce itself.
    case hashedTwice
    /// The claim is the hash in Base64.
    case base64
    /// The claim looks like a SHA-256 of another text.
    case otherHash(seen: String, expected: String)
    case other(length: Int)
    /// The token was not made for this flow.
    case otherFlow
  }
}

extension IdentityError {
  /// The diagnosis of a failed federated sign-in.
  public var signInDiagnosis: Diagnosis? { diagnosis as? Diagnosis }

  /// The report of a failed federated sign-in; the error's own text if there is no diagnosis.
  public var signInReport: DiagnosisReport {
    signInDiagnosis?.report ?? DiagnosisReport("unknown", displayable(detail ?? name, limit: 512))
  }
}
