/// `accounts:batchGet`; v3 `downloadAccount`.
public struct BatchGetRequest: Sendable {
  public var maxResults: Int?
  public var nextPageToken: String?
  public var tenantId: String?
  public var targetProjectId: String?
  public init() {}
}

public struct BatchGetResponse: Sendable {
  public var kind = "identitytoolkit#DownloadAccountResponse"
  public var users: [AccountInfo]?
  /// Nil if the page is not full.
  public var nextPageToken: String?
  public init(users: [AccountInfo]?, nextPageToken: String?) {
    self.users = users
    self.nextPageToken = nextPageToken
  }
}

extension BatchGetRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    maxResults = try members.integer("maxResults")
    nextPageToken = try members.text("nextPageToken")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
  }
}

extension BatchGetResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("users", users)
    answer.member("nextPageToken", nextPageToken)
  }
}
