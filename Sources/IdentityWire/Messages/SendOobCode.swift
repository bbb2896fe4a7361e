/// The operation that an out-of-band code allows, by the protocol's names.
public enum OobRequestType: String, WireEnum {
  case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
  case passwordReset = "PASSWORD_RESET"
  case oldEmailAgree = "OLD_EMAIL_AGREE"
  case newEmailAccept = "NEW_EMAIL_ACCEPT"
  case verifyEmail = "VERIFY_EMAIL"
  case recoverEmail = "RECOVER_EMAIL"
  case emailSignIn = "EMAIL_SIGNIN"
  case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
  case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
}

/// `accounts:sendOobCode`; v3 `getOobConfirmationCode`.
public struct SendOobCodeRequest: Sendable {
  public var requestType: OobRequestType?
  public var email: String?
  public var newEmail: String?
  public var idToken: String?
  /// True to return the link instead of mailing it. For administrators.
  public var returnOobLink: Bool?
  public var continueUrl: String?
  public var canHandleCodeInApp: Bool?
  public var iOSBundleId: String?
  public var iOSAppStoreId: String?
  public var androidPackageName: String?
  public var androidMinimumVersion: String?
  public var androidInstallApp: Bool?
  public var dynamicLinkDomain: String?
  public var linkDomain: String?
  public var tenantId: String?
  public var targetProjectId: String?
  /// The proof of ``CaptchaToken``: `captchaResp` in the protocol.
  public var captchaResponse: String?
  public init() {}
}

public struct SendOobCodeResponse: Sendable {
  public var kind = "identitytoolkit#GetOobConfirmationCodeResponse"
  public var email: String?
  public var oobCode: String?
  public var oobLink: String?
  public init() {}
}

extension SendOobCodeRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    requestType = try members.choice("requestType")
    email = try members.text("email")
    newEmail = try members.text("newEmail")
    idToken = try members.token("idToken")
    returnOobLink = try members.flag("returnOobLink")
    continueUrl = try members.text("continueUrl")
    canHandleCodeInApp = try members.flag("canHandleCodeInApp")
    iOSBundleId = try members.text("iOSBundleId")
    iOSAppStoreId = try members.text("iOSAppStoreId")
    androidPackageName = try members.text("androidPackageName")
    androidMinimumVersion = try members.text("androidMinimumVersion")
    androidInstallApp = try members.flag("androidInstallApp")
    dynamicLinkDomain = try members.text("dynamicLinkDomain")
    linkDomain = try members.text("linkDomain")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
    captchaResponse = try CaptchaToken.read(members)
  }
}

extension SendOobCodeResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("email", email)
    answer.member("oobCode", oobCode)
    answer.member("oobLink", oobLink)
  }
}
