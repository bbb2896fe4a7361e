/// `accounts:lookup`; v3 `getAccountInfo`.
public struct LookupRequest: Sendable {
  public struct FederatedUserID: Sendable {
    public var providerId: String?
    public var rawId: String?

    public init(providerId: String, rawId: String) {
      self.providerId = providerId
      self.rawId = rawId
    }
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

public struct LookupResponse: Sendable {
  public var kind = "identitytoolkit#GetAccountInfoResponse"
  public var users: [AccountInfo]?
  public init(users: [AccountInfo]?) { self.users = users }
}

extension LookupRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    localId = try members.texts("localId")
    email = try members.texts("email")
    phoneNumber = try members.texts("phoneNumber")
    federatedUserId = try members.messages("federatedUserId")
    initialEmail = try members.texts("initialEmail")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
  }
}

extension LookupRequest.FederatedUserID: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    providerId = try members.text("providerId")
    rawId = try members.text("rawId")
  }
}

extension LookupResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("users", users)
  }
}
