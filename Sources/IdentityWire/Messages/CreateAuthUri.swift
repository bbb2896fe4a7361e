/// `accounts:createAuthUri`.
public struct CreateAuthUriRequest: Sendable {
  public var identifier: String?
  public var continueUri: String?
  public var providerId: String?
  public var sessionId: String?
  public var oauthScope: String?
  public var customParameter: [String: String]?
  public var hostedDomain: String?
  public var authFlowType: String?
  public var context: String?
  public var appId: String?
  public var tenantId: String?
  public init() {}
}

public struct CreateAuthUriResponse: Sendable {
  public var kind = "identitytoolkit#CreateAuthUriResponse"
  public var authUri: String?
  public var providerId: String?
  public var registered: Bool?
  public var forExistingProvider: Bool?
  public var allProviders: [String]?
  public var signinMethods: [String]?
  public var sessionId: String
  public init(sessionId: String) { self.sessionId = sessionId }
}

extension CreateAuthUriRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    identifier = try members.text("identifier")
    continueUri = try members.text("continueUri")
    providerId = try members.text("providerId")
    sessionId = try members.text("sessionId")
    oauthScope = try members.text("oauthScope")
    customParameter = try members.textMap("customParameter")
    hostedDomain = try members.text("hostedDomain")
    authFlowType = try members.text("authFlowType")
    context = try members.text("context")
    appId = try members.text("appId")
    tenantId = try members.text("tenantId")
  }
}

extension CreateAuthUriResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("authUri", authUri)
    answer.member("providerId", providerId)
    answer.member("registered", registered)
    answer.member("forExistingProvider", forExistingProvider)
    answer.member("allProviders", allProviders)
    answer.member("signinMethods", signinMethods)
    answer.member("sessionId", sessionId)
  }
}
