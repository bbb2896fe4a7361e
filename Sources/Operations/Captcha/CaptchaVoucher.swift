import Identity
import IdentityWire

/// A substitute for a proof on this server's own pages, which work without scripts. It allows one mail to an address
/// whose reader has just used a mailed code.
struct CaptchaVoucher: Sendable, Codable {
  /// Seconds for which the page may stay open.
  static let lifetime: Int64 = 3_600

  var recipient: String
}

extension IdentityService {
  /// The limit of text messages without a proof, for each account with an enrolment credential.
  private static let vouchedMessages = Throttle.rate(3, per: 3_600)

  /// Makes a voucher for a mail that resets the password of an address.
  ///
  /// - Parameter recipient: the address whose mailed code was just used.
  /// - Returns: nil if the project requires no proof for such mails.
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

  /// Finds the voucher with this text.
  ///
  /// - Returns: the write that redeems the voucher; nil if there is none, or if it is for another address.
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

  /// Requires a proof before a text message that enrols a second factor.
  ///
  /// The page that enrols a required factor cannot send a proof. Its user has signed in and verified an address, which is
  /// enough for a few messages.
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
