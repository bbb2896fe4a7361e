import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// The end of a flow with the console's OpenID provider.
public struct ConsoleOpenIDResult: Sendable {
  /// The token of the new session, which replaces the browser's.
  public var session: String
  /// The page to open, as it was named at the beginning of the flow.
  public var next: String
  public var purpose: ConsoleOpenIDPurpose
}

extension ConsoleAdministrators {
  /// Returns the settings of the console's OpenID provider; nil if there are none.
  public func openID() async throws(IdentityError) -> ConsoleOpenID? {
    try await project().flatMap(ConsoleOpenID.init)
  }

  /// Begins a flow with the OpenID provider.
  ///
  /// - Parameters:
  ///   - session: a secret of the browser's session.
  ///   - next: the page to open afterwards. The caller has checked that it is a page of the console.
  ///   - redirectURI: the address of ``ConsoleOpenID/returnPath`` at this server.
  /// - Returns: the address to send the browser to.
  /// - Throws: `CONFIGURATION_NOT_FOUND` if there is no provider; the errors of a request to the provider.
  public func beginOpenID(
    _ purpose: ConsoleOpenIDPurpose, session: String, next: String, redirectURI: String, language: String?,
    _ client: ClientDetails
  ) async throws(IdentityError) -> String {
    let project = try await requireProject()
    guard let openID = ConsoleOpenID(project), let settings = project.provider(ConsoleOpenID.providerID)
    else {
      throw .configurationNotFound
    }
    var start = AuthorizationStart(
      providerID: settings.providerID, redirectURI: redirectURI, returnTarget: .caller)
    // Stores a digest of the session's secret, so that no other session matches it.
    start.sessionID = sha256Hex(session)
    start.language = language
    start.scopes = ["openid", "email", "profile"] + openID.scopes
    if purpose != .signIn { start.customParameters = ["max_age": "0", "prompt": "login"] }
    let begunAt = service.clock.now()
    func keeping(_ flow: AuthorizationFlow) -> ConsoleOpenIDFlow {
      ConsoleOpenIDFlow(
        flow: flow, purpose: purpose, next: next, begunAt: begunAt, issuer: openID.issuer,
        clientID: openID.clientID)
    }
    let caller = caller(project, client)
    return try await service.begin(start, at: settings, caller, for: .consoleSignIn, keeping: keeping).authURI
  }

  /// Ends a flow: signs the administrator in, proves their identity again, or links their account.
  ///
  /// - Parameters:
  ///   - answer: the parameters with which the browser returned.
  ///   - session: the secret of the browser's session that was given at the beginning.
  ///   - current: the token of the browser's session.
  /// - Throws: `INVALID_IDP_RESPONSE` if the state is unknown, expired, used, or another browser's;
  ///   `CONSOLE_ACCESS_DENIED` if the account may not use the console; the errors of the verification.
  public func finishOpenID(
    _ answer: FormURLEncoded, session: String, current: String, _ client: ClientDetails
  ) async throws(IdentityError) -> ConsoleOpenIDResult {
    let project = try await requireProject()
    let caller = caller(project, client)
    let now = service.clock.now()
    // This is not recorded: no flow was begun with this state, and any client may send any number of states.
    guard
      let found = try await service.vault.read(
        ConsoleOpenIDFlow.self, answer["state"] ?? "", for: .consoleSignIn, scope: caller.scope, now: now)
    else { throw Self.unknownFlow }
    var action = AuditAction.signIn
    if case .link = found.payload.purpose { action = .link }
    return try await service.audited(action, caller) { () async throws(IdentityError) in
      // Another browser must not consume the flow.
      guard found.payload.flow.session.accepts(session),
        now < found.payload.begunAt.adding(seconds: ConsoleOpenIDFlow.lifetime)
      else { throw Self.unknownFlow }
      try await service.storing { () async throws(StoreError) in
        try await service.store.apply([found.consumption])
      }
      let flow = found.payload
      guard let settings = ConsoleOpenID(project), flow.issuer.hasSameBytes(as: settings.issuer),
        flow.clientID.hasSameBytes(as: settings.clientID)
      else { throw Self.unknownFlow }
      let (identity, evidence) = try await verify(answer, of: flow, by: session, settings, caller)
      if let email = identity.email { AuditContext.current.trail?.note("administrator", email.text) }
      let decision = try await decide(on: identity, evidence, flow, settings, current: current, caller)
      switch decision {
      case .refused(let reason):
        AuditContext.current.trail?.note("reason", reason.rawValue)
        throw .refused(.consoleAccessDenied, "This account may not use the console.")
      case .accepted(let token):
        return ConsoleOpenIDResult(session: token, next: flow.next, purpose: flow.purpose)
      }
    }
  }

  private func verify(
    _ answer: FormURLEncoded, of flow: ConsoleOpenIDFlow, by session: String, _ openID: ConsoleOpenID,
    _ caller: Caller
  ) async throws(IdentityError) -> (ConsoleOpenIDIdentity, IdentityService.Evidence) {
    guard let settings = caller.project.provider(ConsoleOpenID.providerID) else {
      throw .configurationNotFound
    }
    let pairs = ["state", "code", "iss", "error"].compactMap { name in
      answer[name].map { (name: name, value: $0) }
    }
    let parameters = try IdpParameters(
      requestURI: flow.flow.redirectURI, postBody: FormURLEncoded(pairs).text)
    try flow.flow.requireAgreement(parameters, by: session)
    if let named = parameters["iss"], !named.hasSameBytes(as: openID.issuer) { throw Self.unknownFlow }
    let credential = try flow.flow.credential(in: parameters, of: settings)
    guard case .authorizationCode = credential else { throw Self.unknownFlow }
    let evidence = try await service.verify(credential, settings, caller, now: service.clock.now())
    return (try ConsoleOpenIDIdentity(evidence.identity, openID), evidence)
  }

  private static var unknownFlow: IdentityError {
    .refused(.invalidIdPResponse, "The sign-in is unknown, took too long, or was used. Start it again.")
  }

  // MARK: Deciding

  /// The reason for a refusal, for the audit log. The page does not show it.
  enum OpenIDRefusal: String, Sendable {
    case unverifiedEmail = "the e-mail address is not verified"
    case noGroup = "no group has a role"
    case localAdministrator = "a local administrator has this address and is not linked"
    case anotherAdministrator = "the provider's account is another administrator's"
    case staleProof = "the provider did not ask for a new proof"
  }

  private enum OpenIDDecision: Sendable {
    case accepted(token: String)
    case refused(OpenIDRefusal)
  }

  private func decide(
    on identity: ConsoleOpenIDIdentity, _ evidence: IdentityService.Evidence, _ flow: ConsoleOpenIDFlow,
    _ settings: ConsoleOpenID, current: String, _ caller: Caller
  ) async throws(IdentityError) -> OpenIDDecision {
    let asking = try await stored(current)
    return try await deciding { project, accounts in
      // The settings may have been changed since the token was verified.
      guard let latest = ConsoleOpenID(project), latest.isSameClient(as: settings) else {
        throw Self.unknownFlow
      }
      let redeeming = evidence.consumptions
      let linked = accounts.first { account in
        account.links.contains { $0.isOfSameIdentity(as: ConsoleOpenID.providerID, identity.linkID) }
      }
      if let linked { AuditContext.current.trail?.noteSubject(linked.id) }
      guard let rights = identity.rights(by: latest.groups), !rights.isEmpty else {
        guard let linked, ConsoleAdministrator.isManaged(linked) else {
          return (redeeming, .refused(.noGroup))
        }
        // Only the group gave access, so the administrator is removed.
        let deletion = StoreWrite.deletion(of: linked, now: service.clock.now())
        return (redeeming + deletion, .refused(.noGroup))
      }
      guard let email = identity.email else { return (redeeming, .refused(.unverifiedEmail)) }
      let chosen: (account: Account, isNew: Bool)
      switch flow.purpose {
      case .signIn:
        if let linked {
          chosen = (linked, false)
        } else {
          guard !accounts.contains(where: { $0.email == email }) else {
            return (redeeming, .refused(.localAdministrator))
          }
          guard accounts.count < Self.maximumCount else {
            throw IdentityError.refused(.tooManyAdministrators)
          }
          let id = AccountID.random(service.random)
          chosen = (Account(id: id, scope: caller.scope, createdAt: service.clock.now()), true)
        }
      case .proof(let id), .link(let id):
        guard let (session, owner) = asking, owner.id == id,
          try await self.session(current)?.isComplete == true
        else { throw Self.unknownFlow }
        guard Self.isFresh(identity.authenticatedAt, flow, now: service.clock.now()) else {
          return (redeeming, .refused(.staleProof))
        }
        guard linked.map({ $0.id == id }) ?? (flow.purpose == .link(id)),
          let account = accounts.first(where: { $0.id == id })
        else { return (redeeming, .refused(.anotherAdministrator)) }
        // Only the same verified address proves that both belong to the same person.
        guard linked != nil || account.email == email else {
          return (redeeming, .refused(.anotherAdministrator))
        }
        chosen = (account, false)
        return try await accept(
          chosen, identity, email, rights, SignInFacts(provider: ConsoleOpenID.providerID), caller, project,
          redeeming + [Self.end(of: session, now: service.clock.now())], accounts)
      }
      return try await accept(
        chosen, identity, email, rights, .atConsole(provedAt: identity.authenticatedAt), caller, project,
        redeeming, accounts)
    }
  }

  /// Opens the session. The session needs no second factor of this server, because the provider asks for its own
  /// second factor.
  private func accept(
    _ chosen: (account: Account, isNew: Bool), _ identity: ConsoleOpenIDIdentity, _ email: EmailAddress,
    _ rights: ConsoleRights, _ facts: SignInFacts, _ caller: Caller, _ project: Project,
    _ writes: [StoreWrite], _ accounts: [Account]
  ) async throws(IdentityError) -> ([StoreWrite], OpenIDDecision) {
    var account = chosen.account
    let now = service.clock.now()
    if chosen.isNew || ConsoleAdministrator.isManaged(account) {
      account.customAttributes = ConsoleAdministrator.claims(rights, isManaged: true)
      if !accounts.contains(where: { $0.id != account.id && $0.email == email }) {
        account.email = email
        account.emailVerified = true
      }
      AuditContext.current.trail?.note("role", rights.text)
    }
    let link = ProviderLink(
      providerID: ConsoleOpenID.providerID, rawID: identity.linkID, federatedID: nil, email: email.text)
    account.links.removeAll { $0.providerID == ConsoleOpenID.providerID }
    account.links.append(link)
    account.lastLoginAt = now
    AuditContext.current.trail?.noteAuthenticated(account.id)
    let opened = try await service.openSession(
      for: account, facts, in: project, from: caller.client, now: now)
    let storing: StoreWrite = chosen.isNew ? .insertAccount(account) : .updateAccount(account)
    return (writes + [storing] + opened.writes, .accepted(token: opened.tokens.refreshToken))
  }

  /// True if the provider says that it asked for a proof after this flow began. The provider's clock may differ a
  /// little.
  private static func isFresh(_ authenticatedAt: Instant?, _ flow: ConsoleOpenIDFlow, now: Instant) -> Bool {
    guard let authenticatedAt else { return false }
    return authenticatedAt.seconds >= flow.begunAt.seconds - 60 && authenticatedAt.seconds <= now.seconds + 60
  }
}

extension SignInFacts {
  /// The claim with the moment of the proof, in seconds.
  private static let proofClaim = "console_proved_at"

  /// The facts of a sign-in with the console's OpenID provider. The provider may not have asked for a proof this time,
  /// because the user had signed in there before.
  ///
  /// - Parameter provedAt: the provider's `auth_time`; nil if it does not say.
  fileprivate static func atConsole(provedAt: Instant?) -> SignInFacts {
    var facts = SignInFacts(provider: ConsoleOpenID.providerID)
    facts.additionalClaims[proofClaim] = .integer(provedAt?.seconds ?? 0)
    return facts
  }

  /// The time of the proof that a session of the console is based on; nil for the session's beginning.
  var provedAtConsole: Instant? {
    additionalClaims[Self.proofClaim]?.integerValue.map { Instant(seconds: $0) }
  }
}
