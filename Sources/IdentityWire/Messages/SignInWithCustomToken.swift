/// `accounts:signInWithCustomToken`; v3 `verifyCustomToken`.
public struct SignInWithCustomTokenRequest: Sendable {
  public var token: String?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithCustomTokenResponse: Sendable {
  public var kind = "identitytoolkit#VerifyCustomTokenResponse"
  public var isNewUser: Bool
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public var mfaPendingCredential: String?
  public var mfaInfo: [MfaEnrollment]?
  public init(isNewUser: Bool) { self.isNewUser = isNewUser }
}

extension SignInWithCustomTokenRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    token = try members.text("token")
    returnSecureToken = try members.flag("returnSecureToken")
    tenantId = try members.text("tenantId")
  }
}

extension SignInWithCustomTokenResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("isNewUser", isNewUser)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
    answer.member("mfaPendingCredential", mfaPendingCredential)
    answer.member("mfaInfo", mfaInfo)
  }
}
