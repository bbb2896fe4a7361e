import Identity

extension MessageDelivery.Mail {
  /// Sends one mail to the mail server at once, without the outbox, to test the settings.
  public func send(_ message: MessageTemplates.Composed, to address: MailAddress, id: String, now: Instant)
    async
    -> DeliveryOutcome
  {
    let transport = SMTPTransport(smtp, from: from, replyTo: replyTo)
    let mail = QueuedMessage.Mail(
      to: address.text, subject: message.subject, text: message.text, html: message.html,
      language: message.language)
    let outcome = await transport.deliver(
      QueuedMessage(content: .mail(mail), isDecoy: false, project: ""), id: id, createdAt: now)
    await transport.close()
    return outcome
  }

  /// The mistakes, each with its key under `mail`.
  public func mistakes() -> [SettingMistake] { smtp.mistakes() }
}

extension MessageDelivery.Mail {
  /// Sends one mail to a project's mail server at once. ``send(_:to:id:now:)`` does the same with the operator's
  /// server.
  ///
  /// - Parameter receivers: checks the server's addresses.
  public func send(
    _ message: MessageTemplates.Composed, to address: MailAddress, through receivers: any ProjectReceivers,
    id: String, now: Instant
  ) async -> DeliveryOutcome {
    let mail = QueuedMessage.Mail(
      to: address.text, subject: message.subject, text: message.text, html: message.html,
      language: message.language)
    let own = OwnServerMail(receivers: receivers, concurrency: 1)
    let outcome = await own.deliver(
      QueuedMessage(content: .mail(mail), isDecoy: false, project: ""), to: self, id: id, createdAt: now)
    await own.close()
    return outcome
  }
}

extension SMSGatewaySettings {
  /// Sends one text message to a project's gateway at once, without the outbox, to test the settings.
  ///
  /// - Parameters:
  ///   - number: in the form of E.164.
  ///   - receivers: checks the gateway's addresses.
  public func send(
    _ text: String, to number: String, of project: String, through receivers: any ProjectReceivers,
    id: String,
    clock: any WallClock
  ) async -> DeliveryOutcome {
    let message = QueuedMessage(
      content: .sms(.init(to: number, text: text)), isDecoy: false, project: project)
    return await OwnGatewaySMS(receivers: receivers, clock: clock).deliver(
      message, to: self, id: id, createdAt: clock.now())
  }
}

extension MessageDelivery {
  /// The mistakes, each with its key in the configuration. Templates were checked when they were read.
  public func mistakes() -> [SettingMistake] { (mail?.mistakes() ?? []) + (sms?.mistakes() ?? []) }
}

extension MessageValues {
  /// Example values for showing a template.
  public static func example(appName: String = "Example") -> MessageValues {
    MessageValues(
      appName: appName, email: "ada@example.com", newEmail: "countess@example.com",
      link: "https://auth.example.com/__/auth/action?mode=action&oobCode=CODE", displayName: "Ada Lovelace",
      secondFactor: .init(phoneNumber: "+*******0100"), signInMethods: [.provider("Google")],
      loginCode: "123456")
  }
}
