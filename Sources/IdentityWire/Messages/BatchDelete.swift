/// `accounts:batchDelete`.
public struct BatchDeleteRequest: Sendable {
  public var localIds: [String]?
  /// True to delete enabled accounts too.
  public var force: Bool?
  public var tenantId: String?
  public init() {}
}

public struct BatchDeleteResponse: Sendable {
  public struct AccountError: Sendable, Equatable {
    /// The index in the request's list of ids.
    public var index: Int
    public var localId: String
    public var message: String

    public init(index: Int, localId: String, message: String) {
      self.index = index
      self.localId = localId
      self.message = message
    }
  }

  public var errors: [AccountError]?
  public init(errors: [AccountError]?) { self.errors = errors }
}

extension BatchDeleteRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    localIds = try members.texts("localIds")
    force = try members.flag("force")
    tenantId = try members.text("tenantId")
  }
}

extension BatchDeleteResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("errors", errors)
  }
}

extension BatchDeleteResponse.AccountError: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("index", index)
    answer.member("localId", localId)
    answer.member("message", message)
  }
}
