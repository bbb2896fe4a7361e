/// `accounts:signUp`, `projects/{p}/accounts`; v3 `signupNewUser`.
public struct SignUpRequest: Sendable {
  public var idToken: String?
  public var email: String?
  public var password: String?
  public var displayName: String?
  public var photoUrl: String?
  public var localId: String?
  public var emailVerified: Bool?
  public var phoneNumber: String?
  public var disabled: Bool?
  public var mfaInfo: [MFAFactor]?
  public var tenantId: String?
  public var targetProjectId: String?
  /// The proof of ``CaptchaToken``.
  public var captchaResponse: String?
  public init() {}
}

public struct SignUpResponse: Sendable {
  public var kind = "identitytoolkit#SignupNewUserResponse"
  public var localId: String
  public var email: String?
  public var displayName: String?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public init(localId: String) { self.localId = localId }
}

extension SignUpRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    email = try members.text("email")
    password = try members.text("password")
    displayName = try members.text("displayName")
    photoUrl = try members.text("photoUrl")
    localId = try members.text("localId")
    emailVerified = try members.flag("emailVerified")
    phoneNumber = try members.text("phoneNumber")
    disabled = try members.flag("disabled")
    mfaInfo = try members.messages("mfaInfo")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
    captchaResponse = try CaptchaToken.read(members)
  }
}

extension SignUpResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("localId", localId)
    answer.member("email", email)
    answer.member("displayName", displayName)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
