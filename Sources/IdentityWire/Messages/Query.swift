/// `accounts:query` and `projects:queryAccounts`.
public struct QueryRequest: Sendable {
  /// If several members are set, only the first one in this order is used.
  public struct Expression: Sendable {
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

  /// Only the first expression is used.
  public var expression: [Expression]?
  public var limit: Int64Text?
  public var offset: Int64Text?
  public var order: Order?
  public var returnUserInfo: Bool?
  public var sortBy: SortKey?
  public var tenantId: String?
  public init() {}
}

public struct QueryResponse: Sendable {
  /// The number of accounts in ``userInfo``. If ``userInfo`` is absent, the number of all accounts.
  public var recordsCount: String
  public var userInfo: [AccountInfo]?
  public init(recordsCount: Int, userInfo: [AccountInfo]? = nil) {
    self.recordsCount = String(recordsCount)
    self.userInfo = userInfo
  }
}

extension QueryRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    expression = try members.messages("expression")
    limit = try members.int64Text("limit")
    offset = try members.int64Text("offset")
    order = try members.choice("order")
    returnUserInfo = try members.flag("returnUserInfo")
    sortBy = try members.choice("sortBy")
    tenantId = try members.text("tenantId")
  }
}

extension QueryRequest.Expression: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    email = try members.text("email")
    phoneNumber = try members.text("phoneNumber")
    userId = try members.text("userId")
  }
}

extension QueryResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("recordsCount", recordsCount)
    answer.member("userInfo", userInfo)
  }
}
