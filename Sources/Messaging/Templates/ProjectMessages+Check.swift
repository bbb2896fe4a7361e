import Identity
import Texts

extension ProjectMessages {
  /// The maximum size of all texts together in bytes. It is limited because all texts are read with the project.
  public static let maximumBytes = 131_072
  /// The maximum length of a subject in characters.
  public static let maximumSubject = 300
  /// The maximum length of a text in characters.
  public static let maximumText = 10_000
  /// The maximum length of an HTML part in characters.
  public static let maximumHTML = 50_000
  /// The maximum length of a sender's name in characters.
  public static let maximumSenderName = 100

  /// A reason to refuse a project's messages.
  public struct Refusal: Error, Sendable, Equatable {
    public enum Part: String, Sendable, CaseIterable { case subject, text, html, senderName, replyTo }

    public var kind: MessageKind?
    /// The tag of the texts' language, in lower case.
    public var language: String?
    public var part: Part?
    public var mistake: TemplateMistake

    /// The place of the mistake (kind, language, part and line), followed by the problem and its fix.
    public var message: String {
      let line = mistake.line.map { "line \($0)" }
      let place = [kind?.rawValue, language, part?.rawValue, line].compactMap(\.self)
      return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + mistake.reason + " " + mistake.fix
    }
  }

  /// Checks that a message can be sent in every language that has texts, and that the reply address of every sender is
  /// valid. The page to which links lead is not checked.
  public func check() throws(Refusal) {
    var bytes = 0
    for (language, kinds) in wordings.sorted(by: { $0.key < $1.key }) {
      for (kind, wording) in kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        try check(wording, of: kind, in: language)
        bytes += [wording.subject, wording.text, wording.html].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      }
    }
    guard bytes <= Self.maximumBytes else {
      throw Refusal(mistake: TemplateMistake(problem: .tooMuch(bytes, maximum: Self.maximumBytes)))
    }
    for (kind, sender) in senders.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try check(sender, of: kind)
    }
  }

  private func check(_ wording: Wording, of kind: MessageKind, in language: String) throws(Refusal) {
    func refuse(_ problem: TemplateMistake.Problem) -> Refusal {
      Refusal(kind: kind, language: language, mistake: TemplateMistake(problem: problem))
    }
    guard LanguageTag.isTag(language) else { throw refuse(.noLanguage(language)) }
    guard kind.isMail || (wording.subject == nil && wording.html == nil) else {
      throw refuse(.textMessageHasOnlyText)
    }
    let parts: [(Refusal.Part, String?, Int, (String, MessageKind) throws(TemplateMistake) -> TemplateText)] =
      [
        (.subject, wording.subject, Self.maximumSubject, TemplateCheck.subject),
        (.text, wording.text, Self.maximumText, TemplateCheck.text),
        (.html, wording.html, Self.maximumHTML, TemplateCheck.html),
      ]
    for (part, text, maximum, check) in parts {
      guard let text else { continue }
      do throws(TemplateMistake) {
        guard text.count <= maximum else {
          throw TemplateMistake(problem: .tooLong(text.count, maximum: maximum))
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw TemplateMistake(problem: .empty) }
        _ = try check(text, kind)
      } catch {
        throw Refusal(kind: kind, language: language, part: part, mistake: error)
      }
    }
    let chain = LanguageTag.chain(language)
    guard !chain.contains(where: { Language(rawValue: $0) != nil }) else { return }
    let known = chain.map { self[kind, $0] }
    guard known.contains(where: { $0.text != nil }),
      !kind.isMail || known.contains(where: { $0.subject != nil })
    else { throw refuse(.lacksSubjectOrText) }
  }

  private func check(_ sender: Sender, of kind: MessageKind) throws(Refusal) {
    func refuse(_ part: Refusal.Part, _ problem: TemplateMistake.Problem) -> Refusal {
      Refusal(kind: kind, part: part, mistake: TemplateMistake(problem: problem))
    }
    guard kind.isMail else { throw refuse(.senderName, .textMessageHasNoSender) }
    if let name = sender.name {
      guard name.count <= Self.maximumSenderName, !HeaderText.hasControls(name),
        !name.allSatisfy(\.isWhitespace)
      else { throw refuse(.senderName, .senderName(maximum: Self.maximumSenderName)) }
    }
    if let replyTo = sender.replyTo, Mailbox(replyTo) == nil { throw refuse(.replyTo, .replyTo) }
  }
}
