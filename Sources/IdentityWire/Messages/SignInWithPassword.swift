/// `accounts:signInWithPassword`; v3 `verifyPassword`.
public struct SignInWithPasswordRequest: Sendable {
  public var email: String?
  public var password: String?
  public var pendingIdToken: String?
  public var captchaChallenge: String?
  /// The proof of ``CaptchaToken``.
  public var captchaResponse: String?
  public var idToken: String?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithPasswordResponse: Sendable {
  public var kind = "identitytoolkit#VerifyPasswordResponse"
  public var localId: String
  public var email: String?
  public var displayName: String?
  public var registered = true
  public var profilePicture: String?
  public var mfaPendingCredential: String?
  public var mfaInfo: [MfaEnrollment]?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public init(localId: String) { self.localId = localId }
}

extension SignInWithPasswordRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    email = try members.text("email")
    password = try members.text("password")
    pendingIdToken = try members.token("pendingIdToken")
    captchaChallenge = try members.text("captchaChallenge")
    captchaResponse = try CaptchaToken.read(members)
    idToken = try members.token("idToken")
    returnSecureToken = try members.flag("returnSecureToken")
    tenantId = try members.text("tenantId")
  }
}

extension SignInWithPasswordResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("localId", localId)
    answer.member("email", email)
    answer.member("displayName", displayName)
    answer.member("registered", registered)
    answer.member("profilePicture", profilePicture)
    answer.member("mfaPendingCredential", mfaPendingCredential)
    answer.member("mfaInfo", mfaInfo)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
