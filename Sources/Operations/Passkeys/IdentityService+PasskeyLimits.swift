import Identity
import Synchronization

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
  /// - Parameter body: gives its try back as soon as the answer is verified.
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func countingPasskeyFailures<Answer>(
    _ caller: Caller, _ body: (PasskeyTry) async throws(IdentityError) -> Answer
  ) async throws(IdentityError) -> Answer {
    let key = passkeyKey("passkey-answer", caller)
    let limit = limits.passkeyFailuresPerNetwork
    if let wait = passkeyThrottles.refusal(of: key, limit, now: clock.now()) {
      throw .throttled(kind: "passkey-answer/network", retryAfter: wait)
    }
    let counted = PasskeyTry(of: key, limit, passkeyThrottles)
    return try await diagnosing(caller, provider: PasskeyProvider.id) { () async throws(IdentityError) in
      do throws(IdentityError) {
        let result = try await body(counted)
        counted.giveBack()
        return result
      } catch {
        if error.isWrongPasskey { counted.countAgain(now: clock.now()) } else { counted.giveBack() }
        throw error
      }
    }
  }

  private func passkeyKey(_ kind: String, _ caller: Caller) -> LocalThrottles.Key {
    let key = caller.networkKey(kind, projects)
    return LocalThrottles.Key(kind: key.kind, subject: key.subject)
  }
}

/// The try that an answer of a passkey is counted as.
final class PasskeyTry: Sendable {
  private let key: LocalThrottles.Key
  private let limit: Throttle
  private let throttles: LocalThrottles
  private let isGivenBack = Mutex(false)

  fileprivate init(of key: LocalThrottles.Key, _ limit: Throttle, _ throttles: LocalThrottles) {
    self.key = key
    self.limit = limit
    self.throttles = throttles
  }

  /// Called once an answer is verified: a blocking function may be slow, and must not use up the tries of its network.
  func giveBack() {
    let wasGivenBack = isGivenBack.withLock { isGivenBack in
      defer { isGivenBack = true }
      return isGivenBack
    }
    if !wasGivenBack { throttles.returnTry(of: key, limit) }
  }

  /// Called for a verified answer that is refused all the same, such as one that was sent before.
  fileprivate func countAgain(now: Instant) {
    let wasGivenBack = isGivenBack.withLock { isGivenBack in
      defer { isGivenBack = false }
      return isGivenBack
    }
    if wasGivenBack { _ = throttles.refusal(of: key, limit, now: now) }
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
