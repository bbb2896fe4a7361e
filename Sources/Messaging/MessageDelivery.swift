import Identity

/// The delivery of messages, from `mail` and `sms` in a configuration.
public struct MessageDelivery: Sendable {
  public struct Mail: Sendable {
    public var smtp: SMTPSettings
    /// The sender. If it has no name, recipients see the app's name.
    public var from: Mailbox
    public var replyTo: Mailbox?

    public init(smtp: SMTPSettings, from: Mailbox, replyTo: Mailbox? = nil) {
      self.smtp = smtp
      self.from = from
      self.replyTo = replyTo
    }
  }

  /// If nil, requests that would send a mail are refused.
  public var mail: Mail?
  /// If nil, requests that would send a text message are refused.
  public var sms: SMSGatewaySettings?
  public var templates: MessageTemplates
  public var policy = OutboxPolicy()

  public init(mail: Mail? = nil, sms: SMSGatewaySettings? = nil, templates: MessageTemplates = .builtIn) {
    self.mail = mail
    self.sms = sms
    self.templates = templates
  }

  /// The channels that the server delivers for projects without their own settings.
  var serverWideChannels: Set<OutboxEntry.Channel> {
    Set([mail.map { _ in .mail }, sms.map { _ in .sms }].compactMap { $0 })
  }

  /// - Parameter receivers: the projects' own settings. Nil if projects have no own settings.
  func transports(clock: any WallClock, receivers: (any ProjectReceivers)?)
    -> [OutboxEntry.Channel: any DeliveryTransport]
  {
    let mails = mail.map { SMTPTransport($0.smtp, from: $0.from, replyTo: $0.replyTo) }
    let texts = sms.map { SMSGateway($0, clock: clock) }
    guard let receivers else {
      var transports: [OutboxEntry.Channel: any DeliveryTransport] = [:]
      transports[.mail] = mails
      transports[.sms] = texts
      return transports
    }
    return [
      .mail: ProjectMailTransport(serverWide: mails, receivers: receivers),
      .sms: ProjectSMSTransport(serverWide: texts, receivers: receivers, clock: clock),
    ]
  }
}
