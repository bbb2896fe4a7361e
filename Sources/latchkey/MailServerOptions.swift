import ArgumentParser
import Foundation
import Messaging

extension SMTPSettings.Security: ExpressibleByArgument {}

/// The mail server that delivers mails.
struct MailServerOptions: ParsableArguments {
  @Option(help: "The mail server's name.")
  var smtpHost: String?

  @Option(help: "The mail server's port. (default: 587 with starttls, 465 with tls, 25 with none)")
  var smtpPort: Int?

  @Option(
    help:
      "The protection of the connection: starttls, tls, or none for a server on this machine. (default: starttls)"
  )
  var security: SMTPSettings.Security?

  @Option(help: "The user name at the mail server.")
  var username: String?

  @Option(help: ArgumentHelp("The file with the password; - reads standard input.", valueName: "file"))
  var passwordFile: String?

  @Option(help: ArgumentHelp("The environment variable with the password.", valueName: "name"))
  var passwordEnv: String?

  @Option(help: ArgumentHelp("Certificates (PEM) to trust instead of the system's.", valueName: "file"))
  var caFile: String?

  @Option(help: "The sender of mails: an address, or \"Example <noreply@example.com>\".")
  var from: String?

  @Option(help: "The address for replies.")
  var replyTo: String?

  func validate() throws {
    guard passwordFile == nil || passwordEnv == nil else {
      throw ValidationError("Choose one of --password-file and --password-env.")
    }
    if let smtpPort, !(1...65_535).contains(smtpPort) {
      throw ValidationError("--smtp-port must be from 1 to 65535.")
    }
    for text in [from, replyTo].compactMap({ $0 }) where Mailbox(text) == nil {
      throw ValidationError("\"\(text)\" is not a valid e-mail address.")
    }
  }

  private var isGiven: Bool {
    let texts = [smtpHost, username, passwordFile, passwordEnv, caFile, from, replyTo]
    return texts.contains { $0 != nil } || smtpPort != nil || security != nil
  }

  /// Checks that either a configuration or these options name the server.
  func check(_ config: String?) throws {
    if config != nil {
      guard !isGiven else {
        throw ValidationError("Name the mail server with --config or with options, not with both.")
      }
    } else if smtpHost == nil || from == nil {
      throw ValidationError("Name the mail server with --config, or with --smtp-host and --from.")
    }
  }

  /// Returns the delivery with the configuration's mail server; without a configuration, with that of the options.
  func delivery(_ config: String?) throws(CommandFailure) -> MessageDelivery {
    guard let config else { return MessageDelivery(mail: try delivery()) }
    let reading = ConfigurationOptions.read(config, flags: [])
    guard reading.mistakes.isEmpty else { throw CommandFailure(mistakes: reading.mistakes, in: config) }
    return try ConfiguredMessages(configuration: reading.configuration).delivery()
  }

  private func delivery() throws(CommandFailure) -> MessageDelivery.Mail {
    let from = from ?? ""
    guard let sender = Mailbox(from) else {
      throw CommandFailure(.refused, "\"\(from)\" is not a valid e-mail address.")
    }
    var smtp = SMTPSettings(host: smtpHost ?? "", port: smtpPort, security: security ?? .startTLS)
    smtp.username = username
    smtp.password = try SecretSource(file: passwordFile, environment: passwordEnv)?.read()
    smtp.caFile = caFile
    let mistakes = smtp.mistakes()
    guard mistakes.isEmpty else { throw CommandFailure(mistakes) }
    return MessageDelivery.Mail(smtp: smtp, from: sender, replyTo: replyTo.flatMap { Mailbox($0) })
  }
}
