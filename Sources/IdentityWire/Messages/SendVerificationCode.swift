/// `accounts:sendVerificationCode`; v3 of the same name.
///
/// Members that prove to the official service that a real app is asking are accepted and not looked at: `recaptchaVersion`,
/// `clientType`, `iosReceipt`, `iosSecret`, `playIntegrityToken`, `safetyNetToken`, `autoRetrievalInfo`. How many messages a
/// number is sent is bounded instead.
public struct SendVerificationCodeRequest: Sendable {
  /// E.164.
  public var phoneNumber: String?
  public var tenantId: String?
  /// The proof of ``CaptchaToken``.
  public var captchaResponse: String?
  public init() {}
}

public struct SendVerificationCodeResponse: Sendable {
  /// An opaque text to present with the code.
  public var sessionInfo: String
  public init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}

extension SendVerificationCodeRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    phoneNumber = try members.text("phoneNumber")
    tenantId = try members.text("tenantId")
    captchaResponse = try CaptchaToken.read(members)
  }
}

extension SendVerificationCodeResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("sessionInfo", sessionInfo)
  }
}
