/// `accounts:signInWithPassword`; v3 `verifyPassword`.
public struct SignInWithPasswordRequest: Codable, Sendable {
  public var email: String?
  public var password: String?
  public var pendingIdToken: String?
  public var captchaChallenge: String?
  public var captchaResponse: String?
  public var idToken: String?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithPasswordResponse: Codable, Sendable {
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
