import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Logging
import Secrets

extension IdentityService {
  /// Seconds for which a service's token is remembered. According to both services, a token is valid for five minutes.
  private static let tokenMemory: Int64 = 900

  /// Requires a proof that no program sends the request, if the project's settings require proofs. Administrators
  /// need no proof.
  ///
  /// The proof is redeemed even if the request then fails, so that a guess costs as much work as a sign-in.
  ///
  /// - Parameter recipient: the recipient of the requested mail. A ``CaptchaVoucher`` for this address replaces a proof.
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
    // Unlike the decision's error, this one contains the time of the next try.
    if mode == .enforce, let failure { throw failure }
    try CaptchaDecision.admit(finding, by: mode)
  }

  /// Logs why a request would be refused if proofs were enforced. A missing proof is not logged.
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
    // A service takes a moment to mark a token as used everywhere. The scope has no tenant: tenants share their project's
    // tokens.
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

  /// `v2/captchaChallenge`: says which proof a request for an action needs. For a proof of work, the response contains
  /// a challenge.
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
