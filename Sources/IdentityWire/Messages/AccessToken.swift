/// The token endpoint (RFC 6749 section 4.5, RFC 7523 section 2.1).
public struct AccessTokenRequest: Codable, Sendable {
  /// What a service account asks with.
  public static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  public var grantType: String?
  public var assertion: String?
  public init() {}
}

public struct AccessTokenResponse: Codable, Sendable {
  public var accessToken: String
  /// Seconds.
  public var expiresIn: Int64
  public var tokenType = "Bearer"
  /// Given when less was granted than was asked for (RFC 6749 section 5.1).
  public var scope: String?

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case expiresIn = "expires_in"
    case tokenType = "token_type"
    case scope
  }

  public init(accessToken: String, expiresIn: Int64, scope: String?) {
    self.accessToken = accessToken
    self.expiresIn = expiresIn
    self.scope = scope
  }
}
