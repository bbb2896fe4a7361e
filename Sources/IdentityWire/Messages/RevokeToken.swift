/// `v2/accounts:revokeToken`.
public struct RevokeTokenRequest: Sendable {
  public enum TokenType: String, WireEnum {
    case unspecified = "TOKEN_TYPE_UNSPECIFIED"
    case refreshToken = "REFRESH_TOKEN"
    case accessToken = "ACCESS_TOKEN"
    case code = "CODE"
  }

  public var providerId: String?
  public var tokenType: TokenType?
  public var token: String?
  public var idToken: String?
  public var redirectUri: String?
  public var tenantId: String?
  public init() {}
}

extension RevokeTokenRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    providerId = try members.text("providerId")
    tokenType = try members.choice("tokenType")
    token = try members.text("token")
    idToken = try members.token("idToken")
    redirectUri = try members.text("redirectUri")
    tenantId = try members.text("tenantId")
  }
}
