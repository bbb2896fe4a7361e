import Foundation
import Identity

/// The rules for a message's texts, independent of their author.
enum TemplateCheck {
  /// The maximum length of a text message in characters. A longer message is split into many parts, and some gateways
  /// refuse it.
  static let maximumSMS = 480

  /// Checks a mail's subject, which is one line.
  static func subject(_ text: String, of kind: MessageKind) throws(TemplateMistake) -> TemplateText {
    _ = try parsed(text, kind)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
    if let second = lines[(first + 1)...].firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) {
      throw TemplateMistake(problem: .severalLines, line: second + 1)
    }
    return try parsed(text.trimmingCharacters(in: .whitespacesAndNewlines), kind)
  }

  static func text(_ text: String, of kind: MessageKind) throws(TemplateMistake) -> TemplateText {
    let template = try parsed(text, kind)
    try requirePlaceholders(in: template, kind)
    guard !kind.isMail else { return template }
    guard text.count <= maximumSMS else {
      throw TemplateMistake(problem: .tooLong(text.count, maximum: maximumSMS))
    }
    return try parsed(text.trimmingCharacters(in: .whitespacesAndNewlines), kind)
  }

  static func html(_ text: String, of kind: MessageKind) throws(TemplateMistake) -> TemplateText {
    let template = try parsed(text, kind)
    try requirePlaceholders(in: template, kind)
    return template
  }

  private static func parsed(_ text: String, _ kind: MessageKind) throws(TemplateMistake) -> TemplateText {
    do throws(TemplateText.Unknown) {
      return try TemplateText(text, allowed: kind.allowed)
    } catch {
      throw TemplateMistake(
        problem: .unknownPlaceholder(error.name, known: kind.placeholders), line: error.line)
    }
  }

  private static func requirePlaceholders(in template: TemplateText, _ kind: MessageKind)
    throws(TemplateMistake)
  {
    for placeholder in kind.required where !template.contains(placeholder) {
      throw TemplateMistake(problem: .missingPlaceholder(placeholder))
    }
  }
}
