import Identity
import IdentityWire

/// Takes the place of a proof on this server's own pages, which work without scripts: for one mail to an address whose reader just
/// used a mailed code.
struct CaptchaVoucher: Sendable, Codable {
  /// Seconds for which the page may stay open.
  static let lifetime: Int64 = 3_600

  var recipient: String
}

extension IdentityService {
  /// Text messages that an enrolment credential lets its account be sent without a proof.
  private static let vouchedMessages = Throttle.rate(3, per: 3_600)

  /// Makes a voucher for a mail that resets the password of an address.
  ///
  /// - Parameter recipient: the address that a code was mailed to which was just used.
  /// - Returns: nil where no proof is asked for.
  public func captchaVoucher(forResetOf recipient: String, _ caller: Caller) async throws(IdentityError)
    -> String?
  {
    guard caller.project.captcha[.passwordReset] != .off else { return nil }
    let now = clock.now()
    let minted = try vault.mint(
      CaptchaVoucher(recipient: try Self.email(recipient).address.text), for: .captchaVoucher,
      scope: caller.scope, now: now, expiresAt: now.adding(seconds: CaptchaVoucher.lifetime))
    try await storing { () async throws(StoreError) in try await store.apply([minted.write]) }
    return minted.token.text
  }

  /// Finds the voucher that a text is.
  ///
  /// - Returns: what uses it up; nil for anything else, and for the voucher of another address.
  func captchaVoucher(_ text: String, for recipient: String, _ caller: Caller) async throws(IdentityError)
    -> StoreWrite?
  {
    guard
      let (voucher, _, consumption) = try await vault.read(
        CaptchaVoucher.self, text, for: .captchaVoucher, scope: caller.scope, now: clock.now()),
      try Self.email(recipient).address.text.utf8.elementsEqual(voucher.recipient.utf8)
    else { return nil }
    return consumption
  }

  /// Asks for the proof before a text message that enrols a second factor.
  ///
  /// The page that enrols a required factor has none. Its user has signed in and verified an address, and that is enough for a
  /// few messages.
  ///
  /// - Throws: as ``requireCaptcha(_:for:to:_:)``.
  func requireCaptcha(_ token: String?, of enrollee: Enrollee, _ caller: Caller) async throws(IdentityError) {
    guard token == nil, enrollee.consumption != nil else {
      return try await requireCaptcha(token, for: .sms, caller)
    }
    guard caller.project.captcha[.sms] == .enforce else { return }
    let key = projects.throttleKey(
      "captcha/enrolment", of: enrollee.account.id.rawValue, in: caller.scope)
    try await count([.countTry(key, Self.vouchedMessages, now: clock.now())])
  }
}
