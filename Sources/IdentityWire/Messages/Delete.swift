/// `accounts:delete`; v3 `deleteAccount`.
public struct DeleteRequest: Codable, Sendable {
  public var idToken: String?
  public var localId: String?
  public var tenantId: String?
  public var targetProjectId: String?
  public init() {}
}

public struct DeleteResponse: Codable, Sendable {
  public var kind = "identitytoolkit#DeleteAccountResponse"
  public init() {}
}
