import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// Checks a provider's response to a flow.
extension AuthorizationFlow {
  /// - Throws: `INVALID_IDP_RESPONSE` if another browser began the flow, and for a provider's error;
  ///   `USER_CANCELLED` if the user did not consent.
  func requireAgreement(_ parameters: IdpParameters, by sessionID: String?) throws(IdentityError) {
    guard let sessionID, !sessionID.isEmpty, session.accepts(sessionID) else {
      throw .refused(.invalidIdPResponse, "The session id is not that of the sign-in.")
        .diagnosed(Diagnosis.sessionID(isMissing: sessionID?.isEmpty != false))
    }
    CheckTrace.pass(.session)
    if let failure = parameters["error"] ?? denial(in: parameters.form) {
      let isDenial = ["access_denied", "user_cancelled_authorize", "user_cancelled_login"].contains(failure)
      throw .refused(
        isDenial ? .userCancelled : .invalidIdPResponse,
        isDenial ? "The user denied the sign-in." : "The provider answered with an error."
      ).diagnosed(isDenial ? Diagnosis.denied : .providerError(code: failure))
    }
  }

  /// Translates a denial from an OAuth 1.0a provider to OAuth 2.0's error. Nil if the response is not a
  /// denial.
  public func denial(in answer: FormURLEncoded) -> String? {
    guard temporaryCredentials != nil, let denied = answer["denied"], !denied.isEmpty else { return nil }
    return "access_denied"
  }

  /// - Throws: `INVALID_IDP_RESPONSE` if the response is from another issuer, or contains no credential.
  func credential(in parameters: IdpParameters, of settings: ProviderSettings) throws(IdentityError)
    -> ProviderCredential
  {
    if let named = parameters["iss"], !ProviderCatalog.mayAnswer(as: named, settings) {
      throw .refused(.invalidIdPResponse, "The answer is from another issuer than the one that was asked.")
        .diagnosed(Diagnosis.answeredBy(issuer: named))
    }
    if let temporaryCredentials { return try credential(in: parameters, for: temporaryCredentials) }
    let user = parameters["user"].flatMap(AppleUser.init(json:))
    if let code = parameters["code"] {
      CheckTrace.pass(.consent, seen: parameters["iss"])
      return .authorizationCode(
        code: code, redirectURI: redirectURI, codeVerifier: codeVerifier, expectedNonce: expectedNonce,
        user: user)
    }
    // If the client may redeem the code, the flow requested no ID token, because its nonce is not this
    // server's secret.
    if let rawNonce, let idToken = parameters["id_token"] {
      CheckTrace.pass(.consent, seen: parameters["iss"])
      return .idToken(idToken, rawNonce: rawNonce, accessToken: parameters["access_token"], user: user)
    }
    throw .refused(.invalidIdPResponse, "The provider's answer holds neither a code nor a token.")
      .diagnosed(Diagnosis.answerEmpty)
  }
  /// Accepts the verifier only for these temporary credentials (RFC 5849 section 2.2).
  private func credential(
    in parameters: IdpParameters, for temporary: OAuth1Token
  ) throws(IdentityError) -> ProviderCredential {
    let token = parameters["oauth_token"]
    guard let token, constantTimeEqual(token, temporary.token) else {
      throw .refused(.invalidIdPResponse, "The answer belongs to another sign-in.")
        .diagnosed(Diagnosis.otherTemporaryCredentials(isMissing: token == nil))
    }
    guard let verifier = parameters["oauth_verifier"] else {
      throw .refused(.invalidIdPResponse, "The provider's answer holds no verifier.")
        .diagnosed(Diagnosis.answerEmpty)
    }
    CheckTrace.pass(.consent)
    return .temporaryCredentials(temporary, verifier: verifier)
  }
}
