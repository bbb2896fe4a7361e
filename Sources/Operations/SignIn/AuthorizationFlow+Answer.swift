import Identity
import IdentityProviders
import IdentityWire

/// What a browser brings back to a flow that it began.
extension AuthorizationFlow {
  /// - Throws: `INVALID_IDP_RESPONSE` for one who did not begin the flow, and for a provider's error; `USER_CANCELLED`
  ///   for a user who did not agree.
  func requireAgreement(_ parameters: IdpParameters, by sessionID: String?) throws(IdentityError) {
    guard let sessionID, !sessionID.isEmpty, session.accepts(sessionID) else {
      throw .refused(.invalidIdPResponse, "The session id does not match the one of the sign-in.")
        .diagnosed(Diagnosis.sessionID(isMissing: sessionID?.isEmpty != false))
    }
    CheckTrace.pass(.session)
    if let failure = parameters["error"] {
      let isDenial = failure == "access_denied" || failure == "user_cancelled_authorize"
      throw .refused(
        isDenial ? .userCancelled : .invalidIdPResponse,
        isDenial ? "The user denied the sign-in." : "The provider answered with an error."
      ).diagnosed(isDenial ? Diagnosis.denied : .providerError(code: failure))
    }
  }

  /// - Throws: `INVALID_IDP_RESPONSE` for an answer of another issuer, or one that holds nothing.
  func credential(in parameters: IdpParameters, of settings: ProviderSettings) throws(IdentityError)
    -> ProviderCredential
  {
    if let named = parameters["iss"], !ProviderCatalog.mayAnswer(as: named, settings) {
      throw .refused(.invalidIdPResponse, "The answer is another issuer's than the one that was asked.")
        .diagnosed(Diagnosis.answeredBy(issuer: named))
    }
    let user = parameters["user"].flatMap(AppleUser.init(json:))
    if let code = parameters["code"] {
      CheckTrace.pass(.consent, seen: parameters["iss"])
      return .authorizationCode(
        code: code, redirectURI: redirectURI, codeVerifier: codeVerifier, expectedNonce: expectedNonce,
        user: user)
    }
    // A flow whose code the client may redeem asked for no ID token: its nonce is known to others than this server.
    if let rawNonce, let idToken = parameters["id_token"] {
      CheckTrace.pass(.consent, seen: parameters["iss"])
      return .idToken(idToken, rawNonce: rawNonce, accessToken: parameters["access_token"], user: user)
    }
    throw .refused(.invalidIdPResponse, "The provider's answer holds neither a code nor a token.")
      .diagnosed(Diagnosis.answerEmpty)
  }
}
