/// Reads the member of a request that contains the captcha proof. Different kinds of clients use different names for
/// this member.
enum CaptchaToken {
  /// The text that the official SDK sends if it has no proof.
  private static let placeholder = "NO_RECAPTCHA"

  /// Nil if the request has no proof.
  static func read(_ members: MessageReader) throws(MessageFault) -> String? {
    for text in [
      try members.token("captchaResponse"), try members.token("captchaResp"),
      try members.token("recaptchaToken"),
    ] {
      guard let text, text != placeholder else { continue }
      return text
    }
    return nil
  }
}

/// `v2/captchaChallenge`, which the official API does not have. A page asks how to prove that its user is a person.
public struct CaptchaChallengeRequest: Sendable {
  /// `sign-up`, `password-sign-in`, `password-reset`, `sms`.
  public var action: String?
  public var tenantId: String?
  public init() {}
}

public struct CaptchaChallengeResponse: Sendable {
  /// `off`, `audit`, `enforce`.
  public var mode: String
  /// `proof-of-work`, `turnstile`, `hcaptcha`.
  public var provider: String
  public var action: String
  /// The public key of the provider's widget.
  public var siteKey: String?
  /// The custom data for the widget.
  public var data: String?
  /// The challenge in base64url. This member and all following ones belong to a proof of work.
  public var challenge: String?
  /// The number of leading zero bits that the hash of each part must have.
  public var bits: Int?
  /// The number of nonces in a solution.
  public var parts: Int?
  /// RFC 3339.
  public var expireTime: String?

  public init(mode: String, provider: String, action: String) {
    self.mode = mode
    self.provider = provider
    self.action = action
  }
}

extension CaptchaChallengeRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    action = try members.text("action")
    tenantId = try members.text("tenantId")
  }
}

extension CaptchaChallengeResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("mode", mode)
    answer.member("provider", provider)
    answer.member("action", action)
    answer.member("siteKey", siteKey)
    answer.member("data", data)
    answer.member("challenge", challenge)
    answer.member("bits", bits)
    answer.member("parts", parts)
    answer.member("expireTime", expireTime)
  }
}
