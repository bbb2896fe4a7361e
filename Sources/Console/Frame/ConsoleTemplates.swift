import WebPages

/// The console's pages, made from the templates that the sections bring.
struct ConsoleTemplates: Sendable {
  private let templates: PageTemplates

  /// - Throws: for a template with a mistake, and for two of one name.
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

  /// - Returns: nil for a template that there is not.
  func render(_ name: String, page: any Sendable, frame: FrameView, texts: ConsoleTexts) -> String? {
    templates.render(
      name, ["page": page, "frame": frame, "t": texts.tree] as [String: Any])
  }
}
