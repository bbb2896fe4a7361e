import Texts

/// What pages are made of: their templates, and their words in every language.
struct ConsolePages: Sendable {
  let templates: ConsoleTemplates
  let catalog: TextCatalog

  /// - Throws: for a mistake in a template or in a file of texts.
  init(roots: [any RootSection]) throws {
    let resources = Self.resources(roots)
    templates = try ConsoleTemplates(resources)
    catalog = try TextCatalog(resources)
  }

  static func resources(_ roots: [any RootSection]) -> [ConsoleResources] {
    [FrameResources.all] + Console.allSections.map(\.resources) + roots.map(\.resources)
  }
}
