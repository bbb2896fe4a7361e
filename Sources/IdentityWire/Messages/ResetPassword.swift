/// `accounts:resetPassword`: checks a code of any type, or sets a password with it.
public struct ResetPasswordRequest: Sendable {
  public var oobCode: String?
  /// Absent if the code should only be checked.
  public var newPassword: String?
  public var tenantId: String?
  public init() {}
}

public struct ResetPasswordResponse: Sendable {
  public var kind = "identitytoolkit#ResetPasswordResponse"
  public var requestType: OobRequestType
  /// Absent for a sign-in link: the user of the link must know the address.
  public var email: String?
  public var newEmail: String?
  public init(requestType: OobRequestType) { self.requestType = requestType }
}

extension ResetPasswordRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    oobCode = try members.text("oobCode")
    newPassword = try members.text("newPassword")
    tenantId = try members.text("tenantId")
  }
}

extension ResetPasswordResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("requestType", requestType)
    answer.member("email", email)
    answer.member("newEmail", newEmail)
  }
}
