/// `accounts:signInWithIdp`; v3 `verifyAssertion`.
public struct SignInWithIdpRequest: Codable, Sendable {
  public var requestUri: String?
  public var postBody: String?
  public var sessionId: String?
  public var pendingToken: String?
  public var pendingIdToken: String?
  /// Of the signed-in user to whom the identity is to be linked.
  public var idToken: String?
  public var returnIdpCredential: Bool?
  public var returnRefreshToken: Bool?
  public var returnSecureToken: Bool?
  /// False for a reauthentication: an unknown identity makes no account.
  public var autoCreate: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithIdpResponse: Codable, Sendable {
  public var kind = "identitytoolkit#VerifyAssertionResponse"
  public var context = ""
  public var providerId: String?
  public var federatedId: String?
  public var localId: String?
  public var isNewUser: Bool?
  /// At the provider, as are the names and the photo.
  public var email: String?
  /// The account's own address, where that is another.
  public var originalEmail: String?
  /// True if the account's address is verified; nil without one.
  public var emailVerified: Bool?
  public var displayName: String?
  public var fullName: String?
  public var firstName: String?
  public var lastName: String?
  public var screenName: String?
  /// The same as ``screenName``: where the official Apple SDK looks for it.
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
