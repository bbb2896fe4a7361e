/// An element of a page, read by ``HTMLReader``.
public struct HTMLElement: Sendable {
  public enum Node: Sendable {
    case element(HTMLElement)
    case text(String)
  }

  public let name: String
  /// Unescaped; empty for one without a value.
  public let attributes: [String: String]
  public internal(set) var nodes: [Node] = []

  public subscript(attribute: String) -> String? { attributes[attribute] }

  public var children: [HTMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// This one and all inside of it, in their order.
  public var all: [HTMLElement] { [self] + children.flatMap(\.all) }

  /// What stands in it, with blanks and line ends as single spaces.
  public var text: String {
    rawText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The same as it was written.
  public var rawText: String {
    nodes.map { node in
      switch node {
      case .element(let element): element.rawText
      case .text(let text): text
      }
    }.joined()
  }

  public func all(_ name: String) -> [HTMLElement] { all.filter { $0.name == name } }

  public func first(_ name: String) -> HTMLElement? { all.first { $0.name == name } }

  public func element(id: String) -> HTMLElement? { all.first { $0["id"] == id } }

  /// Whether it has the class.
  public func isOf(_ className: String) -> Bool {
    self["class"]?.split(separator: " ").contains { $0 == className } ?? false
  }
}
