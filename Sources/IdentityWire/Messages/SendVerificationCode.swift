/// `accounts:sendVerificationCode`; v3 of the same name.
///
/// What proves to the official service that a real app is asking is accepted and not looked at: `recaptchaToken`,
/// `captchaResponse`, `recaptchaVersion`, `clientType`, `iosReceipt`, `iosSecret`, `playIntegrityToken`,
/// `safetyNetToken`, `autoRetrievalInfo`. How many messages a number is sent is bounded instead.
public struct SendVerificationCodeRequest: Codable, Sendable {
  /// E.164.
  public var phoneNumber: String?
  public var tenantId: String?
  public init() {}
}

public struct SendVerificationCodeResponse: Codable, Sendable {
  /// Opaque; to be presented with the code.
  public var sessionInfo: String
  public init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}
