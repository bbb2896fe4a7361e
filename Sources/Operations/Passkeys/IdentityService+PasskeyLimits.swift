import Identity
import Synchronization

extension IdentityService {
  /// Counts a request for a challenge, only in this process: making one costs less than a write.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func countPasskeyStart(_ caller: Caller, now: Instant) throws(IdentityError) {
    let key = passkeyKey("passkey-start", caller)
    if let wait = passkeyThrottles.refusal(of: key, limits.passkeyStartsPerNetwork, now: now) {
      throw .throttled(kind: "passkey-start/network", retryAfter: wait)
    }
  }

  /// Runs the verification of a response, unless too many responses from the network were refused. A response
  /// counts before it is verified, which also limits concurrent verifications. The try is taken back unless
  /// the response was wrong. If the body fails, the error gets an ID under which the reason is stored.
  ///
  /// - Parameter body: calls ``PasskeyTry/giveBack()`` as soon as the response is verified.
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

/// The try that was counted for a passkey's response.
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

  /// Gives the try back once the response is verified. A blocking function may be slow, and must not use up
  /// the network's tries.
  func giveBack() {
    let wasGivenBack = isGivenBack.withLock { isGivenBack in
      defer { isGivenBack = true }
      return isGivenBack
    }
    if !wasGivenBack { throttles.returnTry(of: key, limit) }
  }

  /// Counts the try again, for a verified response that is refused nevertheless, such as a replay.
  fileprivate func countAgain(now: Instant) {
    let wasGivenBack = isGivenBack.withLock { isGivenBack in
      defer { isGivenBack = false }
      return isGivenBack
    }
    if wasGivenBack { _ = throttles.refusal(of: key, limit, now: now) }
  }
}

extension IdentityError {
  /// True for errors that a client can cause by guessing, or in order to waste the server's computing time.
  fileprivate var isWrongPasskey: Bool {
    switch refusal {
    case .invalidAuthenticatorResponse, .passkeyChallengeTimeout, .passkeyEnrollmentNotFound, .passkeyExists:
      true
    default: false
    }
  }
}
