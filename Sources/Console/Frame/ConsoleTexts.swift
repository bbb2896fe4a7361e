import Foundation
import Identity
import IdentityWire
import Texts

/// The console's texts in one language.
struct ConsoleTexts: Sendable {
  private let reader: TextReader

  init(language: Language, catalog: TextCatalog) { reader = TextReader(language: language, catalog: catalog) }

  var language: Language { reader.language }

  /// The texts by section and key, for `{{t.section.key}}` in templates.
  var tree: [String: any Sendable] { reader.catalog.tree(in: language) }

  /// Returns the text of a key, `users.found`, with its `{placeholders}` filled. Returns an unknown key unchanged.
  func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { reader(key, values) }

  /// Returns the text of a key, or nil for an unknown key.
  func text(_ key: String) -> String? { reader.text(key) }

  /// Explains an error of the protocol with the text `error.CODE` of any section, or else with the error's
  /// own message. `{detail}` in a text is the error's detail.
  func error(_ error: WireError) -> String {
    guard let text = reader.catalog.textOfAnySection("error.\(error.code)", in: language) else {
      return error.detail ?? error.message
    }
    return TextReader.filled(text, ["detail": error.detail ?? ""]).trimmingCharacters(in: .whitespaces)
  }

  /// A moment to the second, in UTC.
  func moment(_ moment: Instant) -> String {
    moment.date.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
      + " UTC"
  }
}
