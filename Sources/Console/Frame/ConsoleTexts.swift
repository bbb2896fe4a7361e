import Foundation
import Identity
import IdentityWire

/// The console's words in one language.
struct ConsoleTexts: Sendable {
  let language: Language
  let catalog: TextCatalog

  /// The text of a key, `users.found`, with its `{placeholders}` filled. A key that there is not shows as itself.
  func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
    guard let text = catalog.text(key, in: language) else { return key }
    return Self.filled(text, values)
  }

  /// What an error of the protocol means: a sentence of ours where there is one for its code, else what the error
  /// itself says. `{detail}` in a sentence is the error's own.
  func error(_ error: WireError) -> String {
    guard let text = catalog.error(error.code, in: language) else { return error.detail ?? error.message }
    return Self.filled(text, ["detail": error.detail ?? ""]).trimmingCharacters(in: .whitespaces)
  }

  /// A moment to the second, in UTC.
  func moment(_ moment: Instant) -> String {
    moment.date.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
      + " UTC"
  }

  /// In one go, so that a value with braces stays what it is.
  private static func filled(_ text: String, _ values: [String: String]) -> String {
    guard text.contains("{"), !values.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      filled += rest[..<open]
      filled += values[name] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
