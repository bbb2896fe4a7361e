/// `accounts:signInWithEmailLink`; v3 `emailLinkSignin`.
public struct SignInWithEmailLinkRequest: Sendable {
  public var email: String?
  public var oobCode: String?
  /// The ID token of the signed-in user to link the address to.
  public var idToken: String?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithEmailLinkResponse: Sendable {
  public var kind = "identitytoolkit#EmailLinkSigninResponse"
  public var localId: String
  public var email: String?
  public var isNewUser: Bool
  public var mfaPendingCredential: String?
  public var mfaInfo: [MfaEnrollment]?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?

  public init(localId: String, isNewUser: Bool) {
    self.localId = localId
    self.isNewUser = isNewUser
  }
}

extension SignInWithEmailLinkRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    email = try members.text("email")
    oobCode = try members.text("oobCode")
    idToken = try members.token("idToken")
    returnSecureToken = try members.flag("returnSecureToken")
    tenantId = try members.text("tenantId")
  }
}

extension SignInWithEmailLinkResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("localId", localId)
    answer.member("email", email)
    answer.member("isNewUser", isNewUser)
    answer.member("mfaPendingCredential", mfaPendingCredential)
    answer.member("mfaInfo", mfaInfo)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
