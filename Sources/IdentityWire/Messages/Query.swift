/// `accounts:query` and `projects:queryAccounts`.
public struct QueryRequest: Codable, Sendable {
  /// Of several members the first in this order counts.
  public struct Expression: Codable, Sendable {
    public var email: String?
    public var phoneNumber: String?
    public var userId: String?
    public init() {}
  }

  public enum SortKey: String, WireEnum {
    case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
    case userID = "USER_ID"
    case name = "NAME"
    case createdAt = "CREATED_AT"
    case lastLoginAt = "LAST_LOGIN_AT"
    case email = "USER_EMAIL"
  }

  public enum Order: String, WireEnum {
    case unspecified = "ORDER_UNSPECIFIED"
    case ascending = "ASC"
    case descending = "DESC"
  }

  /// The first one alone counts.
  public var expression: [Expression]?
  public var limit: Int64Text?
  public var offset: Int64Text?
  public var order: Order?
  public var returnUserInfo: Bool?
  public var sortBy: SortKey?
  public var tenantId: String?
  public init() {}
}

public struct QueryResponse: Codable, Sendable {
  /// How many accounts ``userInfo`` has; without it, how many there are.
  public var recordsCount: String
  public var userInfo: [AccountInfo]?
  public init(recordsCount: Int, userInfo: [AccountInfo]? = nil) {
    self.recordsCount = String(recordsCount)
    self.userInfo = userInfo
  }
}
