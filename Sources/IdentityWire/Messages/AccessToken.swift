/// A request to the token endpoint (RFC 6749 section 4.5, RFC 7523 section 2.1).
public struct AccessTokenRequest: Sendable {
  /// The grant type of a service account.
  public static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  public var grantType: String?
  public var assertion: String?
  public init() {}
}

public struct AccessTokenResponse: Sendable {
  public var accessToken: String
  /// The lifetime in seconds.
  public var expiresIn: Int64
  public var tokenType = "Bearer"
  /// Present if fewer scopes were granted than requested (RFC 6749 section 5.1).
  public var scope: String?

  public init(accessToken: String, expiresIn: Int64, scope: String?) {
    self.accessToken = accessToken
    self.expiresIn = expiresIn
    self.scope = scope
  }
}

extension AccessTokenRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    grantType = try members.text("grantType")
    assertion = try members.text("assertion")
  }
}

extension AccessTokenResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("access_token", accessToken)
    answer.member("expires_in", expiresIn)
    answer.member("token_type", tokenType)
    answer.member("scope", scope)
  }
}
