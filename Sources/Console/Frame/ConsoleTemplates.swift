import Mustache
import WebPages

/// The console's pages, made from the templates that the sections bring. Every value in them is escaped.
struct ConsoleTemplates: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let library: MustacheLibrary

  /// - Throws: for a template with a mistake, and for two of one name.
  init(_ resources: [ConsoleResources]) throws {
    MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
    var library = MustacheLibrary()
    func register(_ source: String, _ name: String) throws {
      guard library.getTemplate(named: name) == nil else {
        throw Failure(description: "the template \(name) is there twice")
      }
      // The library forgets how to escape at every step into another template.
      let escaping = "{{% CONTENT_TYPE:\(HTMLEscaping.name)}}"
      library.register(try MustacheTemplate(string: escaping + source), named: name)
    }
    for resource in resources {
      for (name, bytes) in resource.partials { try register(String(decoding: bytes, as: UTF8.self), name) }
      for (name, bytes) in resource.templates {
        let content = String(decoding: bytes, as: UTF8.self)
        try register("{{<layout}}\n{{$content}}\n\(content)\n{{/content}}\n{{/layout}}\n", name)
      }
    }
    self.library = library
  }

  /// - Returns: nil for a template that there is not.
  func render(_ name: String, page: any Sendable, frame: FrameView, texts: ConsoleTexts) -> String? {
    library.render(
      ["page": page, "frame": frame, "t": texts.catalog.tree(in: texts.language)] as [String: Any],
      withTemplate: name)
  }
}
