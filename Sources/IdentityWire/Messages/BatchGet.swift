/// `accounts:batchGet`; v3 `downloadAccount`.
public struct BatchGetRequest: Codable, Sendable {
  public var maxResults: Int?
  public var nextPageToken: String?
  public var tenantId: String?
  public var targetProjectId: String?
  public init() {}
}

public struct BatchGetResponse: Codable, Sendable {
  public var kind = "identitytoolkit#DownloadAccountResponse"
  public var users: [AccountInfo]?
  /// Nil on a page that is not full.
  public var nextPageToken: String?
  public init(users: [AccountInfo]?, nextPageToken: String?) {
    self.users = users
    self.nextPageToken = nextPageToken
  }
}
