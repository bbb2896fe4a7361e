import Foundation
import Identity

extension ProjectMessages {
  /// Bytes of all words together: they are read with the project.
  public static let maximumBytes = 131_072
  /// Characters.
  public static let maximumSubject = 300
  /// Characters.
  public static let maximumText = 10_000
  /// Characters.
  public static let maximumHTML = 50_000
  /// Characters.
  public static let maximumSenderName = 100

  /// What of a project's messages cannot be.
  public struct Refusal: Error, Sendable, Equatable {
    public enum Part: String, Sendable { case subject, text, html, senderName, replyTo }

    public var kind: MessageKind?
    /// Of words, a tag in lower case.
    public var language: String?
    public var part: Part?
    public var mistake: TemplateMistake

    /// One or two sentences, with where it is in front.
    public var message: String {
      let place = [kind?.rawValue, language, part?.rawValue, mistake.line.map { "line \($0)" }].compactMap(
        \.self)
      return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + mistake.reason + " " + mistake.fix
    }
  }

  /// Whether a message can be sent in every language that there are words in, and to every sender's answer. The
  /// page that links lead to is not looked at.
  public func check() throws(Refusal) {
    var bytes = 0
    for (language, kinds) in wordings.sorted(by: { $0.key < $1.key }) {
      for (kind, wording) in kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        try check(wording, of: kind, in: language)
        bytes += [wording.subject, wording.text, wording.html].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      }
    }
    guard bytes <= Self.maximumBytes else {
      throw Refusal(
        mistake: TemplateMistake(
          reason:
            "The words of all messages have \(bytes) bytes together, and may have \(Self.maximumBytes).",
          fix: "Make some shorter."))
    }
    for (kind, sender) in senders.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try check(sender, of: kind)
    }
  }

  private func check(_ wording: Wording, of kind: MessageKind, in language: String) throws(Refusal) {
    func refuse(_ reason: String, _ fix: String) -> Refusal {
      Refusal(kind: kind, language: language, mistake: TemplateMistake(reason: reason, fix: fix))
    }
    guard LanguageTag.isTag(language) else {
      throw refuse("\"\(language.prefix(40))\" is no language.", "Name it by a tag such as en or pt-BR.")
    }
    guard kind.isMail || (wording.subject == nil && wording.html == nil) else {
      throw refuse("A text message has neither subject nor HTML.", "Leave them out.")
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
          throw TemplateMistake(
            reason: "It may have \(maximum) characters, and has \(text.count).", fix: "Make it shorter.")
        }
        guard !text.allSatisfy(\.isWhitespace) else {
          throw TemplateMistake(reason: "It is empty.", fix: "Write it, or leave it out to have ours.")
        }
        _ = try check(text, kind)
      } catch {
        throw Refusal(kind: kind, language: language, part: part, mistake: error)
      }
    }
    try checkCompleteness(of: kind, in: language, refuse)
  }

  /// In a language that we write nothing in, subject and text have to be there.
  private func checkCompleteness(
    of kind: MessageKind, in language: String, _ refuse: (String, String) -> Refusal
  ) throws(Refusal) {
    let chain = LanguageTag.chain(language)
    guard !chain.contains(where: { BuiltInTexts.all[$0] != nil }) else { return }
    let known = chain.map { self[kind, $0] }
    guard known.contains(where: { $0.text != nil }),
      !kind.isMail || known.contains(where: { $0.subject != nil })
    else {
      throw refuse(
        "There is no such message of ours in this language.",
        kind.isMail ? "Write its subject and its text." : "Write its text.")
    }
  }

  private func check(_ sender: Sender, of kind: MessageKind) throws(Refusal) {
    func refuse(_ part: Refusal.Part, _ reason: String, _ fix: String) -> Refusal {
      Refusal(kind: kind, part: part, mistake: TemplateMistake(reason: reason, fix: fix))
    }
    guard kind.isMail else { throw refuse(.senderName, "A text message has no sender.", "Leave it out.") }
    if let name = sender.name {
      guard name.count <= Self.maximumSenderName, !HeaderText.hasControls(name),
        !name.allSatisfy(\.isWhitespace)
      else {
        throw refuse(
          .senderName, "It is one line of 1 to \(Self.maximumSenderName) characters.", "Write it so.")
      }
    }
    if let replyTo = sender.replyTo, Mailbox(replyTo) == nil {
      throw refuse(
        .replyTo, "This is no address that mail can be sent to.", "Write one such as Help <help@example.com>."
      )
    }
  }
}
