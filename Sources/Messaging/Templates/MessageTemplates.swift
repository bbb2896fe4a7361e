import Identity
import Texts

/// What messages say: our own words in some languages, and an operator's in place of them.
public struct MessageTemplates: Sendable {
  /// A message's words, filled in.
  public struct Composed: Sendable {
    /// One line; empty for a text message.
    public var subject: String
    public var text: String
    /// Nil for a text message.
    public var html: String?
    /// The tag of the language that it is written in.
    public var language: String

    public init(subject: String, text: String, html: String?, language: String) {
      self.subject = subject
      self.text = text
      self.html = html
      self.language = language
    }
  }

  /// Nobody's words but ours; English where nothing else is asked for.
  public static let builtIn = MessageTemplates(defaultLanguage: "en", overrides: [:])

  /// The languages of ``builtIn``.
  public static var builtInLanguages: [String] { Language.allCases.map(\.rawValue).sorted() }

  let defaultLanguage: String
  /// By tag in lower case.
  let overrides: [String: [MessageKind: TemplateFiles]]

  init(defaultLanguage: String, overrides: [String: [MessageKind: TemplateFiles]]) {
    self.defaultLanguage = defaultLanguage
    self.overrides = overrides
  }

  /// What a template says in a language before it is filled in, without a project's words: what somebody begins with
  /// who writes their own. The HTML is nil where it is made of the text. Nil for a language that nothing is
  /// written in.
  public func wording(of kind: MessageKind, in language: String) -> ProjectMessages.Wording? {
    template(kind, ProjectMessages(), LanguageTag.chain(language)).map {
      ProjectMessages.Wording(subject: $0.subject?.source, text: $0.text.source, html: $0.html?.source)
    }
  }

  /// Fills a template in.
  ///
  /// - Parameters:
  ///   - project: a project's own words, which take the place of these.
  ///   - languages: tags, the preferred one first, such as that of the request and that of the project. Of each,
  ///     what is more general is tried, too: for `pt-BR` also `pt`. The default language comes last.
  public func compose(
    _ kind: MessageKind, project: ProjectMessages = ProjectMessages(), languages: [String?],
    _ values: MessageValues
  ) -> Composed {
    for tag in languages.compactMap({ $0 }) + [defaultLanguage, "en"] {
      if let found = template(kind, project, LanguageTag.chain(tag)) { return found.composed(values) }
    }
    // English has everything.
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
      let text = text.filled(values)
      guard kind.isMail else { return Composed(subject: "", text: text, html: nil, language: language) }
      let subject = HeaderText.oneLine(subject?.filled(values) ?? "")
      let html =
        html?.filledHTML(values)
        ?? MessageHTML.page(self.text, subject: subject, action: action, language: language, values)
      return Composed(subject: subject, text: text, html: html, language: language)
    }
  }

  /// Each part as specific as there is one; HTML only where it is no more general than the text.
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
