/// Secure Token `v1/token`, as form or JSON.
public struct TokenRequest: Codable, Sendable {
  public var grantType: String?
  public var refreshToken: String?
  public init() {}
}

public struct TokenResponse: Codable, Sendable {
  public var accessToken: String
  public var expiresIn: String
  public var tokenType = "Bearer"
  public var refreshToken: String
  public var idToken: String
  public var userID: String
  public var projectID: String

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case expiresIn = "expires_in"
    case tokenType = "token_type"
    case refreshToken = "refresh_token"
    case idToken = "id_token"
    case userID = "user_id"
    case projectID = "project_id"
  }

  public init(
    idToken: String, refreshToken: String, expiresIn: String, userID: String, projectID: String
  ) {
    accessToken = idToken
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
    self.userID = userID
    self.projectID = projectID
  }
}

/// `GET v1/projects`; v3 `getProjectConfig`.
public struct ProjectConfigResponse: Codable, Sendable {
  public var projectId: String
  public var authorizedDomains: [String]
  public init(projectId: String, authorizedDomains: [String]) {
    self.projectId = projectId
    self.authorizedDomains = authorizedDomains
  }
}
