/// `accounts:signInWithIdp`; v3 `verifyAssertion`.
public struct SignInWithIdpRequest: Sendable {
  public var requestUri: String?
  public var postBody: String?
  public var sessionId: String?
  public var pendingToken: String?
  public var pendingIdToken: String?
  /// The ID token of the signed-in user to link the identity to.
  public var idToken: String?
  public var returnIdpCredential: Bool?
  public var returnRefreshToken: Bool?
  public var returnSecureToken: Bool?
  /// False for a reauthentication: an unknown identity does not create an account.
  public var autoCreate: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithIdpResponse: Sendable {
  public var kind = "identitytoolkit#VerifyAssertionResponse"
  public var context = ""
  public var providerId: String?
  public var federatedId: String?
  public var localId: String?
  public var isNewUser: Bool?
  /// The address at the provider. Names and photo are also those at the provider.
  public var email: String?
  /// The account's own address, if it differs from ``email``.
  public var originalEmail: String?
  /// True if the account's address is verified. Nil if the account has no address.
  public var emailVerified: Bool?
  public var displayName: String?
  public var fullName: String?
  public var firstName: String?
  public var lastName: String?
  public var screenName: String?
  /// The same as ``screenName``, under the name that the official Apple SDK reads.
  public var username: String?
  public var photoUrl: String?
  public var rawUserInfo: String?
  public var oauthAccessToken: String?
  public var oauthIdToken: String?
  public var oauthRefreshToken: String?
  public var oauthTokenSecret: String?
  public var oauthExpireIn: Int?
  public var oauthScope: String?
  public var pendingToken: String?
  public var nonce: String?
  public var needConfirmation: Bool?
  public var verifiedProvider: [String]?
  public var emailRecycled: Bool?
  public var errorMessage: String?
  public var tenantId: String?
  public var mfaPendingCredential: String?
  public var mfaInfo: [MfaEnrollment]?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public init() {}
}

extension SignInWithIdpRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    requestUri = try members.text("requestUri")
    postBody = try members.text("postBody")
    sessionId = try members.text("sessionId")
    pendingToken = try members.token("pendingToken")
    pendingIdToken = try members.token("pendingIdToken")
    idToken = try members.token("idToken")
    returnIdpCredential = try members.flag("returnIdpCredential")
    returnRefreshToken = try members.flag("returnRefreshToken")
    returnSecureToken = try members.flag("returnSecureToken")
    autoCreate = try members.flag("autoCreate")
    tenantId = try members.text("tenantId")
  }
}

extension SignInWithIdpResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("context", context)
    answer.member("providerId", providerId)
    answer.member("federatedId", federatedId)
    answer.member("localId", localId)
    answer.member("isNewUser", isNewUser)
    answer.member("email", email)
    answer.member("originalEmail", originalEmail)
    answer.member("emailVerified", emailVerified)
    answer.member("displayName", displayName)
    answer.member("fullName", fullName)
    answer.member("firstName", firstName)
    answer.member("lastName", lastName)
    answer.member("screenName", screenName)
    answer.member("username", username)
    answer.member("photoUrl", photoUrl)
    answer.member("rawUserInfo", rawUserInfo)
    answer.member("oauthAccessToken", oauthAccessToken)
    answer.member("oauthIdToken", oauthIdToken)
    answer.member("oauthRefreshToken", oauthRefreshToken)
    answer.member("oauthTokenSecret", oauthTokenSecret)
    answer.member("oauthExpireIn", oauthExpireIn)
    answer.member("oauthScope", oauthScope)
    answer.member("pendingToken", pendingToken)
    answer.member("nonce", nonce)
    answer.member("needConfirmation", needConfirmation)
    answer.member("verifiedProvider", verifiedProvider)
    answer.member("emailRecycled", emailRecycled)
    answer.member("errorMessage", errorMessage)
    answer.member("tenantId", tenantId)
    answer.member("mfaPendingCredential", mfaPendingCredential)
    answer.member("mfaInfo", mfaInfo)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
