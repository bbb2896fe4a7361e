import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Logging
import Secrets

extension IdentityService {
  /// Seconds for which a token of another service is remembered. Both say that theirs are good for five minutes at most.
  private static let tokenMemory: Int64 = 900

  /// Asks for the proof that no program sends a request, where the project does. Administrators are not asked.
  ///
  /// A proof is used up, whatever becomes of the request: a guess costs as much as a sign-in.
  ///
  /// - Parameter recipient: the address that is mailed to, for which a ``CaptchaVoucher`` is as good as a proof.
  /// - Throws: `MISSING_RECAPTCHA_TOKEN`, `INVALID_RECAPTCHA_TOKEN`, `CAPTCHA_CHECK_FAILED`, `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func requireCaptcha(
    _ token: String?, for action: CaptchaSettings.Action, to recipient: String? = nil, _ caller: Caller
  ) async throws(IdentityError) {
    let settings = caller.project.captcha
    let mode = settings[action]
    guard mode != .off, !caller.isAdministrator else { return }
    let finding: CaptchaFinding
    var failure: IdentityError?
    do throws(IdentityError) {
      finding = try await self.finding(about: token, for: action, to: recipient, caller)
    } catch {
      finding = .unavailable(error.cause ?? error.name)
      failure = error
    }
    captchas.observe(
      .init(action: action, provider: settings.provider, mode: mode, outcome: finding.outcome))
    if mode == .audit { noteAudited(finding, of: action, in: caller.project.id) }
    // Its own error says when to try again.
    if mode == .enforce, let failure { throw failure }
    try CaptchaDecision.admit(finding, by: mode)
  }

  /// Logs what would have kept a request out. As with enforced proofs, a request without one has no line.
  private func noteAudited(
    _ finding: CaptchaFinding, of action: CaptchaSettings.Action, in project: ProjectID
  ) {
    func note(_ level: Logger.Level, _ message: Logger.Message, _ cause: String) {
      log.log(
        level: level, message,
        metadata: ["project": "\(project)", "action": "\(action.rawValue)", "cause": "\(cause)"])
    }
    switch finding {
    case .passed, .missing: break
    case .wrong(let cause): note(.info, "a captcha was wrong, and the request was admitted", cause)
    case .unavailable(let cause): note(.warning, "a captcha could not be checked", cause)
    }
  }

  private func finding(
    about token: String?, for action: CaptchaSettings.Action, to recipient: String?, _ caller: Caller
  ) async throws(IdentityError) -> CaptchaFinding {
    guard let token, !token.isEmpty else { return .missing }
    let settings = caller.project.captcha
    let now = clock.now()
    if let recipient, let voucher = try await captchaVoucher(token, for: recipient, caller) {
      return try await redeem(voucher)
    }
    guard settings.provider != .proofOfWork else {
      let (challenge, finding) = CaptchaChallenge.solved(
        by: token, for: action, in: caller.scope, now: now, projects)
      guard let challenge else { return finding }
      return try await redeem(challenge.redemption(in: caller.scope, now: now))
    }
    guard token.utf8.count <= SiteVerification.maximumTokenLength else {
      return .wrong("the token is too long")
    }
    guard let secret = try projects.captchaSecret(of: caller.project) else {
      return .unavailable("\(settings.provider.rawValue) has no secret here")
    }
    guard let place = place(in: captchaQuestions, caller) else { throw .busy(retryAfter: 1) }
    defer { place.leave() }
    try await count(captchaQuestion(caller, now: now))
    let policy = ReturnPolicy(project: caller.project, origins: caller.links.origins, acceptsPlainHTTP: true)
    let verification = SiteVerification(
      settings: settings, secret: secret, action: action, scope: caller.scope,
      acceptsHost: { host in
        settings.hostnames.isEmpty
          ? ReturnPolicy.webURL("https://\(host)").map(policy.isAuthorized) == true
          : settings.hostnames.contains(host)
      })
    let finding = await verification.ask(about: token, captchas)
    guard finding == .passed else { return finding }
    // The services forget a used token only after a moment, and not everywhere at once. In all of the project's tenants.
    return try await redeem(
      .redeem(
        key: "captcha/" + Base64URL.encode(SHA256.hash(data: Array(token.utf8))),
        scope: Scope(project: caller.project.id), expiresAt: now.adding(seconds: Self.tokenMemory), now: now))
  }

  private func redeem(_ write: StoreWrite) async throws(IdentityError) -> CaptchaFinding {
    do throws(StoreError) {
      try await store.apply([write])
      return .passed
    } catch {
      switch error {
      case .alreadyRedeemed, .artifactGone: return .wrong("the token was used before")
      default: throw IdentityError(error)
      }
    }
  }

  // MARK: What clients ask

  /// `v2/captchaChallenge`: how a page is to prove that no program sends a request.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an unknown action.
  public func captchaChallenge(_ request: CaptchaChallengeRequest, _ caller: Caller) throws(IdentityError)
    -> CaptchaChallengeResponse
  {
    guard let action = request.action.flatMap(CaptchaSettings.Action.init(rawValue:)) else {
      let all = CaptchaSettings.Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw .refused(.invalidArgument, "action is one of \(all).")
    }
    let settings = caller.project.captcha
    var response = CaptchaChallengeResponse(
      mode: settings[action].rawValue, provider: settings.provider.rawValue, action: action.rawValue)
    guard settings[action] != .off else { return response }
    guard settings.provider == .proofOfWork else {
      response.siteKey = settings.siteKey
      response.data = SiteVerification.data(of: caller.scope)
      return response
    }
    let challenge = CaptchaChallenge(
      for: action, in: caller.scope, workBits: settings.workBits, random: random, now: clock.now(), projects)
    response.challenge = challenge.text
    response.bits = challenge.puzzle.bits
    response.parts = ProofOfWork.parts
    response.expireTime = challenge.expiresAt.iso8601
    return response
  }
}
