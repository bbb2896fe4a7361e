import Mustache

/// The one maker of pages: templates in which every value is escaped, whatever they say themselves.
public struct PageTemplates: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private var library = MustacheLibrary()

  public init() { MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name) }

  /// - Throws: for a template with a mistake, and for two of one name.
  public init(_ templates: [(name: String, source: [UInt8])]) throws {
    self.init()
    for (name, source) in templates { try add(String(decoding: source, as: UTF8.self), named: name) }
  }

  /// - Throws: as ``init(_:)`` does.
  public mutating func add(_ source: String, named name: String) throws {
    guard library.getTemplate(named: name) == nil else {
      throw Failure(description: "the template \(name) is there twice")
    }
    // The library forgets how to escape at every step into another template.
    let escaping = "{{% CONTENT_TYPE:\(HTMLEscaping.name)}}"
    library.register(try MustacheTemplate(string: escaping + source), named: name)
  }

  /// - Returns: nil for a template that there is not.
  public func render(_ name: String, _ content: Any) -> String? {
    library.render(content, withTemplate: name)
  }
}
