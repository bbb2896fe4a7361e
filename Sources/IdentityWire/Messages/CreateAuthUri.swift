/// `accounts:createAuthUri`.
public struct CreateAuthUriRequest: Codable, Sendable {
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

public struct CreateAuthUriResponse: Codable, Sendable {
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
