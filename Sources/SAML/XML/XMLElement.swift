import CXML2
import Foundation
import IdentityWire

/// An element of a tree. It keeps the tree alive.
struct XMLElement {
  let node: OpaquePointer
  let tree: XMLTree

  init(_ node: OpaquePointer, in tree: XMLTree) { (self.node, self.tree) = (node, tree) }

  func isNamed(_ name: String, in namespace: String) -> Bool {
    isIn(namespace) && strcmp(latchkey_xml_name(node), name) == 0
  }

  func isIn(_ namespace: String) -> Bool {
    guard let own = latchkey_xml_namespace_uri(node) else { return false }
    return strcmp(own, namespace) == 0
  }

  func isSame(as other: XMLElement?) -> Bool { node == other?.node }

  /// The name without a prefix.
  var name: String { Self.text(latchkey_xml_name(node)) }

  /// The child elements in the order of the document.
  var children: [XMLElement] {
    var children: [XMLElement] = []
    var child = latchkey_xml_first_child(node)
    while let current = child {
      if latchkey_xml_node_kind(current) == LATCHKEY_XML_ELEMENT {
        children.append(XMLElement(current, in: tree))
      }
      child = latchkey_xml_next(current)
    }
    return children
  }

  func children(_ name: String, in namespace: String) -> [XMLElement] {
    children.filter { $0.isNamed(name, in: namespace) }
  }

  /// The element's attributes, in the order of the document.
  var attributes: [(namespace: String?, name: String, value: String)] {
    var attributes: [(String?, String, String)] = []
    var attribute = latchkey_xml_first_attribute(node)
    while let current = attribute {
      let namespace = latchkey_xml_attribute_namespace_uri(current).map { String(cString: $0) }
      attributes.append(
        (
          namespace, Self.text(latchkey_xml_attribute_name(current)),
          Self.text(latchkey_xml_attribute_value(current))
        ))
      attribute = latchkey_xml_next_attribute(current)
    }
    return attributes
  }

  /// Returns the value of an attribute without a namespace.
  subscript(_ name: String) -> String? {
    attributes.first { $0.namespace == nil && $0.name.hasSameBytes(as: name) }?.value
  }

  /// The element's text; empty if the element is empty. Nil if the element contains anything other than one
  /// text.
  var text: String? {
    guard let child = latchkey_xml_first_child(node) else { return "" }
    guard latchkey_xml_node_kind(child) == LATCHKEY_XML_TEXT, latchkey_xml_next(child) == nil else {
      return nil
    }
    return Self.text(latchkey_xml_content(child))
  }

  /// True if there are only blanks between the child elements.
  var hasElementsOnly: Bool {
    var child = latchkey_xml_first_child(node)
    while let current = child {
      if latchkey_xml_node_kind(current) == LATCHKEY_XML_TEXT, latchkey_xml_is_blank(current) == 0 {
        return false
      }
      child = latchkey_xml_next(current)
    }
    return true
  }

  /// Calls a function with the element and all its descendants.
  func forEach(_ body: (XMLElement) throws(SAMLRefusal) -> Void) throws(SAMLRefusal) {
    try body(self)
    for child in children { try child.forEach(body) }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
