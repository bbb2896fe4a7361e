import Identity

/// The delivery of messages, from a configuration's `mail` and `sms`.
public struct MessageDelivery: Sendable {
  public struct Mail: Sendable {
    public var smtp: SMTPSettings
    /// The sender. If it has no name, recipients see the app's.
    public var from: Mailbox
    public var replyTo: Mailbox?

    public init(smtp: SMTPSettings, from: Mailbox, replyTo: Mailbox? = nil) {
      self.smtp = smtp
      self.from = from
      self.replyTo = replyTo
    }
  }

  /// Nil if requests that would send a mail are refused.
  public var mail: Mail?
  /// Nil if requests that would send a text message are refused.
  public var sms: SMSGatewaySettings?
  public var templates: MessageTemplates
  public var policy = OutboxPolicy()

  public init(mail: Mail? = nil, sms: SMSGatewaySettings? = nil, templates: MessageTemplates = .builtIn) {
    self.mail = mail
    self.sms = sms
    self.templates = templates
  }

  func transports(clock: any WallClock) -> [OutboxEntry.Channel: any DeliveryTransport] {
    var transports: [OutboxEntry.Channel: any DeliveryTransport] = [:]
    if let mail { transports[.mail] = SMTPTransport(mail.smtp, from: mail.from, replyTo: mail.replyTo) }
    if let sms { transports[.sms] = SMSGateway(sms, clock: clock) }
    return transports
  }
}
