/// `v1/projects/{p}[/tenants/{t}]:createSessionCookie`.
public struct CreateSessionCookieRequest: Sendable {
  public var idToken: String?
  /// The lifetime in seconds.
  public var validDuration: Int64Text?
  public var tenantId: String?
  public init() {}
}

public struct CreateSessionCookieResponse: Sendable {
  public var sessionCookie: String
  public init(sessionCookie: String) { self.sessionCookie = sessionCookie }
}

extension CreateSessionCookieRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    idToken = try members.token("idToken")
    validDuration = try members.int64Text("validDuration")
    tenantId = try members.text("tenantId")
  }
}

extension CreateSessionCookieResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("sessionCookie", sessionCookie)
  }
}
