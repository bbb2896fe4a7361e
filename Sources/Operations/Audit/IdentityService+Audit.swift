import Identity
import IdentityWire

extension IdentityService {
  /// Runs an operation on behalf of a caller. The audit log names the caller as the actor of the operation's writes and
  /// refusals. Refusals are recorded only within the ``RefusalBudget``. Look-ups of host names count for the caller's
  /// project (``LookUpOwner``).
  ///
  /// - Parameter action: the operation's purpose; nil to record only its writes.
  public func audited<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws -> Answer
  ) async throws -> Answer {
    try await recording(action, caller, body)
  }

  /// Runs an operation as the other overload does. The operation throws only the domain's errors.
  public func audited<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    try await once { try await recording(action, caller) { try await body() } }
  }

  private func recording<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws -> Answer
  ) async throws -> Answer {
    let context = AuditContext(caller, action)
    return try await LookUpOwner.$current.withValue(caller.scope.project.description) {
      try await AuditContext.$current.withValue(context) {
        let answer: Answer
        do {
          answer = try await body()
        } catch let error as IdentityError {
          if let action, error.isOfInterest { await record(error, of: action, context, caller) }
          throw error
        }
        if let action { try await recordReading(action, context) }
        return answer
      }
    }
  }

  // MARK: Reads

  /// Records that an operation without writes returned data.
  ///
  /// - Throws: the store's error if the event cannot be recorded, so that no hashes are returned without a record. The
  ///   operation has changed nothing, so the administrator may try again.
  private func recordReading(_ action: AuditAction, _ context: AuditContext) async throws(IdentityError) {
    guard action.isReading, context.trail?.noted.hasRecorded == false else { return }
    let event = narrator(context).operationEvent(action)
    do throws(StoreError) {
      try await store.apply([.appendAudit(event)])
    } catch {
      if action != .sessionCookie { throw IdentityError(error) }
      // The user's sign-in is in the log already. So a failure of the log does not prevent a session cookie.
      log.error(
        "an audit event could not be recorded",
        metadata: [
          "cause": "\(error)", "action": "\(action.rawValue)", "actor": "\(event.actor)",
          "account": "\(event.account?.rawValue ?? "")",
        ])
    }
  }

  /// Records the export of several accounts, one event for each. Each event contains the number of accounts.
  ///
  /// - Throws: the store's error if the events cannot be recorded. Nothing must be returned then.
  func record(exportOf accounts: [Account], _ caller: Caller) async throws(IdentityError) {
    guard !accounts.isEmpty else { return }
    let narrator = narrator(AuditContext(caller, .export))
    let details = ["accounts": String(accounts.count)]
    let events = accounts.map { account in
      narrator.event(
        .export, in: account.scope.project, tenant: account.scope.tenant, about: account.id, details: details)
    }
    try await storing { () async throws(StoreError) in
      try await store.apply(events.map { .appendAudit($0) })
    }
  }

  /// Records an import that consisted of several uploads.
  func record(importOf details: [String: String], outcome: String, in scope: Scope, _ context: AuditContext)
    async throws(IdentityError)
  {
    var event = narrator(context).event(.imports, in: scope.project, tenant: scope.tenant, details: details)
    event.outcome = outcome
    let recorded = event
    try await storing { () async throws(StoreError) in try await store.apply([.appendAudit(recorded)]) }
  }

  private func narrator(_ context: AuditContext) -> AuditNarrator {
    AuditNarrator(context: context, store: store, now: clock.now(), random: random)
  }

  // MARK: Refusals

  private func record(
    _ error: IdentityError, of action: AuditAction, _ context: AuditContext, _ caller: Caller
  ) async {
    let now = clock.now()
    let noted = context.trail?.noted
    // The write of a record takes time. Where accounts are hidden, its time must not reveal who is registered.
    let mayBeAccount = noted?.identifierHash != nil && caller.signIn.emailEnumerationProtection
    let refusal = RefusalBudget.Refusal(
      project: caller.project.id, network: caller.network?.description ?? "",
      hasKnownSubject: caller.isAdministrator || noted?.subject != nil || noted?.authenticated != nil
        || mayBeAccount,
      repeating: error.isThrottling
        ? "\(action.rawValue)/\(error.name)/\(noted?.subject?.rawValue ?? noted?.identifierHash ?? "")" : nil)
    guard refusalBudget.take(refusal, now: now) else { return await recordOmittedRefusals() }
    // If the log cannot be written to, the refusal must still be reported as it is.
    try? await store.apply([.appendAudit(narrator(context).operationEvent(action, outcome: error.name))])
    await recordOmittedRefusals()
  }

  /// Records how many refusals were not recorded in the previous minutes, one event for each project.
  ///
  /// - Parameter all: whether to include the current minute. Used when the server stops.
  public func recordOmittedRefusals(all: Bool = false) async {
    let now = clock.now()
    let omissions = refusalBudget.omissions(now: now, all: all)
    guard !omissions.isEmpty else { return }
    let events = omissions.map { omission in
      var event = AuditEvent(
        id: random.alphanumeric(20), at: now, project: omission.project,
        actor: AuditContext(.system).actorText(about: nil), action: .refusalsOmitted)
      event.details = [
        "refusals": String(omission.count), "since": Instant(seconds: omission.minute * 60).iso8601,
      ]
      return event
    }
    do throws(StoreError) {
      try await store.apply(events.map { .appendAudit($0) })
    } catch {
      refusalBudget.putBack(omissions)
    }
  }
}

extension AuditAction {
  /// True for actions that are recorded although they write nothing.
  fileprivate var isReading: Bool {
    switch self {
    case .export, .sessionCookie, .signerKeyReading, .providerTrial: true
    default: false
    }
  }
}

extension IdentityError {
  /// False for malformed requests and for failures of the server. Neither kind concerns an account.
  fileprivate var isOfInterest: Bool {
    guard [.refused, .missing, .conflict].contains(kind), let refusal else { return false }
    return refusal == .missingOrInvalidNonce || !refusal.rawValue.hasPrefix("MISSING_")
  }

  /// True if a limit refused the request before anything was looked up.
  fileprivate var isThrottling: Bool { refusal == .tooManyAttemptsTryLater || refusal == .quotaExceeded }
}
