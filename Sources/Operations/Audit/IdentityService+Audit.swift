import Identity
import IdentityWire

extension IdentityService {
  /// Runs an operation on behalf of a caller. What it writes is recorded as theirs, and so is a refusal, as far as
  /// ``RefusalBudget`` lets it.
  ///
  /// - Parameter action: what it is for; nil for an operation of which only what it writes is recorded.
  public func audited<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws -> Answer
  ) async throws -> Answer {
    try await recording(action, caller, body)
  }

  /// The same for an operation that throws the domain's errors alone.
  public func audited<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    try await once { try await recording(action, caller) { try await body() } }
  }

  private func recording<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws -> Answer
  ) async throws -> Answer {
    let context = AuditContext(caller, action)
    return try await AuditContext.$current.withValue(context) {
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

  // MARK: What was read

  /// Records what was handed out by an operation that writes nothing.
  ///
  /// - Throws: where everybody's hashes would be handed out and nobody could see later to whom. Nothing has happened
  ///   by then, so that an administrator may ask again.
  private func recordReading(_ action: AuditAction, _ context: AuditContext) async throws(IdentityError) {
    guard action.isReading, context.trail?.noted.hasRecorded == false else { return }
    let event = narrator(context).operationEvent(action)
    do throws(StoreError) {
      try await store.apply([.appendAudit(event)])
    } catch {
      if action != .sessionCookie { throw IdentityError(error) }
      // A cookie is of a user who was recorded when they signed in: they are not to be kept out.
      log.error(
        "an audit event could not be recorded",
        metadata: [
          "cause": "\(error)", "action": "\(action.rawValue)", "actor": "\(event.actor)",
          "account": "\(event.account?.rawValue ?? "")",
        ])
    }
  }

  /// Records an import that took many uploads.
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

  // MARK: What was refused

  private func record(
    _ error: IdentityError, of action: AuditAction, _ context: AuditContext, _ caller: Caller
  ) async {
    let now = clock.now()
    let noted = context.trail?.noted
    let refusal = RefusalBudget.Refusal(
      project: caller.project.id, network: caller.network?.description ?? "",
      concernsSomebody: caller.isAdministrator || noted?.subject != nil || noted?.authenticated != nil,
      repeating: error.isThrottling
        ? "\(action.rawValue)/\(error.name)/\(noted?.subject?.rawValue ?? noted?.identifierHash ?? "")" : nil)
    guard refusalBudget.take(refusal, now: now) else { return await recordOmittedRefusals() }
    // A log that cannot be written to must not make another error of a refusal.
    try? await store.apply([.appendAudit(narrator(context).operationEvent(action, outcome: error.name))])
    await recordOmittedRefusals()
  }

  /// Records how many refusals were not recorded in the minutes before, one event for each project.
  ///
  /// - Parameter all: of this minute too: the server ends.
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
  /// What is worth a record though nothing is written.
  fileprivate var isReading: Bool {
    switch self {
    case .export, .sessionCookie, .signerKeyReading, .providerTrial: true
    default: false
    }
  }
}

extension IdentityError {
  /// Not of requests that could not be understood, nor of a server that could not answer: nobody's account is
  /// concerned.
  fileprivate var isOfInterest: Bool {
    guard [.refused, .missing, .conflict].contains(kind), let refusal else { return false }
    return refusal == .missingOrInvalidNonce || !refusal.rawValue.hasPrefix("MISSING_")
  }

  /// A limit spoke, before anything was looked at.
  fileprivate var isThrottling: Bool { refusal == .tooManyAttemptsTryLater || refusal == .quotaExceeded }
}
