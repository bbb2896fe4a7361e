/// A project's own mail server. Mails of the project and its tenants go through it instead of the server-wide one.
public struct ProjectMailServer: Sendable, Equatable, Codable {
  public enum Security: String, Sendable, Codable, CaseIterable {
    /// TLS from the first byte.
    case tls
    /// TLS by command. Nothing is sent to a server that does not offer it.
    case startTLS = "starttls"
    /// No encryption. For hosts that the operator allows.
    case none
  }

  /// The ports that mail is submitted to. Others are only for hosts that the operator allows.
  public static let usualPorts: Set<Int> = [25, 465, 587, 2525]
  public static let maximumUsernameLength = 256
  public static let maximumPasswordLength = 500
  public static let maximumNameLength = 100

  public var host: String
  public var port: Int
  public var security: Security
  /// Nil if the server needs none.
  public var username: String?
  /// The password, sealed under the master key.
  public var sealedPassword: [UInt8]?
  /// The address that mails are from.
  public var senderAddress: String
  /// The name beside it; nil for the app's.
  public var senderName: String?
  /// The address for replies; nil for the sender's.
  public var replyTo: String?

  public init(host: String, port: Int? = nil, security: Security = .startTLS, senderAddress: String) {
    self.host = host
    self.port = port ?? Self.usualPort(for: security)
    self.security = security
    self.senderAddress = senderAddress
  }

  public static func usualPort(for security: Security) -> Int {
    switch security {
    case .tls: 465
    case .startTLS: 587
    case .none: 25
    }
  }

  /// The context that the password is sealed under.
  public static func sealingContext(of project: ProjectID) -> String { "mail-server/\(project)" }
}
