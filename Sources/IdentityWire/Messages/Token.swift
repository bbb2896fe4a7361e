/// Secure Token `v1/token`, as a form or as JSON.
public struct TokenRequest: Sendable {
  public var grantType: String?
  public var refreshToken: String?
  public init() {}
}

public struct TokenResponse: Sendable {
  public var accessToken: String
  public var expiresIn: String
  public var tokenType = "Bearer"
  public var refreshToken: String
  public var idToken: String
  public var userID: String
  public var projectID: String

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
public struct ProjectConfigResponse: Sendable {
  public var projectId: String
  public var authorizedDomains: [String]
  public init(projectId: String, authorizedDomains: [String]) {
    self.projectId = projectId
    self.authorizedDomains = authorizedDomains
  }
}

extension TokenRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    grantType = try members.text("grantType")
    refreshToken = try members.text("refreshToken")
  }
}

extension TokenResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("access_token", accessToken)
    answer.member("expires_in", expiresIn)
    answer.member("token_type", tokenType)
    answer.member("refresh_token", refreshToken)
    answer.member("id_token", idToken)
    answer.member("user_id", userID)
    answer.member("project_id", projectID)
  }
}

extension ProjectConfigResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("projectId", projectId)
    answer.member("authorizedDomains", authorizedDomains)
  }
}
