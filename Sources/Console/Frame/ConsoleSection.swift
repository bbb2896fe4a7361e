import Texts
import WebPages

/// One area of the console with its pages, templates, texts and scripts. It is registered in
/// ``Console/sections``.
protocol ConsoleSection: Sendable {
  var resources: ConsoleResources { get }

  func add(to routes: ConsoleRouteTable)
}

/// Files of a section, which are built into the program.
struct ConsoleResources: Sendable {
  /// The texts of a name in all languages, each a JSON object of strings.
  struct Texts: Sendable {
    let files: [Language: [UInt8]]

    init(en: [UInt8], ja: [UInt8], vi: [UInt8]) { files = [.english: en, .japanese: ja, .vietnamese: vi] }
  }

  /// The templates of pages, by the name in ``ConsolePage/template``. A template is the page's main part,
  /// with its `h1`.
  var templates: [String: [UInt8]] = [:]
  /// The templates of parts of pages, by the name in `{{> name}}`.
  var partials: [String: [UInt8]] = [:]
  /// The texts by section: the `users` in `{{t.users.title}}` and, in code, in the key `users.title`.
  var texts: [String: Texts] = [:]
  /// The assets by the name in `/console/assets/<name>`.
  var assets: [String: PageAsset] = [:]
}

extension TextCatalog {
  /// - Throws: an error if a file has a mistake or two sections have texts of the same name.
  init(_ resources: [ConsoleResources]) throws {
    try self.init(
      resources.flatMap { $0.texts.sorted { $0.key < $1.key } }.flatMap { section, texts in
        texts.files.map { TextFile(section: section, language: $0.key, json: $0.value) }
      })
  }
}
