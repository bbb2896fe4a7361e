/// `accounts:signInWithCustomToken`; v3 `verifyCustomToken`.
public struct SignInWithCustomTokenRequest: Codable, Sendable {
  public var token: String?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithCustomTokenResponse: Codable, Sendable {
  public var kind = "identitytoolkit#VerifyCustomTokenResponse"
  public var isNewUser: Bool
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public var mfaPendingCredential: String?
  public var mfaInfo: [MfaEnrollment]?
  public init(isNewUser: Bool) { self.isNewUser = isNewUser }
}
