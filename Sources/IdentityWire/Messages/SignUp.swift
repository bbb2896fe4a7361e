/// `accounts:signUp`, `projects/{p}/accounts`; v3 `signupNewUser`.
public struct SignUpRequest: Codable, Sendable {
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
  public init() {}
}

public struct SignUpResponse: Codable, Sendable {
  public var kind = "identitytoolkit#SignupNewUserResponse"
  public var localId: String
  public var email: String?
  public var displayName: String?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public init(localId: String) { self.localId = localId }
}
