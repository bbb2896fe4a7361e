import Identity
import IdentityProviders
import IdentityWire
import Logging
import Secrets
import Tokens
import WorkPool

extension IdentityService {
  /// `accounts:signInWithIdp`: signs in with, or links, a provider's identity.
  ///
  /// An error contains the ID of its ``SignInExplanation``.
  public func signInWithIdp(_ request: SignInWithIdpRequest, _ caller: Caller) async throws(IdentityError)
    -> SignInWithIdpResponse
  {
    let parameters = Result { () throws(IdentityError) in
      try IdpParameters(requestURI: request.requestUri, postBody: request.postBody)
    }
    return try await diagnosing(caller, provider: (try? parameters.get())?.providerID) {
      () async throws(IdentityError) in
      if request.pendingIdToken != nil { throw .unimplemented("pendingIdToken is not implemented.") }
      return try await signIn(request, try parameters.get(), caller)
    }
  }

  private func signIn(_ request: SignInWithIdpRequest, _ parameters: IdpParameters, _ caller: Caller)
    async throws(IdentityError) -> SignInWithIdpResponse
  {
    // Check the session before the request to the provider, which may take long. The account is read again
    // for the decision, so that a session that was revoked meanwhile cannot add a link.
    if let idToken = request.idToken { try await requireLinking(idToken, caller) }
    let evidence = try await evidence(request, parameters, caller)
    return try await diagnosing(caller, provider: evidence.identity.providerID) {
      () async throws(IdentityError) in
      try await retryingConflicts { try await self.settle(evidence, request, caller).response }
    }
  }

  /// Checks that the session may add a link.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`; the errors of ``authenticate(_:_:mayLackFactor:)``.
  func requireLinking(_ idToken: String, _ caller: Caller) async throws(IdentityError) {
    let (token, account) = try await authenticate(idToken, caller)
    try token.session.requireAddition(to: account, caller.linkingPolicy, now: clock.now())
  }

  /// A verified identity, and the writes that redeem its evidence.
  struct Evidence: Sendable {
    var identity: ProviderIdentity
    var consumptions: [StoreWrite] = []
    /// The expiry of the provider's proof; nil for a proof that was made just now.
    var expiresAt: Instant?
    /// The time of the provider's proof; nil for just now.
    var provedAt: Instant?
  }

  private func evidence(
    _ request: SignInWithIdpRequest, _ parameters: IdpParameters, _ caller: Caller
  ) async throws(IdentityError) -> Evidence {
    if let pendingToken = request.pendingToken ?? parameters["pendingToken"], !pendingToken.isEmpty {
      return try await redeemPending(pendingToken, parameters, caller)
    }
    if let state = parameters.state(unless: unsignedCredentials, caller) {
      return try await redeemFlow(state, request.sessionId, parameters, caller)
    }
    guard let providerID = parameters.providerID else {
      throw .refused(
        .invalidCredentialOrProviderID, "Invalid IdP response/credential: \(parameters.bareURI)"
      ).diagnosed(Diagnosis.providerUnknown("none"))
    }
    let now = clock.now()
    if let unsignedCredentials, parameters.areUnsigned(for: unsignedCredentials, caller) {
      return Evidence(
        identity: try unsignedCredentials.identity(
          parameters: parameters.form, requestURI: parameters.bareURI))
    }
    if providerID.hasPrefix("saml.") {
      _ = try enabledSAMLProvider(providerID, caller)
      throw .refused(.invalidIdPResponse).diagnosed(
        parameters["SAMLResponse"] == nil ? Diagnosis.credentialMissing : .stateUnknown)
    }
    let settings = try enabledProvider(providerID, caller, credential: parameters.bareURI)
    let entry = ProviderCatalog.entry(for: providerID)
    guard let credential = ProviderCredential(parameters: parameters.form, of: entry),
      credential.isComplete(for: providerID)
    else {
      throw .refused(
        .invalidCredentialOrProviderID, "Invalid IdP response/credential: \(parameters.bareURI)"
      ).diagnosed(Diagnosis.credentialMissing)
    }
    return try await verify(credential, settings, caller, now: now)
  }

  func verify(
    _ credential: ProviderCredential, _ settings: ProviderSettings, _ caller: Caller, now: Instant
  ) async throws(IdentityError) -> Evidence {
    let secrets = try projects.secrets(of: settings, in: caller.scope)
    guard let verifier = providers.verifier(for: settings.providerID) else {
      throw .refused(.operationNotAllowed, "The identity provider is not supported.")
    }
    let isVerifiedByProvider = credential.isVerifiedByProvider
    let place = isVerifiedByProvider ? try providerPlace(caller) : nil
    defer { place?.leave() }
    if isVerifiedByProvider { try await count(providerQuestion(caller, now: now)) }
    var identity = try await verifier.verify(credential, with: settings, secrets: secrets, now: now)
    identity.tokens.addresses = settings.secretAddresses.digest
    return Evidence(of: identity, caller.project, now: now)
  }

  /// Reserves a place for a request to a provider.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` with status 429.
  func providerPlace(_ caller: Caller) throws(IdentityError) -> SharedPlaces.Place {
    guard let place = place(in: providerQuestions, caller) else { throw .busy(retryAfter: 1) }
    return place
  }

  /// Reserves a place for the caller's project and network. This machine and administrators count only for the project.
  /// Nil if there is none.
  func place(in places: SharedPlaces, _ caller: Caller) -> SharedPlaces.Place? {
    let network = caller.network.flatMap { $0.isThisMachine ? nil : $0.description }
    return places.place(of: caller.project.id.rawValue, for: caller.isAdministrator ? nil : network)
  }

  private func redeemPending(_ text: String, _ parameters: IdpParameters, _ caller: Caller)
    async throws(IdentityError) -> Evidence
  {
    guard
      let (pending, _, consumption) = try await vault.read(
        PendingCredential.self, text, for: .pendingCredential, scope: caller.scope, now: clock.now()),
      parameters.providerID == nil || parameters.providerID == pending.identity.providerID
    else {
      throw .refused(.invalidPendingToken, "The pending token is unknown, has expired or was used.")
        .diagnosed(Diagnosis.pendingTokenUnknown)
    }
    // If the provider was disabled meanwhile, its earlier proofs are refused too.
    if !pending.identity.isUnsignedDevelopmentCredential {
      let providerID = pending.identity.providerID
      if providerID.hasPrefix("saml.") {
        _ = try enabledSAMLProvider(providerID, caller)
      } else {
        _ = try enabledProvider(providerID, caller, credential: parameters.bareURI)
      }
    }
    return Evidence(
      identity: pending.identity, consumptions: [consumption], expiresAt: pending.expiresAt,
      provedAt: pending.provedAt)
  }

  /// Completes a web flow: the browser returned with a code. The client that presents it must have begun the flow. The
  /// flow is redeemed before the code, even if the sign-in then fails.
  private func redeemFlow(
    _ state: String, _ sessionID: String?, _ parameters: IdpParameters, _ caller: Caller
  ) async throws(IdentityError) -> Evidence {
    let now = clock.now()
    guard
      let (flow, _, consumption) = try await vault.read(
        AuthorizationFlow.self, state, for: .authorizationFlow, scope: caller.scope, now: now),
      parameters.providerID == nil || parameters.providerID == flow.providerID
    else {
      throw .refused(.invalidIdPResponse, "The sign-in is unknown, has expired or was used before.")
        .diagnosed(Diagnosis.stateUnknown)
    }
    try await storing { () async throws(StoreError) in try await store.apply([consumption]) }
    // The request need not name the provider, because its flow does.
    return try await diagnosing(caller, provider: flow.providerID) { () async throws(IdentityError) in
      try flow.requireAgreement(parameters, by: sessionID)
      guard (flow.requestID == nil) == (parameters["SAMLResponse"] == nil) else {
        throw .refused(.invalidIdPResponse).diagnosed(Diagnosis.answerEmpty)
      }
      if flow.requestID != nil {
        let settings = try enabledSAMLProvider(flow.providerID, caller)
        return try await verify(parameters, of: flow, settings, caller, now: now)
      }
      let settings = try ProviderCatalog.settings(
        try enabledProvider(flow.providerID, caller, credential: parameters.bareURI),
        choosingTenant: flow.tenant)
      let credential = try flow.credential(in: parameters, of: settings)
      return try await verify(credential, settings, caller, now: now)
    }
  }

  /// Decides from the stored state and writes the decision.
  ///
  /// - Returns: the response, and the account of a user who was signed in.
  func settle(_ evidence: Evidence, _ request: SignInWithIdpRequest, _ caller: Caller) async throws
    -> (response: SignInWithIdpResponse, account: Account?)
  {
    let identity = evidence.identity
    let now = clock.now()
    var session: UserSession?
    var current: Account?
    if let idToken = request.idToken {
      let (token, account) = try await authenticate(idToken, caller)
      (session, current) = (token.session, account)
    }
    let (decision, candidates) = try await decide(
      on: identity, current: current, mayMakeAccount: request.autoCreate ?? true, caller, now: now)
    log.debug(
      "federated sign-in decided",
      metadata: ["rule": "\(decision.ruleName)", "provider": "\(identity.providerID)"])

    switch decision {
    case .accept(let acceptance):
      return try await accept(acceptance, from: candidates, evidence, caller, linkedBy: session, now: now)
    case .needConfirmation(let account, let providers):
      var response = try await makeResponseWithoutTokens(evidence, caller, now: now)
      response.needConfirmation = true
      // Official clients need neither field: they show the address and let the user choose.
      if !caller.signIn.emailEnumerationProtection {
        response.localId = account.id.rawValue
        response.verifiedProvider = providers
      }
      return (response, nil)
    case .refuse(let refusal):
      guard refusal.returnsCredential, request.returnIdpCredential == true else {
        throw IdentityError.refused(refusal.name).because(refusal.explanation)
          .diagnosed(Diagnosis.refused(code: refusal.name.rawValue, because: refusal.explanation))
      }
      var response = try await makeResponseWithoutTokens(evidence, caller, now: now)
      response.errorMessage = refusal.name.rawValue
      return (response, nil)
    }
  }

  /// Decides what a verified identity means for existing accounts. Writes nothing.
  func decide(
    on identity: ProviderIdentity, current: Account?, mayMakeAccount: Bool, _ caller: Caller, now: Instant
  ) async throws -> (decision: LinkDecision, candidates: LinkPolicy.Candidates) {
    var candidates = LinkPolicy.Candidates(
      owner: try await store.account(
        providerID: identity.providerID, rawID: identity.rawID, in: caller.scope),
      emailOwner: nil, current: current)
    if candidates.owner == nil, let imported = identity.importedRawID {
      candidates.owner = try await store.account(
        providerID: identity.providerID, rawID: imported, in: caller.scope)
    }
    if candidates.owner == nil, let email = identity.email {
      candidates.emailOwner = try await store.account(holding: email, in: caller.scope)
    }
    let settings = caller.signIn
    let policy = LinkPolicy(
      allowDuplicateEmails: settings.allowDuplicateEmails, emailTrust: settings.emailTrust,
      emailDomains: caller.providerList.emailDomains(of: identity.providerID),
      secondFactors: caller.secondFactorPolicy(now: now))
    let decision = policy.decide(
      identity, among: candidates,
      new: .init(id: .random(random), scope: caller.scope, isAllowed: mayMakeAccount), now: now)
    return (decision, candidates)
  }

  private func accept(
    _ acceptance: LinkDecision.Acceptance, from candidates: LinkPolicy.Candidates, _ evidence: Evidence,
    _ caller: Caller, linkedBy session: UserSession?, now: Instant
  ) async throws -> (response: SignInWithIdpResponse, account: Account?) {
    var facts = SignInFacts(provider: evidence.identity.providerID)
    facts.attributes = evidence.identity.signInAttributes
    facts.additionalClaims = evidence.identity.sessionClaims ?? [:]
    let pending = try pendingCredential(evidence, caller, now: now)

    var signIn = ProvedSignIn(
      account: acceptance.account, isNew: acceptance.isNew, facts: facts,
      method: evidence.identity.providerID)
    try keepGrant(of: evidence.identity, in: &signIn.account, caller)
    signIn.stored = [candidates.current, candidates.owner, candidates.emailOwner].compactMap(\.self)
      .first { $0.id == acceptance.account.id }
    if let session, let current = candidates.current { signIn.goOn(from: session, of: current) }
    if session == nil, let moment = evidence.provedAt, signIn.stored?.hasRevoked(since: moment) == true {
      throw IdentityError.refused(
        .invalidPendingToken, "The pending token is unknown, has expired or was used."
      ).diagnosed(Diagnosis.pendingTokenUnknown)
    }
    signIn.identity = evidence.identity
    signIn.consumptions = evidence.consumptions
    signIn.revokesSessions = acceptance.revokesSessions
    let result = try await finish(signIn, caller, alsoWriting: [pending.write])
    let account = result.account

    var response = SignInWithIdpResponse(evidence.identity)
    // Apple sends a name only once: the link keeps what the provider sent before.
    let link = account.link(evidence.identity.providerID)
    response.email = link?.email
    response.displayName = link?.displayName
    response.photoUrl = link?.photoURL
    response.localId = account.id.rawValue
    response.isNewUser = acceptance.isNew ? true : nil
    response.emailRecycled = acceptance.emailIsRecycled ? true : nil
    response.emailVerified = account.email == nil ? response.emailVerified : account.emailVerified
    // Do not reveal the account's address after the first factor alone.
    if result.tokens != nil, !caller.signIn.allowDuplicateEmails, let email = account.email?.text,
      !(link?.email).hasSameBytes(as: email)
    {
      response.originalEmail = email
    }
    response.pendingToken = pending.token.text
    response.tenantId = caller.tenant?.id.rawValue
    response.idToken = result.tokens?.idToken
    response.refreshToken = result.tokens?.refreshToken
    response.expiresIn = result.tokens?.expiresIn
    response.mfaPendingCredential = result.challenge?.pendingCredential
    response.mfaInfo = result.challenge?.factors
    return (response, account)
  }

  /// Stores the provider's token with the link, or deletes a stored token, depending on the provider's settings.
  func keepGrant(of identity: ProviderIdentity, in account: inout Account, _ caller: Caller)
    throws(IdentityError)
  {
    try grants?.keep(identity, in: &account, caller.provider(identity.providerID))
  }

  /// Makes a response without tokens. It contains a pending credential that can be redeemed once, because the
  /// provider's own evidence is consumed.
  private func makeResponseWithoutTokens(_ evidence: Evidence, _ caller: Caller, now: Instant) async throws
    -> SignInWithIdpResponse
  {
    let pending = try pendingCredential(evidence, caller, now: now)
    try await store.apply(evidence.consumptions + [pending.write])
    var response = SignInWithIdpResponse(evidence.identity)
    response.pendingToken = pending.token.text
    response.tenantId = caller.tenant?.id.rawValue
    return response
  }

  func pendingCredential(_ evidence: Evidence, _ caller: Caller, now: Instant)
    throws(IdentityError) -> (token: OpaqueToken, write: StoreWrite)
  {
    var kept = evidence.identity
    kept.redemption = nil
    let expiresAt = evidence.expiresAt ?? now.adding(seconds: PendingCredential.lifetime)
    return try vault.mint(
      PendingCredential(identity: kept, expiresAt: expiresAt), for: .pendingCredential,
      scope: caller.scope, now: now, expiresAt: expiresAt)
  }
}

extension IdentityService.Evidence {
  /// Wraps a new proof of a provider with the write that redeems it.
  init(of identity: ProviderIdentity, _ project: Project, now: Instant) {
    self.init(identity: identity)
    guard let redemption = identity.redemption else { return }
    // Tenants may share a client. A token redeemed in one tenant must not be valid in another.
    let scope = Scope(project: project.id)
    consumptions = [
      redemption.isRepeatable == true
        ? .requireUnredeemed(key: redemption.key, scope: scope, now: now)
        : .redeem(key: redemption.key, scope: scope, expiresAt: redemption.expiresAt, now: now)
    ]
  }
}

extension SignInWithIdpResponse {
  /// Repeats the provider's data in the protocol's form.
  init(_ identity: ProviderIdentity) {
    self.init()
    providerId = identity.providerID
    federatedId = identity.federatedID
    email = identity.email?.text
    if identity.email != nil { emailVerified = identity.emailVerifiedByProvider }
    displayName = identity.displayName
    fullName = identity.displayName
    firstName = identity.firstName
    lastName = identity.lastName
    screenName = identity.screenName
    username = identity.screenName
    photoUrl = identity.photoURL
    rawUserInfo = JSONWriter.text(identity.rawUserInfo)
    oauthAccessToken = identity.tokens.accessToken
    oauthIdToken = identity.tokens.idToken
    oauthTokenSecret = identity.tokens.tokenSecret
    oauthExpireIn = identity.tokens.expiresIn
    oauthScope = identity.tokens.grantedScopes
  }
}
