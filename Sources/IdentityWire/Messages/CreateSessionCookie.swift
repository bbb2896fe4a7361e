/// `v1/projects/{p}[/tenants/{t}]:createSessionCookie`.
public struct CreateSessionCookieRequest: Codable, Sendable {
  public var idToken: String?
  /// Seconds.
  public var validDuration: Int64Text?
  public var tenantId: String?
  public init() {}
}

public struct CreateSessionCookieResponse: Codable, Sendable {
  public var sessionCookie: String
  public init(sessionCookie: String) { self.sessionCookie = sessionCookie }
}
