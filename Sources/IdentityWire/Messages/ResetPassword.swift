/// `accounts:resetPassword`: looks at a code of any type, or sets a password with one.
public struct ResetPasswordRequest: Codable, Sendable {
  public var oobCode: String?
  /// Absent to look only.
  public var newPassword: String?
  public var tenantId: String?
  public init() {}
}

public struct ResetPasswordResponse: Codable, Sendable {
  public var kind = "identitytoolkit#ResetPasswordResponse"
  public var requestType: OobRequestType
  /// Not there for a sign-in link: its user has to know the address.
  public var email: String?
  public var newEmail: String?
  public init(requestType: OobRequestType) { self.requestType = requestType }
}
