import Foundation

// A project can ask for a proof that no program sends a request: `docs/captcha.md`. The SDK does proofs of work
// by itself.
extension Auth {
  /// Supplies the tokens of Turnstile or hCaptcha, if the project uses one of them. Without it, requests that
  /// need such a token fail with `recaptchaSDKNotLinked`.
  public var captchaTokenProvider: (any CaptchaTokenProvider)? {
    get { core.backend.captcha.withLock { $0.tokenProvider } }
    set { core.backend.captcha.withLock { $0.tokenProvider = newValue } }
  }

  /// Asks the server which actions need a captcha in ``tenantID``, so that their requests bring a proof at
  /// once. Otherwise the first one of each action is sent twice, and a project that only audits captchas gets
  /// no proofs. Has no effect at Google's service and at Firebase's emulator.
  ///
  /// - Throws: ``AuthError``.
  public func initializeRecaptchaConfig() async throws {
    // The tenant is the stored session's, if there is one.
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
