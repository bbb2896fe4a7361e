import ArgumentParser
import Identity
import Foundation
import Messaging

extension MessageKind: ExpressibleByArgument {}

struct MailPreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Print a message as its recipient would see it.",
    discussion: """
      KIND is one of \(MessageKind.allCases.map(\.rawValue).joined(separator: ", ")). \
      The names, addresses and links in the message are examples.

      EXAMPLES
        latchkey mail preview reset-password --language pt-BR
        latchkey mail preview sign-in --html > sign-in.html
        latchkey mail preview verify-email --templates templates

      \(ExitStatus.help)
      """)

  @Argument(help: "The kind of message.")
  var kind: MessageKind

  @Option(help: "The language, as a tag such as ja or pt-BR.")
  var language = "en"

  @Option(help: ArgumentHelp("A directory with your own templates.", valueName: "directory"))
  var templates: String?

  @Option(help: "The name of the app.")
  var app = "Example"

  @Flag(help: "Print the HTML instead of the text.")
  var html = false

  func validate() throws {
    if html, !kind.isMail { throw ValidationError("A text message has no HTML.") }
  }

  func run() throws {
    let templates: MessageTemplates
    do {
      templates = try MessageTemplates(directory: self.templates)
    } catch {
      throw CommandFailure(error.all)
    }
    let message = templates.compose(kind, languages: [language], .example(appName: app))
    if html {
      try Terminal.deliver(message.html ?? "")
    } else {
      let subject = kind.isMail ? "Subject: \(message.subject)\n\n" : ""
      try Terminal.deliver(subject + message.text.trimmingCharacters(in: .newlines))
    }
  }
}

extension CommandFailure {
  /// Lists all mistakes in settings or templates.
  init(_ mistakes: [SettingMistake]) {
    self.init(
      .refused, mistakes.map { "\($0.key): \($0.reason)\n    \($0.fix)" }.joined(separator: "\n"))
  }
}
