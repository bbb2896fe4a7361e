/// `accounts:signInWithEmailLink`; v3 `emailLinkSignin`.
public struct SignInWithEmailLinkRequest: Codable, Sendable {
  public var email: String?
  public var oobCode: String?
  /// Of the signed-in user to whom the address is to be added.
  public var idToken: String?
  public var returnSecureToken: Bool?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithEmailLinkResponse: Codable, Sendable {
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
