import Identity

/// Our own words in one language.
struct BuiltInTexts: Sendable {
  struct Template: Sendable {
    /// Nil for a text message.
    var subject: TemplateText?
    var text: TemplateText
    /// What following the link does.
    var action: String?
  }

  struct Mail {
    var subject: String
    var action: String?
    /// The link stands in one of its own.
    var paragraphs: [String]

    init(_ subject: String, action: String? = nil, _ paragraphs: String...) {
      self.subject = subject
      self.action = action
      self.paragraphs = paragraphs
    }
  }

  let templates: [MessageKind: Template]
  let names: MessageValues.Names

  /// - Parameters:
  ///   - greeting: the first paragraph of every mail.
  ///   - regards: the last one.
  init(
    greeting: String, regards: String, names: MessageValues.Names, smsCode: String,
    mails: [MessageKind: Mail]
  ) {
    self.names = names
    var templates: [MessageKind: Template] = [:]
    if let text = try? TemplateText(smsCode, allowed: MessageKind.smsCode.allowed) {
      templates[.smsCode] = Template(subject: nil, text: text)
    }
    for (kind, mail) in mails {
      let body = ([greeting] + mail.paragraphs + [regards]).joined(separator: "\n\n") + "\n"
      guard let subject = try? TemplateText(mail.subject, allowed: kind.allowed),
        let text = try? TemplateText(body, allowed: kind.allowed)
      else { continue }
      templates[kind] = Template(subject: subject, text: text, action: mail.action)
    }
    self.templates = templates
  }

  /// By tag.
  static let all: [String: BuiltInTexts] = [
    "de": german, "en": english, "es": spanish, "fr": french, "ja": japanese, "pt": portuguese,
    "vi": vietnamese,
  ]
}
