/// `v2/accounts:revokeToken`.
public struct RevokeTokenRequest: Codable, Sendable {
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
