import Identity
import IdentityWire

extension IdentityService {
  /// Runs an operation on behalf of a caller. What it writes is recorded as theirs, and so is a refusal.
  ///
  /// - Parameter action: what it is for; nil for an operation of which only what it writes is recorded.
  public func audited<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws -> Answer
  ) async throws -> Answer {
    try await recording(action, caller, body)
  }

  private func recording<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws -> Answer
  ) async throws -> Answer {
    let context = AuditContext(caller, action)
    return try await AuditContext.$current.withValue(context) {
      do {
        let answer = try await body()
        if let action, action.isRecordedWithoutWrites, context.trail?.noted.hasRecorded == false {
          let outcome = action == .signIn ? AuditEvent.pending : AuditEvent.success
          let event = event(action, outcome, context, caller)
          try await storing { () async throws(StoreError) in try await store.apply([.appendAudit(event)]) }
        }
        return answer
      } catch let error as WireError {
        if let action, error.isOfInterest {
          // A log that cannot be written to must not make another error of a refusal.
          try? await store.apply([.appendAudit(event(action, error.code, context, caller))])
        }
        throw error
      }
    }
  }

  /// The same for an operation that throws the protocol's errors alone.
  public func audited<Answer: Sendable>(
    _ action: AuditAction?, _ caller: Caller, _ body: () async throws(WireError) -> Answer
  ) async throws(WireError) -> Answer {
    try await once { try await recording(action, caller) { try await body() } }
  }

  private func event(
    _ action: AuditAction, _ outcome: String, _ context: AuditContext, _ caller: Caller
  ) -> AuditEvent {
    let narrator = AuditNarrator(context: context, store: store, now: clock.now(), random: random)
    let noted = context.trail?.noted
    var event = narrator.event(
      action, in: caller.project.id, tenant: caller.tenant?.id, about: noted?.subject)
    // Who asks for an account has not proved to be its user.
    if !caller.isAdministrator, noted?.authenticated == nil { event.actor = context.actorText(about: nil) }
    event.identifierHash = noted?.subject == nil ? noted?.identifierHash : nil
    event.outcome = outcome
    return event
  }
}

extension AuditAction {
  /// What is worth a record though it changes nothing.
  fileprivate var isRecordedWithoutWrites: Bool {
    switch self {
    case .signIn, .codeRequest, .export, .sessionCookie, .signerKeyReading: true
    default: false
    }
  }
}

extension WireError {
  /// Not of requests that could not be understood, nor of a server that could not answer: nobody's account is
  /// concerned.
  fileprivate var isOfInterest: Bool {
    guard httpStatus < 500, httpStatus != 429, status != "INVALID_ARGUMENT",
      code == "MISSING_OR_INVALID_NONCE" || !code.hasPrefix("MISSING_")
    else { return false }
    return code.utf8.allSatisfy { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}
