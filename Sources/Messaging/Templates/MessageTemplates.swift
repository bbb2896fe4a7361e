import Identity
import Texts

/// The texts of messages: the built-in texts, and the operator's texts, which replace them.
public struct MessageTemplates: Sendable {
  /// A message with its values filled in.
  public struct Composed: Sendable {
    /// One line. Empty for text messages.
    public var subject: String
    public var text: String
    /// Nil for text messages.
    public var html: String?
    /// The tag of the message's language.
    public var language: String

    public init(subject: String, text: String, html: String?, language: String) {
      self.subject = subject
      self.text = text
      self.html = html
      self.language = language
    }
  }

  /// Only the built-in texts, with English as the default language.
  public static let builtIn = MessageTemplates(defaultLanguage: "en", overrides: [:])

  /// The languages of ``builtIn``.
  public static var builtInLanguages: [String] { Language.allCases.map(\.rawValue).sorted() }

  let defaultLanguage: String
  /// The operator's templates, by language tag in lower case.
  let overrides: [String: [MessageKind: TemplateFiles]]

  init(defaultLanguage: String, overrides: [String: [MessageKind: TemplateFiles]]) {
    self.defaultLanguage = defaultLanguage
    self.overrides = overrides
  }

  /// A message's template in a language, without the project's texts. A project can base its own texts on this
  /// template. The HTML is nil if it is made from the text. The result is nil if the language has no texts.
  public func wording(of kind: MessageKind, in language: String) -> ProjectMessages.Wording? {
    template(kind, ProjectMessages(), LanguageTag.chain(language)).map {
      ProjectMessages.Wording(subject: $0.subject?.source, text: $0.text.source, html: $0.html?.source)
    }
  }

  /// Fills in a template.
  ///
  /// - Parameters:
  ///   - project: the project's own texts, which replace these templates.
  ///   - languages: tags in order of preference, such as those of the request and the project. For each tag, more
  ///     general forms are tried, too: for `pt-BR` also `pt`. The default language comes last.
  public func compose(
    _ kind: MessageKind, project: ProjectMessages = ProjectMessages(), languages: [String?],
    _ values: MessageValues
  ) -> Composed {
    for tag in languages.compactMap({ $0 }) + [defaultLanguage, "en"] {
      if let found = template(kind, project, LanguageTag.chain(tag)) { return found.composed(values) }
    }
    // English has every message.
    return Composed(subject: "", text: "", html: nil, language: "en")
  }

  private struct Template {
    var kind: MessageKind
    var subject: TemplateText?
    var text: TemplateText
    var html: TemplateText?
    var action: String?
    var language: String

    func composed(_ values: MessageValues) -> Composed {
      var values = values
      let known = LanguageTag.chain(language).lazy.compactMap(Language.init(rawValue:)).first
      values.names = BuiltInTexts.texts(in: known ?? .english).names
      var text = text.filled(values)
      guard kind.isMail else { return Composed(subject: "", text: text, html: nil, language: language) }
      let links = values.brandLinks.map { "\($0.label): \($0.address)\n" }
      if !links.isEmpty { text += "\n" + links.joined() }
      let subject = HeaderText.oneLine(subject?.filled(values) ?? "")
      let html =
        html?.filledHTML(values)
        ?? MessageHTML.page(self.text, subject: subject, action: action, language: language, values)
      return Composed(subject: subject, text: text, html: html, language: language)
    }
  }

  /// Chooses each part from the most specific language that has this part. The HTML must not come from a more general
  /// language than the text.
  private func template(_ kind: MessageKind, _ project: ProjectMessages, _ chain: [String]) -> Template? {
    var subject: TemplateText?
    var html: TemplateText?
    var found: (text: TemplateText, action: String?, language: String)?
    for tag in chain {
      let files = (overrides[tag]?[kind] ?? TemplateFiles()).replaced(
        by: TemplateFiles(project[kind, tag], of: kind))
      let builtIn = BuiltInTexts.texts(tag: tag)?.templates[kind]
      subject = subject ?? files.subject ?? builtIn?.subject
      if found == nil {
        html = html ?? files.html
        if let text = files.text {
          found = (text, nil, tag)
        } else if let builtIn {
          found = (builtIn.text, builtIn.action, tag)
        }
      }
    }
    guard let found, subject != nil || !kind.isMail else { return nil }
    return Template(
      kind: kind, subject: subject, text: found.text, html: html, action: found.action,
      language: found.language)
  }
}
