/// `accounts:lookup`; v3 `getAccountInfo`.
public struct LookupRequest: Codable, Sendable {
  public struct FederatedUserID: Codable, Sendable {
    public var providerId: String?
    public var rawId: String?
  }

  public var idToken: String?
  public var localId: [String]?
  public var email: [String]?
  public var phoneNumber: [String]?
  public var federatedUserId: [FederatedUserID]?
  public var initialEmail: [String]?
  public var tenantId: String?
  public var targetProjectId: String?
  public init() {}
}

public struct LookupResponse: Codable, Sendable {
  public var kind = "identitytoolkit#GetAccountInfoResponse"
  public var users: [AccountInfo]?
  public init(users: [AccountInfo]?) { self.users = users }
}
