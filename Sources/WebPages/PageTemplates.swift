import Mustache

/// Renders all pages from templates. Every value is escaped. A template cannot turn this off.
public struct PageTemplates: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private var library = MustacheLibrary()

  public init() { MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name) }

  /// - Throws: an error if a template has a mistake or two templates have the same name.
  public init(_ templates: [(name: String, source: [UInt8])]) throws {
    self.init()
    for (name, source) in templates { try add(String(decoding: source, as: UTF8.self), named: name) }
  }

  /// - Throws: the errors of ``init(_:)``.
  public mutating func add(_ source: String, named name: String) throws {
    guard library.getTemplate(named: name) == nil else {
      throw Failure(description: "the template \(name) is there twice")
    }
    // The library resets the content type whenever a template includes another one.
    let escaping = "{{% CONTENT_TYPE:\(HTMLEscaping.name)}}"
    library.register(try MustacheTemplate(string: escaping + source), named: name)
  }

  /// - Returns: nil if the template is unknown.
  public func render(_ name: String, _ content: Any) -> String? {
    library.render(content, withTemplate: name)
  }
}
