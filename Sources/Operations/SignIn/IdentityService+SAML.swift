import Identity
import IdentityProviders
import IdentityWire
import SAML
import Secrets
import WorkPool

/// Sign-ins with SAML providers: requests use the HTTP-Redirect binding, responses the HTTP-POST binding.
extension IdentityService {
  /// - Throws: `OPERATION_NOT_ALLOWED` for a disabled provider.
  func enabledSAMLProvider(_ providerID: String, _ caller: Caller) throws(IdentityError)
    -> SAMLProviderSettings
  {
    guard let settings = caller.samlProvider(providerID), settings.enabled else {
      let known = caller.samlProvider(providerID) != nil
      throw .refused(
        .operationNotAllowed, "The identity provider configuration is not found or not enabled."
      ).diagnosed(known ? Diagnosis.providerDisabled(providerID) : .providerUnknown(providerID))
    }
    return settings
  }

  /// Starts a flow like ``begin(_:at:_:for:keeping:)``. The app's scopes and parameters have no effect, except for
  /// `prompt=login`: it sets `ForceAuthn` in the SAML request.
  ///
  /// - Parameter start: its redirect URI receives the response if the settings name no other address.
  func begin(
    _ start: AuthorizationStart, at settings: SAMLProviderSettings, _ caller: Caller,
    for purpose: ArtifactPurpose, keeping payload: (AuthorizationFlow) -> some Encodable
  ) async throws(IdentityError) -> (authURI: String, sessionID: String) {
    let now = clock.now()
    let sessionID = start.sessionID ?? random.alphanumeric(32)
    var start = start
    start.redirectURI = settings.assertionConsumerService(
      handler: start.redirectURI, try await projects.redirectAddress(of: caller.project),
      origins: projects.domain.origins, in: caller.scope)
    let requestID = SAMLAuthnRequest.id(random: random.bytes(16))
    let isForced = settings.forcesAuthentication || start.asksForProof
    let flow = AuthorizationFlow(
      start, requestID: requestID, sessionID: sessionID, authenticatedSince: isForced ? now : nil)
    let artifact = try vault.mint(
      payload(flow), for: purpose, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: AuthorizationFlow.lifetime))
    let request = SAMLAuthnRequest(
      id: requestID, issueInstant: now.date, destination: settings.ssoURL,
      assertionConsumerService: start.redirectURI, issuer: settings.spEntityID,
      forcesAuthentication: isForced)
    guard let redirect = request.redirect(relayState: artifact.token.text) else {
      throw .unavailable(.internalError, cause: "the SAML request could not be compressed")
    }
    // Check limits first, because a signature keeps a core busy.
    try await storing { () async throws(StoreError) in
      try await store.apply(flowStart(caller, now: now) + [artifact.write])
    }
    let authURI = settings.signsRequest ? try await signed(redirect, caller, now: now) : redirect.url
    return (authURI, sessionID)
  }

  private func signed(_ redirect: SAMLRedirect, _ caller: Caller, now: Instant) async throws(IdentityError)
    -> String
  {
    let project = try await projects.havingSAMLKeys(caller.project.id, now: now)
    guard let keys = project.samlKeys else { throw .unavailable(.internalError, cause: "no key for SAML") }
    let key = try projects.open(keys.current, of: project.id)
    return redirect.url(
      signature: try await key.signature(of: redirect.signedOctets, by: issuer.signer))
  }

  /// Verifies a response on the pool's threads, because parsing, canonicalization and signatures keep a core
  /// busy.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE`, `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func verify(
    _ credential: SAMLCredential, of settings: SAMLProviderSettings, _ caller: Caller, now: Instant
  ) async throws(IdentityError) -> Evidence {
    let place = try samlPlace(caller)
    defer { place.leave() }
    try await count(providerQuestion(caller, now: now))
    let result: Result<ProviderIdentity, IdentityError>
    do {
      result = try await place.run {
        Result { () throws(IdentityError) in
          try SAMLVerification.identity(credential, of: settings, now: now)
        }
      }
    } catch {
      throw .unavailable(.unavailable, cause: "the pool for SAML responses is closed")
    }
    SAMLVerification.note(result)
    return Evidence(of: try result.get(), caller.project, now: now)
  }

  /// Reserves a place in the pool. One network gets at most half of all places, and one project at most three quarters, so
  /// a flood does not stop the sign-ins of others.
  func samlPlace(_ caller: Caller) throws(IdentityError) -> WorkPool.Place {
    var shares: [WorkPool.Share] = []
    if !caller.isAdministrator, let network = caller.network, !network.isThisMachine {
      shares.append(WorkPool.Share("network \(network)", .half))
    }
    do {
      return try samlPool.place(of: shares, in: caller.project.id.rawValue)
    } catch {
      switch error {
      case .overloaded(let retryAfter): throw .busy(retryAfter: retryAfter)
      case .closed: throw .unavailable(.unavailable, cause: "the pool for SAML responses is closed")
      }
    }
  }

  /// Verifies the response of a flow. It must answer the flow's own request.
  func verify(
    _ parameters: IdpParameters, of flow: AuthorizationFlow, _ settings: SAMLProviderSettings,
    _ caller: Caller, now: Instant
  ) async throws(IdentityError) -> Evidence {
    guard let response = parameters["SAMLResponse"], let requestID = flow.requestID else {
      throw .refused(.invalidIdPResponse).diagnosed(Diagnosis.answerEmpty)
    }
    let credential = SAMLCredential(
      response: response, assertionConsumerService: flow.redirectURI, requestID: requestID,
      authenticatedSince: flow.authenticatedSince)
    return try await verify(credential, of: settings, caller, now: now)
  }
}

extension IdentityService {
  /// Returns the metadata of this server, for the identity provider: the server is the SAML service provider.
  ///
  /// - Parameter handler: the address that receives responses if the settings name no other.
  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  public func samlMetadata(of providerID: String, handler: String, _ caller: Caller)
    async throws(IdentityError) -> (xml: String, contentType: String)
  {
    guard let settings = caller.samlProvider(providerID) else { throw .configurationNotFound }
    let redirect = try await projects.redirectAddress(of: caller.project)
    let keys = settings.signsRequest ? caller.project.samlKeys?.published ?? [] : []
    let metadata = SAMLServiceProviderMetadata(
      entityID: settings.spEntityID,
      assertionConsumerService: settings.assertionConsumerService(
        handler: handler, redirect, origins: projects.domain.origins, in: caller.scope),
      certificates: keys.compactMap { SAMLCertificate.der(pem: $0.certificate).map(Array.init) },
      signsRequests: settings.signsRequest)
    return (metadata.xml, SAMLServiceProviderMetadata.contentType)
  }

  /// Accepts an unsolicited response, if the provider's settings name a page for that. Nobody is signed in
  /// here: the page gets a pending credential and redeems it to sign in.
  ///
  /// - Returns: the page's address, with `providerId`, `pendingToken` and `tenantId` in its fragment.
  /// - Throws: `OPERATION_NOT_ALLOWED`, `PROJECT_DISABLED`, `UNAUTHORIZED_DOMAIN`, `INVALID_IDP_RESPONSE`;
  ///   `MISSING_OR_INVALID_NONCE` for a replayed assertion.
  public func takeUnsolicited(
    _ response: String, from providerID: String, handler: String, _ policy: ReturnPolicy, _ caller: Caller
  ) async throws(IdentityError) -> String {
    try await diagnosing(caller, provider: providerID) { () async throws(IdentityError) in
      if caller.signIn.isDisabled { throw .refused(.projectDisabled) }
      let settings = try enabledSAMLProvider(providerID, caller)
      guard let page = settings.unsolicitedPage else {
        throw .refused(.invalidIdPResponse).diagnosed(
          Diagnosis.saml(
            SAMLRefusal(.inResponseTo, expected: "a response to a request", seen: "an unsolicited response")))
      }
      guard policy.allows(.page(url: page)) else {
        throw .refused(.unauthorizedDomain, "The page to return to is no longer on an authorized domain.")
      }
      let address = settings.assertionConsumerService(
        handler: handler, try await projects.redirectAddress(of: caller.project),
        origins: projects.domain.origins, in: caller.scope)
      let now = clock.now()
      let evidence = try await verify(
        SAMLCredential(response: response, assertionConsumerService: address, requestID: nil), of: settings,
        caller, now: now)
      let pending = try pendingCredential(evidence, caller, now: now)
      try await storing { () async throws(StoreError) in
        try await store.apply(evidence.consumptions + [pending.write])
      }
      var fragment = FormURLEncoded([
        ("providerId", providerID), ("pendingToken", pending.token.text),
      ])
      if let tenant = caller.tenant { fragment.append("tenantId", tenant.id.rawValue) }
      return page + "#" + fragment.text
    }
  }
}

extension SAMLProviderSettings {
  /// Returns the address to which the provider posts its responses: the address in the settings, or this server's
  /// handler. If unsolicited responses are allowed, or the address is one where other projects' flows may end, returns
  /// an address at the same origin that is for this provider of this project only.
  ///
  /// - Parameters:
  ///   - handler: the handler at the origin that the browser uses.
  ///   - origins: the server's further origins. An address elsewhere is the provider's affair, and stays as it is.
  public func assertionConsumerService(
    handler: String, _ redirect: RedirectAddress, origins: [String], in scope: Scope
  ) -> String {
    let address = callbackURI.isEmpty ? handler : callbackURI
    guard let url = ReturnPolicy.webURL(address), let origin = ReturnPolicy.origin(of: url) else {
      return address
    }
    let path = url.path(percentEncoded: false)
    let isOwn =
      ReturnPolicy.webURL(handler).flatMap(ReturnPolicy.origin) == origin || origins.contains(origin)
    let isOfOthers =
      isOwn && RedirectAddress.isOfSignIn(path) && !(redirect.isShared && RedirectAddress.isPage(path))
    guard unsolicitedPage != nil || isOfOthers else { return address }
    return origin + SAMLAddresses.assertionConsumerService(of: providerID, in: scope)
  }
}
