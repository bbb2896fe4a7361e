import Identity
import Texts

/// The built-in texts of messages in one language, from `Texts/messages.LANGUAGE.json`.
struct BuiltInTexts: Sendable {
  struct Template: Sendable {
    /// Nil for text messages.
    var subject: TemplateText?
    var text: TemplateText
    /// The text of the link's button.
    var action: String?
  }

  let templates: [MessageKind: Template]
  let names: MessageValues.Names

  /// Leaves out a message if one of its texts is missing or has a mistake. Such a message is sent in English.
  private init(_ texts: TextReader) {
    names = .init(
      authenticatorApp: texts("messages.name.authenticatorApp"), password: texts("messages.name.password"),
      emailLink: texts("messages.name.emailLink"), passkey: texts("messages.name.passkey"),
      termsOfService: texts("messages.name.termsOfService"),
      privacyPolicy: texts("messages.name.privacyPolicy"))
    var templates: [MessageKind: Template] = [:]
    for kind in MessageKind.allCases { templates[kind] = Self.template(kind, texts) }
    self.templates = templates
  }

  private static func template(_ kind: MessageKind, _ texts: TextReader) -> Template? {
    let key = "messages.\(kind.rawValue)"
    guard let text = texts.text("\(key).text") else { return nil }
    guard kind.isMail else {
      return (try? TemplateText(text, allowed: kind.allowed)).map { Template(text: $0) }
    }
    let body = [texts("messages.greeting"), text, texts("messages.regards")].joined(separator: "\n\n") + "\n"
    guard let subject = texts.text("\(key).subject"),
      let subject = try? TemplateText(subject, allowed: kind.allowed),
      let text = try? TemplateText(body, allowed: kind.allowed)
    else { return nil }
    return Template(subject: subject, text: text, action: texts.text("\(key).action"))
  }

  private static let all = PerLanguage { BuiltInTexts(section.reader(in: $0)) }

  static func texts(in language: Language) -> BuiltInTexts { all[language] }

  /// - Parameter tag: a language's tag in lower case. The result is nil if the language has no texts.
  static func texts(tag: String) -> BuiltInTexts? { Language(rawValue: tag).map { all[$0] } }

  static let section = TextSection("messages") { language in
    switch language {
    case .english: PackageResources.messages_en_json
    case .french: PackageResources.messages_fr_json
    case .german: PackageResources.messages_de_json
    case .japanese: PackageResources.messages_ja_json
    case .portuguese: PackageResources.messages_pt_json
    case .spanish: PackageResources.messages_es_json
    case .vietnamese: PackageResources.messages_vi_json
    }
  }
}
