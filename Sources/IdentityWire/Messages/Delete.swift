/// `accounts:delete`; v3 `deleteAccount`.
public struct DeleteRequest: Sendable {
  public var idToken: String?
  public var localId: String?
  public var tenantId: String?
  public var targetProjectId: String?
  public init() {}
}

public struct DeleteResponse: Sendable {
  public var kind = "identitytoolkit#DeleteAccountResponse"
  public init() {}
}

extension DeleteRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    localId = try members.text("localId")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
  }
}

extension DeleteResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
  }
}
