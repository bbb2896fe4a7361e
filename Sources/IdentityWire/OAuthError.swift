/// An error of the token endpoint (RFC 6749 section 5.2). It contains no secrets.
public struct OAuthError: Error, Sendable {
  public enum Code: String, Sendable {
    case invalidRequest = "invalid_request"
    case invalidGrant = "invalid_grant"
    case invalidScope = "invalid_scope"
    case unsupportedGrantType = "unsupported_grant_type"
    /// From RFC 6749 section 4.1.2.1. The token endpoint has no code for an unavailable server, but clients know this
    /// code.
    case temporarilyUnavailable = "temporarily_unavailable"
  }

  public var code: Code
  public var description: String
  public var httpStatus = 400
  /// The number of seconds after which the client may retry.
  public var retryAfter: Int?
  /// The cause, for the log.
  public var cause: String?

  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
