/// `accounts:update`; v3 `setAccountInfo`.
public struct UpdateRequest: Sendable {
  public enum Attribute: String, WireEnum {
    case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
    case email = "EMAIL"
    case displayName = "DISPLAY_NAME"
    case provider = "PROVIDER"
    case photoURL = "PHOTO_URL"
    case password = "PASSWORD"
    case rawUserInfo = "RAW_USER_INFO"
  }

  public var idToken: String?
  public var localId: String?
  public var oobCode: String?
  public var email: String?
  public var password: String?
  public var displayName: String?
  public var photoUrl: String?
  public var deleteAttribute: [Attribute]?
  public var deleteProvider: [String]?
  /// Credential IDs in base64 in either alphabet.
  public var deletePasskey: [String]?
  public var provider: [String]?
  public var upgradeToFederatedLogin: Bool?
  public var linkProviderUserInfo: UploadedUser.Provider?
  public var emailVerified: Bool?
  public var phoneNumber: String?
  public var disableUser: Bool?
  public var customAttributes: String?
  public var mfa: MFAInfo?
  public var validSince: Int64Text?
  public var createdAt: Int64Text?
  public var lastLoginAt: Int64Text?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public var targetProjectId: String?
  /// The proof of ``CaptchaToken``.
  public var captchaResponse: String?
  public init() {}
}

public struct UpdateResponse: Sendable {
  public var kind = "identitytoolkit#SetAccountInfoResponse"
  public var localId: String
  public var email: String?
  /// The same as ``email``, if the request or its code changed it.
  public var newEmail: String?
  public var displayName: String?
  public var photoUrl: String?
  public var emailVerified: Bool
  public var passwordHash: String?
  public var providerUserInfo: [ProviderUserInfo]?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public init(localId: String, emailVerified: Bool) {
    self.localId = localId
    self.emailVerified = emailVerified
  }
}

extension UpdateRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    localId = try members.text("localId")
    oobCode = try members.text("oobCode")
    email = try members.text("email")
    password = try members.text("password")
    displayName = try members.text("displayName")
    photoUrl = try members.text("photoUrl")
    deleteAttribute = try members.choices("deleteAttribute")
    deleteProvider = try members.texts("deleteProvider")
    deletePasskey = try members.texts("deletePasskey")
    provider = try members.texts("provider")
    upgradeToFederatedLogin = try members.flag("upgradeToFederatedLogin")
    linkProviderUserInfo = try members.message("linkProviderUserInfo")
    emailVerified = try members.flag("emailVerified")
    phoneNumber = try members.text("phoneNumber")
    disableUser = try members.flag("disableUser")
    customAttributes = try members.text("customAttributes")
    mfa = try members.message("mfa")
    validSince = try members.int64Text("validSince")
    createdAt = try members.int64Text("createdAt")
    lastLoginAt = try members.int64Text("lastLoginAt")
    returnSecureToken = try members.flag("returnSecureToken")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
    captchaResponse = try CaptchaToken.read(members)
  }
}

extension UpdateResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("localId", localId)
    answer.member("email", email)
    answer.member("newEmail", newEmail)
    answer.member("displayName", displayName)
    answer.member("photoUrl", photoUrl)
    answer.member("emailVerified", emailVerified)
    answer.member("passwordHash", passwordHash)
    answer.member("providerUserInfo", providerUserInfo)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
