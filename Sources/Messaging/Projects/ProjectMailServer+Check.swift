import Identity
import Secrets

extension ProjectMailServer {
  /// The first mistake, as a sentence. Nil if there is none. Does not check whether connections to the host are
  /// allowed.
  public var mistake: String? {
    guard HostName.isValid(host) else { return "host has to be the name of a mail server alone." }
    guard (1...65_535).contains(port) else { return "port has to be 1 to 65535." }
    if let username {
      guard (1...Self.maximumUsernameLength).contains(username.utf8.count), !HeaderText.hasControls(username)
      else {
        return "username contains control characters or is too long."
      }
      guard sealedPassword != nil else { return "There is a username without a password." }
    } else if sealedPassword != nil {
      return "There is a password without a username."
    }
    guard MailAddress(senderAddress) != nil else {
      return "senderEmail has to be an address that mail can be from, such as noreply@example.com."
    }
    if let senderName {
      guard (1...Self.maximumNameLength).contains(senderName.count), !HeaderText.hasControls(senderName),
        !senderName.allSatisfy(\.isWhitespace)
      else { return "senderName has to be one line of 1 to \(Self.maximumNameLength) characters." }
    }
    if let replyTo, Mailbox(replyTo) == nil {
      return "replyTo has to be an address, such as Help <help@example.com>."
    }
    return nil
  }

  /// The host in the form for resolving and connecting: lower case and ASCII. Nil if the text is not a host.
  public static func normalizedHost(_ text: String) -> String? {
    HostName.isIPv6(text) ? text.lowercased() : MailAddress.asciiDomain(text)
  }

  /// True if a password can be sent to a mail server.
  public static func isPassword(_ text: String) -> Bool {
    (1...maximumPasswordLength).contains(text.utf8.count) && !HeaderText.hasControls(text)
  }

  /// The delivery through this server. Nil if there is a ``mistake``.
  public func delivery(password: Secret?) -> MessageDelivery.Mail? {
    guard mistake == nil, let address = MailAddress(senderAddress) else { return nil }
    let security: SMTPSettings.Security =
      switch security {
      case .tls: .tls
      case .startTLS: .startTLS
      case .none: .none
      }
    var smtp = SMTPSettings(host: host, port: port, security: security)
    smtp.username = username
    smtp.password = password
    return MessageDelivery.Mail(
      smtp: smtp, from: Mailbox(name: senderName, address: address),
      replyTo: replyTo.flatMap { Mailbox($0) })
  }
}

extension ProjectSMSGateway {
  /// Converts the gateway to the settings of a delivery.
  public func settings(secret: Secret) -> SMSGatewaySettings {
    SMSGatewaySettings(
      kind == .twilio ? .twilio : .webhook, url: url, account: account, secret: secret, from: from)
  }
}
