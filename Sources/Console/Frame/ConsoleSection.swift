import Texts
import WebPages

/// One area of the console, with everything that it brings: pages, templates, texts, scripts. It is registered in
/// ``Console/sections``.
protocol ConsoleSection: Sendable {
  var resources: ConsoleResources { get }

  func add(to routes: ConsoleRouteTable)
}

/// Files of a section, as they are built into the program.
struct ConsoleResources: Sendable {
  /// The texts of one name in all languages, each a JSON object of strings.
  struct Texts: Sendable {
    let files: [Language: [UInt8]]

    init(en: [UInt8], ja: [UInt8], vi: [UInt8]) { files = [.english: en, .japanese: ja, .vietnamese: vi] }
  }

  /// Of pages, by the name in ``ConsolePage/template``: what stands in the main part, with its `h1`.
  var templates: [String: [UInt8]] = [:]
  /// Of parts of pages, for `{{> name}}`.
  var partials: [String: [UInt8]] = [:]
  /// By the name before the dot in `{{t.users.title}}` and, in code, of the key `users.title`.
  var texts: [String: Texts] = [:]
  /// By the name in `/console/assets/<name>`.
  var assets: [String: PageAsset] = [:]
}

extension TextCatalog {
  /// - Throws: for a mistake in a file, and if two sections of the console have texts of one name.
  init(_ resources: [ConsoleResources]) throws {
    try self.init(
      resources.flatMap { $0.texts.sorted { $0.key < $1.key } }.flatMap { section, texts in
        texts.files.map { TextFile(section: section, language: $0.key, json: $0.value) }
      })
  }
}
