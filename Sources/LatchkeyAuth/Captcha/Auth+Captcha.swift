import Foundation

// A project can require proof that a request does not come from a program: `docs/captcha.md`. The SDK computes
// proofs of work by itself.
extension Auth {
  /// Supplies the tokens of Turnstile or hCaptcha, if the project uses one of these services. If it is nil,
  /// requests that need such a token fail with `recaptchaSDKNotLinked`.
  public var captchaTokenProvider: (any CaptchaTokenProvider)? {
    get { core.backend.captcha.withLock { $0.tokenProvider } }
    set { core.backend.captcha.withLock { $0.tokenProvider = newValue } }
  }

  /// Asks the server which actions need a captcha in ``tenantID``. The first request of each such action then
  /// already contains a proof. Without this call, the SDK sends the first request of each action twice, and a
  /// project that only audits captchas gets no proofs. Has no effect with Google's service or Firebase's
  /// emulator.
  ///
  /// - Throws: ``AuthError``.
  public func initializeRecaptchaConfig() async throws {
    // Reads the stored session first, because its tenant becomes ``tenantID``.
    _ = core.user
    try await core.backend.learnCaptchas()
  }

  @available(swift, introduced: 6)
  public func initializeRecaptchaConfig(
    completion: (@MainActor ((any Error)?) -> Void)?
  ) {
    complete(completion) { try await self.initializeRecaptchaConfig() }
  }

  @available(swift, obsoleted: 6)
  public func initializeRecaptchaConfig(completion: (((any Error)?) -> Void)?) {
    initializeRecaptchaConfig(completion: completion.map(onMainActor))
  }
}
