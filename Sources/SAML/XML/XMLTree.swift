import CXML2

/// A document that libxml2 has parsed. It contains only elements, attributes and texts, and comments if the
/// rules allow them.
final class XMLTree {
  let document: OpaquePointer
  private let rules: XMLRules

  /// - Throws: ``SAMLRefusal`` of `encoding`, `documentType`, `markup`, `limits` or `wellFormedness`.
  static func parse(_ bytes: [UInt8], _ rules: XMLRules) throws(SAMLRefusal) -> XMLElement {
    let document = try MarkupScan.checked(bytes, rules)
    let tree = XMLTree(document: try read(document), rules)
    return try tree.checkedRoot()
  }

  private init(document: OpaquePointer, _ rules: XMLRules) {
    (self.document, self.rules) = (document, rules)
  }

  deinit { latchkey_xml_free(document) }

  private static let library: Void = latchkey_xml_initialise()

  private static func read(_ bytes: ArraySlice<UInt8>) throws(SAMLRefusal) -> OpaquePointer {
    _ = library
    guard let size = Int32(exactly: bytes.count) else { throw SAMLRefusal(.limits) }
    var message = [CChar](repeating: 0, count: 128)
    let document = bytes.withUnsafeBytes { raw in
      message.withUnsafeMutableBufferPointer { message in
        latchkey_xml_read(
          raw.baseAddress?.assumingMemoryBound(to: CChar.self), size, message.baseAddress, message.count)
      }
    }
    guard let document else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw SAMLRefusal(
        .wellFormedness, expected: "well-formed XML with namespaces",
        seen: String(decoding: text, as: UTF8.self))
    }
    return document
  }

  private func checkedRoot() throws(SAMLRefusal) -> XMLElement {
    guard latchkey_xml_has_doctype(document) == 0 else {
      throw SAMLRefusal(.documentType, seen: "a document type declaration")
    }
    var root: XMLElement?
    var node = latchkey_xml_first_node(document)
    while let current = node {
      switch latchkey_xml_node_kind(current) {
      case LATCHKEY_XML_ELEMENT where root == nil: root = XMLElement(current, in: self)
      case LATCHKEY_XML_COMMENT where rules.allowsComments: break
      default: throw SAMLRefusal(.markup, seen: "a node beside the root")
      }
      node = latchkey_xml_next(current)
    }
    guard let root else { throw SAMLRefusal(.wellFormedness, seen: "no element") }
    var nodes = 0
    try check(root, depth: 1, declared: 0, nodes: &nodes)
    return root
  }

  /// Refuses all nodes except elements, attributes and texts, and comments if the rules allow them.
  ///
  /// - Parameter declared: the number of namespaces that the element's ancestors declare.
  private func check(
    _ element: XMLElement, depth: Int, declared: Int, nodes: inout Int
  ) throws(SAMLRefusal) {
    guard depth <= rules.maximumDepth else {
      throw SAMLRefusal(.limits, expected: "at most \(rules.maximumDepth) levels", seen: "more")
    }
    guard !element.isIn(XMLNames.inclusion) else { throw SAMLRefusal(.markup, seen: "XInclude") }
    try count(&nodes)
    var declared = declared
    try checkNamespaces(element, declared: &declared, nodes: &nodes)
    var attribute = latchkey_xml_first_attribute(element.node)
    while let current = attribute {
      try count(&nodes)
      guard latchkey_xml_attribute_value(current) != nil else {
        throw SAMLRefusal(.markup, seen: "an entity in an attribute")
      }
      attribute = latchkey_xml_next_attribute(current)
    }
    guard !element.attributes.contains(where: { $0.namespace == XMLNames.xml && $0.name == "base" }) else {
      throw SAMLRefusal(.markup, seen: "xml:base")
    }
    var child = latchkey_xml_first_child(element.node)
    while let current = child {
      switch latchkey_xml_node_kind(current) {
      case LATCHKEY_XML_ELEMENT:
        try check(XMLElement(current, in: self), depth: depth + 1, declared: declared, nodes: &nodes)
      case LATCHKEY_XML_TEXT: try count(&nodes)
      case LATCHKEY_XML_COMMENT where rules.allowsComments: try count(&nodes)
      default: throw SAMLRefusal(.markup, seen: "a node that is neither element nor text")
      }
      child = latchkey_xml_next(current)
    }
  }

  private func checkNamespaces(
    _ element: XMLElement, declared: inout Int, nodes: inout Int
  ) throws(SAMLRefusal) {
    var declaration = latchkey_xml_first_declaration(element.node)
    while let current = declaration {
      try count(&nodes)
      declared += 1
      guard declared <= rules.maximumDeclarationsInScope else {
        throw SAMLRefusal(
          .limits, expected: "at most \(rules.maximumDeclarationsInScope) namespaces in scope", seen: "more")
      }
      let uri = latchkey_xml_declared_uri(current).map { String(cString: $0) } ?? ""
      guard uri.utf8.count <= rules.maximumNamespaceLength else {
        throw SAMLRefusal(
          .limits, expected: "namespaces of at most \(rules.maximumNamespaceLength) bytes",
          seen: "a longer one")
      }
      // Canonicalisation is undefined for relative namespaces (Canonical XML 1.0, section 1.3).
      guard uri.isEmpty || uri.utf8.contains(UInt8(ascii: ":")) else {
        throw SAMLRefusal(.markup, expected: "absolute namespaces", seen: uri)
      }
      declaration = latchkey_xml_next_declaration(current)
    }
  }

  private func count(_ nodes: inout Int) throws(SAMLRefusal) {
    nodes += 1
    guard nodes <= rules.maximumNodes else {
      throw SAMLRefusal(
        .limits, expected: "at most \(rules.maximumNodes) elements, attributes and texts", seen: "more")
    }
  }
}
