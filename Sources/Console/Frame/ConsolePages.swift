import Texts

/// The templates of the pages, and their texts in every language.
struct ConsolePages: Sendable {
  let templates: ConsoleTemplates
  let catalog: TextCatalog

  /// - Throws: an error if a template or a file of texts has a mistake.
  init(roots: [any RootSection]) throws {
    let resources = Self.resources(roots)
    templates = try ConsoleTemplates(resources)
    catalog = try TextCatalog(resources)
  }

  static func resources(_ roots: [any RootSection]) -> [ConsoleResources] {
    [FrameResources.all] + Console.allSections.map(\.resources) + roots.map(\.resources)
  }
}
