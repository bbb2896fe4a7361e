import Identity

extension IdentityService {
  /// Counts a challenge that is asked for, in this process alone: making one costs less than a write would.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func countPasskeyStart(_ caller: Caller, now: Instant) throws(IdentityError) {
    let key = passkeyKey("passkey-start", caller)
    if let wait = passkeyThrottles.refusal(of: key, limits.passkeyStartsPerNetwork, now: now) {
      throw .throttled(kind: "passkey-start/network", retryAfter: wait)
    }
  }

  /// Runs what verifies an answer, unless the network had too many refused. An answer counts before it is looked at, so that
  /// no more are verified at once either, and is taken back unless it was wrong. When it fails, the error gets an id under
  /// which the reason is kept.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func countingPasskeyFailures<Answer>(
    _ caller: Caller, _ body: () async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    let key = passkeyKey("passkey-answer", caller)
    let limit = limits.passkeyFailuresPerNetwork
    if let wait = passkeyThrottles.refusal(of: key, limit, now: clock.now()) {
      throw .throttled(kind: "passkey-answer/network", retryAfter: wait)
    }
    return try await diagnosing(caller, provider: PasskeyProvider.id) { () async throws(IdentityError) in
      do throws(IdentityError) {
        let result = try await body()
        passkeyThrottles.returnTry(of: key, limit)
        return result
      } catch {
        if !error.isWrongPasskey { passkeyThrottles.returnTry(of: key, limit) }
        throw error
      }
    }
  }

  private func passkeyKey(_ kind: String, _ caller: Caller) -> LocalThrottles.Key {
    let key = caller.networkKey(kind, projects)
    return LocalThrottles.Key(kind: key.kind, subject: key.subject)
  }
}

extension IdentityError {
  /// True for what somebody may send who tries answers out, or has them verified for nothing.
  fileprivate var isWrongPasskey: Bool {
    switch refusal {
    case .invalidAuthenticatorResponse, .passkeyChallengeTimeout, .passkeyEnrollmentNotFound, .passkeyExists:
      true
    default: false
    }
  }
}
