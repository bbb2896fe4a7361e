/// `accounts:update`; v3 `setAccountInfo`.
public struct UpdateRequest: Codable, Sendable {
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
  public init() {}
}

public struct UpdateResponse: Codable, Sendable {
  public var kind = "identitytoolkit#SetAccountInfoResponse"
  public var localId: String
  public var email: String?
  /// As ``email``, where the request or its code changed it.
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
