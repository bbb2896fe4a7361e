import Messaging
import Settings

/// The configured delivery of messages.
struct ConfiguredMessages {
  let configuration: ServeConfiguration

  /// Mistakes beyond single settings: in templates, and in the requirements of a mail server or gateway.
  var mistakes: [SettingMistake] {
    var mistakes: [SettingMistake] = []
    if let mail = configuration.mail {
      mistakes += smtp(mail).mistakes()
      mistakes += MessageTemplates.mistakes(directory: mail.templates, defaultLanguage: mail.language)
      for (key, text) in [("mail.from", mail.from), ("mail.replyTo", mail.replyTo)] {
        guard let text, Mailbox(text) == nil else { continue }
        mistakes.append(
          SettingMistake(
            key, "\"\(text.prefix(120))\" is not a valid e-mail address.",
            fix: "Write it as Example <noreply@example.com>."))
      }
    }
    if let sms = configuration.sms { mistakes += gateway(sms).mistakes() }
    return mistakes
  }

  /// - Throws: all mistakes at once.
  func delivery() throws(CommandFailure) -> MessageDelivery {
    let mistakes = mistakes
    guard mistakes.isEmpty else { throw CommandFailure(mistakes) }
    var delivery = MessageDelivery(sms: configuration.sms.map(gateway))
    guard let mail = configuration.mail, let from = Mailbox(mail.from) else { return delivery }
    delivery.mail = MessageDelivery.Mail(
      smtp: smtp(mail), from: from, replyTo: mail.replyTo.flatMap { Mailbox($0) })
    do {
      delivery.templates = try MessageTemplates(directory: mail.templates, defaultLanguage: mail.language)
    } catch {
      throw CommandFailure(error.all)
    }
    return delivery
  }

  private func smtp(_ mail: MailConfiguration) -> SMTPSettings {
    let security: SMTPSettings.Security =
      switch mail.security {
      case .starttls: .startTLS
      case .tls: .tls
      case .none: .none
      }
    var smtp = SMTPSettings(host: mail.host, port: mail.port, security: security)
    smtp.username = mail.username
    smtp.password = mail.password
    smtp.caFile = mail.caFile
    smtp.heloName = mail.heloName
    return smtp
  }

  private func gateway(_ sms: SMSConfiguration) -> SMSGatewaySettings {
    SMSGatewaySettings(
      sms.gateway == .twilio ? .twilio : .webhook, url: sms.url, account: sms.account, secret: sms.secret,
      from: sms.from)
  }
}
