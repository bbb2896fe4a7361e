/// `accounts:sendVerificationCode`; v3 of the same name.
///
/// The official service requires a proof that a real app sends the request: `recaptchaVersion`, `clientType`,
/// `iosReceipt`, `iosSecret`, `playIntegrityToken`, `safetyNetToken`, `autoRetrievalInfo`. These members are accepted
/// and ignored here. Instead, the server limits how many messages it sends to each phone number.
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
