import Foundation
import Identity

/// Why words cannot stand for a message.
public struct TemplateMistake: Error, Sendable, Equatable {
  /// The first is 1; nil for the whole.
  public var line: Int?
  /// One sentence that says what is wrong.
  public var reason: String
  /// One sentence that says what to do.
  public var fix: String
}

/// What words must be to stand for a message, whoever wrote them.
enum TemplateCheck {
  /// Characters of a text message: more is cut up into many, and some gateways refuse it.
  static let maximumSMS = 480

  /// One line, of a mail.
  static func subject(_ text: String, of kind: MessageKind) throws(TemplateMistake) -> TemplateText {
    _ = try parsed(text, kind)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
    if let second = lines[(first + 1)...].firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) {
      throw TemplateMistake(
        line: second + 1, reason: "A subject is one line.", fix: "Delete what follows the first.")
    }
    return try parsed(text.trimmingCharacters(in: .whitespacesAndNewlines), kind)
  }

  static func text(_ text: String, of kind: MessageKind) throws(TemplateMistake) -> TemplateText {
    let template = try parsed(text, kind)
    try requirePlaceholders(in: template, kind)
    guard !kind.isMail else { return template }
    guard text.count <= maximumSMS else {
      throw TemplateMistake(
        reason: "A text message may have \(maximumSMS) characters, and this has \(text.count).",
        fix: "Make it shorter.")
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
        line: error.line, reason: "%\(error.name)% is nothing that this message knows.",
        fix: "It knows " + kind.placeholders.map(\.text).joined(separator: ", ") + ".")
    }
  }

  private static func requirePlaceholders(in template: TemplateText, _ kind: MessageKind)
    throws(TemplateMistake)
  {
    for placeholder in kind.required where !template.contains(placeholder) {
      throw TemplateMistake(
        reason: "The message says nothing without \(placeholder.text).", fix: "Put it where it belongs.")
    }
  }
}
