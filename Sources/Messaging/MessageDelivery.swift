import Identity

/// How messages leave: what a configuration's `mail` and `sms` come to.
public struct MessageDelivery: Sendable {
  public struct Mail: Sendable {
    public var smtp: SMTPSettings
    /// Without a name in it, readers see the app's.
    public var from: Mailbox
    public var replyTo: Mailbox?

    public init(smtp: SMTPSettings, from: Mailbox, replyTo: Mailbox? = nil) {
      self.smtp = smtp
      self.from = from
      self.replyTo = replyTo
    }
  }

  /// Nil: requests that would send a mail are refused.
  public var mail: Mail?
  /// Nil: requests that would send a text message are refused.
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
