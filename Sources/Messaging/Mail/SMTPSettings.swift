import Foundation
import Identity
import Secrets

/// The mail server to which this server submits mails as a client (RFC 6409).
public struct SMTPSettings: Sendable {
  public enum Security: String, Sendable, CaseIterable {
    /// TLS from the first byte (RFC 8314), usually on port 465.
    case tls
    /// TLS by the command STARTTLS (RFC 3207), usually on port 587. Nothing is sent to a server that does not offer it.
    case startTLS = "starttls"
    /// No encryption. Allowed only for this machine.
    case none
  }

  public var host: String
  public var port: Int
  public var security: Security
  /// Nil if the server needs no user name.
  public var username: String?
  public var password: Secret?
  /// A file of certificates (PEM) that are trusted instead of the system's.
  public var caFile: String?
  /// The name in the greeting to the mail server. Nil for this machine's name.
  public var heloName: String?
  /// The already checked addresses of the host. The connection uses one of them. If nil, the host is resolved.
  public var addresses: [String]?
  public var connectTimeout = Duration.seconds(10)
  /// The time limit for one mail, including the connection, the authentication, and the server's checks of the message.
  public var timeout = Duration.seconds(60)
  /// The number of mails sent at the same time, each on its own connection.
  public var connections = 4

  public init(host: String, port: Int? = nil, security: Security = .startTLS) {
    self.host = host
    self.port = port ?? Self.defaultPort(for: security)
    self.security = security
  }

  public static func defaultPort(for security: Security) -> Int {
    switch security {
    case .tls: 465
    case .startTLS: 587
    case .none: 25
    }
  }

  /// The mistakes, each with its key under `mail.smtp`.
  public func mistakes() -> [SettingMistake] {
    var mistakes: [SettingMistake] = []
    func refuse(_ key: String, _ reason: String, fix: String) {
      mistakes.append(SettingMistake("mail.smtp.\(key)", reason, fix: fix))
    }
    if !HostName.isValid(host) {
      refuse(
        "host", "\"\(host)\" is no host name.",
        fix: "Give the mail server's name alone, such as smtp.example.com.")
    } else if security == .none, !HostName.isLoopback(host) {
      refuse(
        "security", "Without TLS, passwords and links would go over the network for everyone to read.",
        fix: "Use starttls or tls; none is for a server on this machine.")
    }
    if !(1...65_535).contains(port) {
      refuse(
        "port", "\(port) is no port.", fix: "Give a number from 1 to 65535; 587 for starttls, 465 for tls.")
    }
    switch (username, password) {
    case (nil, .some):
      refuse("username", "There is a password but no user name.", fix: "Give both or neither.")
    case (.some, nil):
      refuse("password", "There is a user name but no password.", fix: "Give both or neither.")
    case (let name?, let password?) where name.isEmpty || HeaderText.hasControls(name) || password.isEmpty:
      refuse("username", "The user name or the password is empty.", fix: "Give both or neither.")
    default: break
    }
    if let caFile, !FileManager.default.isReadableFile(atPath: caFile) {
      refuse(
        "caFile", "\(caFile) cannot be read.", fix: "Give a file of certificates in PEM, or leave it out.")
    }
    if let heloName, MailAddress.asciiDomain(heloName) == nil {
      refuse("heloName", "\"\(heloName)\" is no host name.", fix: "Give this server's name, or leave it out.")
    }
    return mistakes
  }
}
