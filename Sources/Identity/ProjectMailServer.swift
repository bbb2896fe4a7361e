import IdentityWire

/// A project's own mail server. Mails of the project and its tenants go through it instead of the server-wide one.
public struct ProjectMailServer: Sendable, Equatable, Codable {
  public enum Security: String, Sendable, Codable, CaseIterable {
    /// TLS from the first byte.
    case tls
    /// TLS by the command STARTTLS. Nothing is sent to a server that does not offer STARTTLS.
    case startTLS = "starttls"
    /// No encryption. Allowed only for hosts that the operator allows.
    case none
  }

  /// The usual ports for submitting mail. Other ports are allowed only for hosts that the operator allows.
  public static let usualPorts: Set<Int> = [25, 465, 587, 2525]
  public static let maximumUsernameLength = 256
  public static let maximumPasswordLength = 500
  public static let maximumNameLength = 100

  public var host: String { didSet { if !host.hasSameBytes(as: oldValue) { sealedPassword = nil } } }
  public var port: Int { didSet { if port != oldValue { sealedPassword = nil } } }
  public var security: Security { didSet { if security != oldValue { sealedPassword = nil } } }
  /// Nil if the server needs no user name.
  public var username: String?
  /// The password, sealed under the master key.
  public var sealedPassword: [UInt8]?
  /// The sender address of mails.
  public var senderAddress: String
  /// The sender's name beside the address. Nil for the app's name.
  public var senderName: String?
  /// The address for replies. Nil for the sender's address.
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

  /// The context under which the password is sealed.
  public static func sealingContext(of project: ProjectID) -> String { "mail-server/\(project)" }
}

extension ProjectMailServer: SecretBearing {
  public static var sealedSecretPath: WritableKeyPath<Self, [UInt8]?> & Sendable { \.sealedPassword }

  /// Without encryption, everybody on the way receives the password.
  public var secretAddresses: SecretAddresses {
    SecretAddresses(["host": host, "port": String(port), "security": security.rawValue])
  }
}
