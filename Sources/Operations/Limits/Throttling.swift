import Identity
import IdentityWire

extension ProjectDirectory {
  /// - Parameters:
  ///   - kind: not secret.
  ///   - subject: an address, a phone number, a network. Only its keyed hash is stored. With another master
  ///     key the counts start again.
  func throttleKey(_ kind: String, of subject: String, in scope: Scope) -> ThrottleKey {
    ThrottleKey(
      scope: scope, kind: kind, subject: authenticationCode(of: subject, context: "throttle/\(kind)"))
  }
}

extension Caller {
  /// Returns the key that counts one network's tries in a project and all its tenants. All clients whose
  /// network is unknown share a key: otherwise hiding the network would avoid the count.
  func networkKey(_ what: String, _ projects: ProjectDirectory) -> ThrottleKey {
    projects.throttleKey(
      "\(what)/network", of: network?.description ?? "", in: Scope(project: project.id))
  }

  /// Returns the key that counts all clients' tries in a project and all its tenants.
  fileprivate func projectKey(_ what: String) -> ThrottleKey {
    ThrottleKey(scope: Scope(project: project.id), kind: "\(what)/project", subject: [])
  }
}

extension IdentityService {
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`, `QUOTA_EXCEEDED`.
  func count(_ tries: [StoreWrite]) async throws(IdentityError) {
    try await storing { () async throws(StoreError) in try await store.apply(tries) }
  }

  private func networkTry(_ what: String, _ throttle: Throttle, _ caller: Caller, now: Instant)
    -> [StoreWrite]
  {
    [.countTry(caller.networkKey(what, projects), throttle, now: now)]
  }

  /// Counts a request for a mail, before its recipient is looked up.
  func mailRequest(_ caller: Caller, now: Instant) -> [StoreWrite] {
    caller.isAdministrator ? [] : networkTry("mail", limits.mailsPerNetwork, caller, now: now)
  }

  func mail(_ kind: OOBCode.Kind, to recipient: EmailAddress, _ caller: Caller, now: Instant)
    -> [StoreWrite]
  {
    mail(kind.rawValue, to: recipient, caller, now: now)
  }

  /// Counts an example of a message. Examples of all kinds share one limit, because recipients did not ask for them.
  func mailExample(to recipient: EmailAddress, _ caller: Caller, now: Instant) -> [StoreWrite] {
    mail("EXAMPLE", to: recipient, caller, now: now)
  }

  private func mail(_ kind: String, to recipient: EmailAddress, _ caller: Caller, now: Instant)
    -> [StoreWrite]
  {
    let mailbox = projects.throttleKey("mail/\(kind)", of: recipient.mailbox, in: caller.scope)
    return [
      .countTry(mailbox, limits.mailsPerMailbox, now: now),
      .countTry(caller.projectKey("mail"), limits.mailsPerProject, now: now),
    ]
  }

  /// - Parameter number: in E.164 format.
  func textMessage(to number: String, _ caller: Caller, now: Instant) -> [StoreWrite] {
    let range = String(number.dropLast(3))
    let scope = Scope(project: caller.project.id)
    return [
      .countTry(
        projects.throttleKey("sms/number", of: number, in: caller.scope), limits.messagesPerNumber, now: now),
      .countTry(projects.throttleKey("sms/range", of: range, in: scope), limits.messagesPerRange, now: now),
    ] + networkTry("sms", limits.messagesPerNetwork, caller, now: now) + [
      .countTry(caller.projectKey("sms"), limits.messagesPerProject, now: now)
    ]
  }

  /// Counts a new account that a person makes for themselves.
  func newAccount(_ caller: Caller, now: Instant) async throws(StoreError) -> [StoreWrite] {
    guard !caller.isAdministrator else { return [] }
    var perNetwork = limits.signUpsPerNetwork
    if let quota = caller.project.signUpQuota, quota.isActive(at: now) {
      perNetwork = .rate(quota.count, per: 3_600)
    }
    let ofNetwork = try await sharedTry(caller.networkKey("sign-up", projects), perNetwork, now: now)
    return try await ofNetwork
      + sharedTry(caller.projectKey("sign-up"), limits.signUpsPerProject, now: now)
  }

  /// Counts tokens reissued to a signed-in user.
  func continuation(of session: UserSession, now: Instant) -> [StoreWrite] {
    let key = projects.throttleKey("session/account", of: session.accountID.rawValue, in: session.scope)
    return [
      Self.signIn(of: session),
      .countTry(key, limits.sessionsPerAccount, now: now),
    ]
  }

  /// Makes a transaction fail if the user's sign-in has ended since the decision.
  static func signIn(of session: UserSession) -> StoreWrite {
    .requireSignIn(session.accountID, session.scope, authenticatedAt: session.authenticatedAt)
  }

  /// Counts a new address or password that a signed-in user sets: a password must be hashed, and the response
  /// reveals whether the address is taken.
  func credentialChange(of account: AccountID, _ caller: Caller, now: Instant) -> [StoreWrite] {
    guard !caller.isAdministrator else { return [] }
    let key = projects.throttleKey("credential/account", of: account.rawValue, in: caller.scope)
    return networkTry("credential", limits.credentialChangesPerNetwork, caller, now: now) + [
      .countTry(key, limits.credentialChangesPerAccount, now: now)
    ]
  }

  /// Counts a credential that only a request to its provider can check. Every request is made in the
  /// operator's name, even for an invented credential.
  func providerQuestion(_ caller: Caller, now: Instant) -> [StoreWrite] {
    caller.isAdministrator
      ? [] : networkTry("provider", limits.providerQuestionsPerNetwork, caller, now: now)
  }

  /// Counts a captcha token, like ``providerQuestion(_:now:)``.
  func captchaQuestion(_ caller: Caller, now: Instant) -> [StoreWrite] {
    networkTry("captcha", limits.providerQuestionsPerNetwork, caller, now: now)
  }

  func flowStart(_ caller: Caller, now: Instant) async throws(StoreError) -> [StoreWrite] {
    try await sharedTry(caller.networkKey("flow", projects), limits.flowsPerNetwork, now: now)
  }

  func methodQuery(_ caller: Caller, now: Instant) -> [StoreWrite] {
    caller.isAdministrator
      ? [] : networkTry("method-query", limits.methodQueriesPerNetwork, caller, now: now)
  }
}

extension IdentityError {
  /// - Parameters:
  ///   - kind: the kind of the throttle's key.
  ///   - retryAfter: the wait in seconds.
  static func throttled(kind: String, retryAfter: Int) -> IdentityError {
    var error: IdentityError =
      switch kind {
      case "sms/project": .refused(.quotaExceeded, "The project's quota of text messages is used up.")
      // The official service's message. It is the same for unknown addresses.
      case "password/secret", "password/secret-network":
        .refused(
          .tooManyAttemptsTryLater,
          "Access to this account has been temporarily disabled due to many failed login attempts. You can "
            + "immediately restore it by resetting your password or you can try again later.")
      default: .refused(.tooManyAttemptsTryLater)
      }
    error.retryAfter = retryAfter
    return error.because("throttled: \(kind)")
  }
}
