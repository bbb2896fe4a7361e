import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// The parameters of an administrator's trial.
public struct ProviderTestParameters: Sendable {
  public var providerID: String
  /// The redirect URI. It is the same as for users, because the provider knows only this address.
  public var redirectURI: String
  /// A secret of the administrator's session.
  public var session: String
  /// The path of the page that the browser opens at the end, with `answer` in its query.
  public var page: String
  /// A BCP 47 tag for the provider's pages.
  public var language: String?

  public init(providerID: String, redirectURI: String, session: String, page: String) {
    self.providerID = providerID
    self.redirectURI = redirectURI
    self.session = session
    self.page = page
  }
}

/// Trials of providers: complete sign-ins up to the decision, which is not carried out.
extension IdentityService {
  /// Begins a trial. The provider must be complete, but need not be enabled.
  ///
  /// - Returns: the address to send the browser to.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `CONFIGURATION_NOT_FOUND`, `INVALID_CONTINUE_URI`; `INVALID_CONFIG`
  ///   for incomplete settings; the errors of ``beginAuthorization(_:_:)``.
  public func beginProviderTest(_ start: ProviderTestParameters, _ caller: Caller) async throws(IdentityError)
    -> String
  {
    try caller.requireAdministrator()
    let isSAML = start.providerID.hasPrefix("saml.")
    let saml = isSAML ? try testedSAMLProvider(start.providerID, caller) : nil
    let settings = isSAML ? nil : try testedProvider(start.providerID, caller).settings
    guard start.page.hasPrefix("/"), !start.page.hasPrefix("//"), start.page.utf8.count <= 1_024,
      !start.session.isEmpty
    else { throw .refused(.invalidContinueURI) }
    var flow = AuthorizationStart(
      providerID: start.providerID, redirectURI: start.redirectURI, returnTarget: .caller)
    // Stores a digest of the session's secret, so that no other session matches it.
    flow.sessionID = sha256Hex(start.session)
    flow.language = start.language
    func keeping(_ flow: AuthorizationFlow) -> ProviderTestFlow {
      ProviderTestFlow(flow: flow, administrator: Self.name(caller), page: start.page)
    }
    if let saml {
      return try await begin(flow, at: saml, caller, for: .signInTrial, keeping: keeping).authURI
    }
    guard let settings else { throw .configurationNotFound }
    return try await begin(flow, at: settings, caller, for: .signInTrial, keeping: keeping).authURI
  }

  /// Stores the provider's response, once.
  ///
  /// - Parameter network: the client's network; nil if unknown.
  /// - Returns: the path to send the browser to; nil if the state does not belong to a trial.
  /// - Throws: `INVALID_IDP_RESPONSE` if another project's or provider's response arrived: see
  ///   ``requireArrival(of:at:for:in:from:)``.
  public func saveProviderTestResponse(
    _ answer: FormURLEncoded, arrivedAt address: AnswerAddress, from network: ClientNetwork?
  ) async throws(IdentityError) -> String? {
    let now = clock.now()
    guard let state = answer[answer["SAMLResponse"] == nil ? "state" : "RelayState"],
      let found = try await vault.read(
        ProviderTestFlow.self, state, for: .signInTrial, scope: nil, now: now)
    else { return nil }
    try await requireArrival(
      of: answer, at: address, for: found.payload.flow, in: found.scope, from: network)
    let kept = [
      "code", "id_token", "access_token", "user", "iss", "error", "SAMLResponse", "oauth_token",
      "oauth_verifier", "denied",
    ]
    let pairs = kept.compactMap { name in answer[name].map { (name: name, value: $0) } }
    let expiresAt = now.adding(seconds: ProviderTestResponse.lifetime)
    let artifact = try vault.mint(
      ProviderTestResponse(trial: found.payload, answer: FormURLEncoded(pairs).text), for: .signInTrialAnswer,
      scope: found.scope, now: now, expiresAt: expiresAt)
    try await storing { () async throws(StoreError) in
      try await store.apply([found.consumption, artifact.write])
    }
    let page = found.payload.page
    return page + (page.contains("?") ? "&" : "?") + "answer=" + artifact.token.text
  }

  /// Checks the provider's response, and stores the result for a while.
  ///
  /// - Parameters:
  ///   - answer: the value that ``saveProviderTestResponse(_:arrivedAt:from:)`` put into the address.
  ///   - session: the session of the administrator. It must be the one that began the trial.
  /// - Returns: the identifier of the result for ``trial(_:_:)``.
  /// - Throws: `INVALID_IDP_RESPONSE` if the response is unknown, expired, already checked, or belongs to
  ///   another administrator. A failure at the provider is a result, not an error.
  public func finishProviderTest(_ answer: String, session: String, _ caller: Caller)
    async throws(IdentityError)
    -> String
  {
    try caller.requireAdministrator()
    let now = clock.now()
    guard
      let found = try await vault.read(
        ProviderTestResponse.self, answer, for: .signInTrialAnswer, scope: caller.scope, now: now)
    else { throw Self.unknownProviderTest }
    try await storing { () async throws(StoreError) in try await store.apply([found.consumption]) }
    let flow = found.payload.trial
    guard flow.flow.session.accepts(session), flow.administrator == Self.name(caller) else {
      throw .refused(.invalidIdPResponse, "Another administrator, or another session, began this test.")
        .diagnosed(Diagnosis.sessionID(isMissing: false))
    }
    let result = try await run(flow.flow, found.payload.answer, session: session, caller)
    let artifact = try vault.mint(
      result, for: .signInTrialResult, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: ProviderTestResult.lifetime))
    try await storing { () async throws(StoreError) in try await store.apply([artifact.write]) }
    let failed = result.checks.first { $0.outcome == .failed }
    AuditContext.current.trail?.note("provider", result.providerID)
    AuditContext.current.trail?.note("check", failed.map { "failed: \($0.name.rawValue)" } ?? "all passed")
    return artifact.token.text
  }

  /// Returns the result of a trial. Any administrator of the project may read it.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` for an unknown or expired result.
  public func trial(_ result: String, _ caller: Caller) async throws(IdentityError) -> ProviderTestResult {
    try caller.requireAdministrator()
    let found = try await vault.read(
      ProviderTestResult.self, result, for: .signInTrialResult, scope: caller.scope, now: clock.now())
    guard let found else { throw Self.unknownProviderTest }
    return found.payload
  }

  /// Checks whether a sign-in with the provider is possible. No user signs in for this.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `CONFIGURATION_NOT_FOUND`.
  public func preflight(of providerID: String, redirectURI: String, _ caller: Caller)
    async throws(IdentityError) -> [SignInCheck]
  {
    try caller.requireAdministrator()
    if let settings = caller.samlProvider(providerID) { return await preflight(settings) }
    guard let settings = provider(providerID, caller) else { throw .configurationNotFound }
    let secrets = try projects.secrets(of: settings, in: caller.scope)
    return await providers.preflight(
      settings, secrets: secrets, redirectURI: redirectURI, now: clock.now())
  }

  /// Reads an OpenID provider's documents before it is added. Requests to private addresses are made only to hosts
  /// that the operator names, and for issuers that the operator allows.
  ///
  /// - Throws: the errors of ``ProviderRegistry/describeIssuer(_:leave:now:)``.
  public func describeIssuer(
    _ address: String, _ caller: Caller
  ) async throws(IdentityError) -> IssuerDescription {
    try caller.requireAdministrator()
    var leave = ProviderEndpoints()
    leave.privateHost = privateProviderHosts.host(of: address)
    leave.allowPrivateAddresses = caller.providerList.providers.contains { settings in
      settings.endpoints.allowPrivateAddresses && settings.endpoints.issuer == address
    }
    return try await providers.describeIssuer(address, leave: leave, now: clock.now())
  }
}

extension IdentityService {
  private static var unknownProviderTest: IdentityError {
    .refused(.invalidIdPResponse, "The test is unknown, is over, or took too long. Start it again.")
      .diagnosed(Diagnosis.stateUnknown)
  }

  private static func name(_ caller: Caller) -> String { caller.administratorName ?? "" }

  private func testedProvider(_ providerID: String, _ caller: Caller) throws(IdentityError)
    -> (settings: ProviderSettings, secrets: ProviderSecrets)
  {
    guard let settings = provider(providerID, caller), let entry = ProviderCatalog.entry(for: providerID)
    else {
      throw .configurationNotFound
    }
    let secrets = try projects.secrets(of: settings, in: caller.scope)
    guard entry.hasWebFlow else {
      throw .refused(.operationNotAllowed, "Sign-ins with \(entry.name) do not use a browser.")
    }
    let missing = ProviderCatalog.missingSettings(settings, secrets: secrets, for: .webFlow)
    guard missing.isEmpty else { throw .invalidConfig(missing.joined(separator: " ")) }
    return (settings, secrets)
  }

  private func testedSAMLProvider(_ providerID: String, _ caller: Caller) throws(IdentityError)
    -> SAMLProviderSettings
  {
    guard let settings = caller.samlProvider(providerID) else { throw .configurationNotFound }
    guard !settings.idpCertificates.isEmpty else {
      throw .invalidConfig("The provider has no certificate to check its signatures by.")
    }
    return settings
  }

  /// Runs a user's sign-in up to the decision. Writes only the redemption of the evidence.
  private func run(_ flow: AuthorizationFlow, _ answer: String, session: String, _ caller: Caller)
    async throws(IdentityError) -> ProviderTestResult
  {
    let trace = CheckTrace()
    let saml = caller.samlProvider(flow.providerID)
    var trial = ProviderTestResult(
      providerID: flow.providerID, at: clock.now(),
      isEnabled: saml?.enabled ?? caller.provider(flow.providerID)?.enabled ?? false, checks: [])
    var failure: DiagnosisReport?
    do {
      try await CheckTrace.$current.withValue(trace) {
        try await once { try await follow(flow, answer, session, caller, &trial) }
      }
    } catch let error as IdentityError {
      if [.busy, .unavailable, .unimplemented].contains(error.kind) { throw error }
      failure = error.signInReport
    } catch {
      throw .unavailable(.internalError, cause: "\(error)")
    }
    let names =
      saml.map { _ in SignInCheck.ofSAMLFlow }
      ?? caller.provider(flow.providerID).map(SignInCheck.ofBrowserFlow) ?? [.configuration]
    trial.checks = SignInCheck.results(of: names, passed: trace.passed, failure: failure)
    return trial
  }

  private func follow(
    _ flow: AuthorizationFlow, _ answer: String, _ session: String, _ caller: Caller,
    _ trial: inout ProviderTestResult
  ) async throws {
    let parameters = try IdpParameters(requestURI: flow.redirectURI, postBody: answer)
    let evidence: Evidence
    if flow.requestID != nil {
      let settings = try testedSAMLProvider(flow.providerID, caller)
      CheckTrace.pass(.configuration, seen: settings.idpEntityID)
      CheckTrace.pass(.state)
      try flow.requireAgreement(parameters, by: session)
      evidence = try await verify(parameters, of: flow, settings, caller, now: clock.now())
    } else {
      let (settings, _) = try testedProvider(flow.providerID, caller)
      CheckTrace.pass(.configuration, seen: settings.clientID)
      CheckTrace.pass(.state)
      try flow.requireAgreement(parameters, by: session)
      let credential = try flow.credential(in: parameters, of: settings)
      evidence = try await verify(credential, settings, caller, now: clock.now())
    }
    let identity = evidence.identity
    try await store.apply(evidence.consumptions)
    if !evidence.consumptions.isEmpty { CheckTrace.pass(.replay) } else { CheckTrace.note(.replay) }

    let verdict = EmailTrust.verdict(
      identity, policy: caller.signIn.emailTrust,
      domains: caller.providerList.emailDomains(of: identity.providerID))
    trial.identity = .init(identity, verdict)
    if verdict == .verified {
      CheckTrace.pass(.email, seen: identity.email?.text)
    } else {
      CheckTrace.note(.email, seen: identity.email?.text)
    }
    let (decision, candidates) = try await decide(
      on: identity, current: nil, mayMakeAccount: true, caller, now: clock.now())
    trial.decision = .init(decision, candidates, caller, now: trial.at)
    if case .accept = decision {
      CheckTrace.pass(.decision, seen: decision.ruleName)
    } else {
      CheckTrace.note(.decision, seen: decision.ruleName)
    }
  }
}
