import WebPages

/// Renders the console's pages from the sections' templates.
struct ConsoleTemplates: Sendable {
  private let templates: PageTemplates

  /// - Throws: an error if a template has a mistake or two templates have the same name.
  init(_ resources: [ConsoleResources]) throws {
    var templates = PageTemplates()
    for resource in resources {
      for (name, bytes) in resource.partials {
        try templates.add(String(decoding: bytes, as: UTF8.self), named: name)
      }
      for (name, bytes) in resource.templates {
        let content = String(decoding: bytes, as: UTF8.self)
        try templates.add("{{<layout}}\n{{$content}}\n\(content)\n{{/content}}\n{{/layout}}\n", named: name)
      }
    }
    self.templates = templates
  }

  /// - Returns: nil for an unknown template.
  func render(_ name: String, page: any Sendable, frame: FrameView, texts: ConsoleTexts) -> String? {
    templates.render(
      name, ["page": page, "frame": frame, "t": texts.tree] as [String: Any])
  }
}
