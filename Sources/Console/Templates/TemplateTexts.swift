import Foundation
import Identity
import Messaging

/// Texts about messages in the reader's language.
enum TemplateTexts {
  static func name(_ kind: MessageKind, _ texts: ConsoleTexts) -> String {
    texts("templates.kind.\(kind.rawValue)")
  }

  /// A language's name in the reader's language, with its tag.
  static func language(_ tag: String, _ texts: ConsoleTexts) -> String {
    let locale = Locale(identifier: texts.language.rawValue)
    guard let name = locale.localizedString(forIdentifier: tag), name.lowercased() != tag.lowercased() else {
      return tag
    }
    return "\(name) (\(tag))"
  }

  static func text(of refusal: ProjectMessages.Refusal, _ texts: ConsoleTexts) -> String {
    let mistake = refusal.mistake
    var values: [String: String] = [:]
    let key: String
    switch mistake.problem {
    case .unknownPlaceholder(let name, let known):
      key = "unknownPlaceholder"
      values = ["name": "%\(name)%", "known": known.map(\.text).joined(separator: ", ")]
    case .missingPlaceholder(let placeholder):
      key = "missingPlaceholder"
      values = ["name": placeholder.text]
    case .tooLong(let count, let maximum):
      key = "tooLong"
      values = ["count": String(count), "maximum": String(maximum)]
    case .tooMuch(let count, let maximum):
      key = "tooMuch"
      values = ["count": String(count), "maximum": String(maximum)]
    case .severalLines: key = "severalLines"
    case .empty: key = "empty"
    case .noLanguage(let tag):
      key = "noLanguage"
      values = ["tag": String(tag.prefix(40))]
    case .textMessageHasOnlyText, .textMessageHasNoSender: key = "textMessage"
    case .lacksSubjectOrText: key = "lacksSubjectOrText"
    case .senderName(let maximum):
      key = "senderName"
      values = ["maximum": String(maximum)]
    case .replyTo: key = "replyTo"
    }
    let message = texts("templates.mistake.\(key)", values)
    var place: [String] = []
    if let part = refusal.part { place.append(texts("templates.part.\(part.rawValue)")) }
    if let line = mistake.line { place.append(texts("templates.line", ["line": String(line)])) }
    return place.isEmpty
      ? message
      : texts("templates.at", ["place": place.joined(separator: ", "), "message": message])
  }
}
