import Identity

/// The reason why a text cannot be used for a message.
public struct TemplateMistake: Error, Sendable, Equatable {
  public enum Problem: Sendable, Equatable {
    /// A `%NAME%` that is not a placeholder of the message.
    case unknownPlaceholder(String, known: [Placeholder])
    case missingPlaceholder(Placeholder)
    /// The length in characters.
    case tooLong(Int, maximum: Int)
    /// The size of all texts together in bytes.
    case tooMuch(Int, maximum: Int)
    /// A subject with several lines.
    case severalLines
    case empty
    case noLanguage(String)
    /// A text message with a subject or HTML.
    case textMessageHasOnlyText
    /// A subject or a text is missing in a language without built-in texts.
    case lacksSubjectOrText
    case textMessageHasNoSender
    case senderName(maximum: Int)
    case replyTo
  }

  public var problem: Problem
  /// The line, counted from 1. Nil for the whole text.
  public var line: Int?

  /// One sentence that states the problem.
  public var reason: String {
    switch problem {
    case .unknownPlaceholder(let name, _): "%\(name)% is nothing that this message knows."
    case .missingPlaceholder(let placeholder): "The message says nothing without \(placeholder.text)."
    case .tooLong(let count, let maximum): "It may have \(maximum) characters, and this has \(count)."
    case .tooMuch(let count, let maximum):
      "The words of all messages have \(count) bytes together, and may have \(maximum)."
    case .severalLines: "A subject is one line."
    case .empty: "It is empty."
    case .noLanguage(let tag): "\"\(tag.prefix(40))\" is no language."
    case .textMessageHasOnlyText: "A text message has neither subject nor HTML."
    case .lacksSubjectOrText: "There is no such message of ours in this language."
    case .textMessageHasNoSender: "A text message has no sender."
    case .senderName(let maximum): "It is one line of 1 to \(maximum) characters."
    case .replyTo: "This is no address that mail can be sent to."
    }
  }

  /// One sentence that explains how to fix the problem.
  public var fix: String {
    switch problem {
    case .unknownPlaceholder(_, let known): "It knows \(known.map(\.text).joined(separator: ", "))."
    case .missingPlaceholder: "Put it where it belongs."
    case .tooLong, .tooMuch: "Make it shorter."
    case .severalLines: "Delete what follows the first."
    case .empty: "Write it, or leave it out to have ours."
    case .noLanguage: "Name it by a tag such as en or pt-BR."
    case .textMessageHasOnlyText, .textMessageHasNoSender: "Leave it out."
    case .lacksSubjectOrText: "Write a mail's subject and its text, or a text message's text."
    case .senderName: "Write it so."
    case .replyTo: "Write one such as Help <help@example.com>."
    }
  }
}
