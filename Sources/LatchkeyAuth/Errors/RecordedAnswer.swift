import Foundation
import IdentityWire

/// A server's answer without its secrets, for the `userInfo` of an error. Logs may contain errors, and an
/// answer can contain tokens.
enum RecordedAnswer: Sendable {
  /// Dictionaries, arrays, texts, numbers and Booleans. Secrets are replaced by "…".
  case json(any Sendable)
  case data(Data)

  /// The most bytes kept of an answer that is not JSON.
  static let maximumBytes = 64 << 10

  init(_ value: JSONValue) { self = .json(Self.plain(value)) }

  /// Nil if the data looks like the beginning of an answer that contains secrets.
  init?(unreadable data: Data) {
    let text = String(decoding: data.prefix(Self.maximumBytes), as: UTF8.self).lowercased()
    guard !Self.secretWords.contains(where: text.contains) else { return nil }
    self = .data(data.prefix(Self.maximumBytes))
  }

  private static let secretWords = [
    "token", "secret", "credential", "password", "proof", "sessioninfo", "oobcode", "ooblink",
    "sessioncookie",
  ]

  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased().filter { $0 != "_" }
    return secretWords.contains(where: name.contains)
  }

  private static func plain(_ value: JSONValue) -> any Sendable {
    switch value {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(exactly: value).map { $0 as any Sendable } ?? Double(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let values): values.map(plain)
    case .object(let members):
      Dictionary(
        uniqueKeysWithValues: members.map { name, value -> (String, any Sendable) in
          (name, isSecret(name) ? "…" : plain(value))
        })
    }
  }
}
