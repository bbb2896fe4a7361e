/// The IDs of a document.
enum XMLIdentifier {
  private static let names: Set<String> = ["ID", "Id", "id"]
  private static let maximumLength = 256

  /// Refuses a document if an ID, in any attribute, is repeated or invalid.
  static func checkUnique(in root: XMLElement) throws(SAMLRefusal) {
    var found: Set<[UInt8]> = []
    try root.forEach { element throws(SAMLRefusal) in
      var isIdentified = false
      for attribute in element.attributes where isIdentifier(attribute.namespace, attribute.name) {
        guard isNCName(attribute.value), attribute.value.utf8.count <= maximumLength else {
          throw SAMLRefusal(.identifiers, expected: "an NCName", seen: attribute.value)
        }
        guard !isIdentified else {
          throw SAMLRefusal(.identifiers, expected: "one ID of \(element.name)", seen: "several")
        }
        isIdentified = true
        guard found.insert(Array(attribute.value.utf8)).inserted else {
          throw SAMLRefusal(.identifiers, expected: "each ID once", seen: "\(attribute.value) twice")
        }
      }
    }
  }

  private static func isIdentifier(_ namespace: String?, _ name: String) -> Bool {
    switch namespace {
    case nil: names.contains(name)
    case XMLNames.xml?: name == "id"
    default: false
    }
  }

  /// True for names without a colon (Namespaces in XML 1.0, section 3). All characters beyond ASCII are
  /// accepted.
  static func isNCName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isNameStart(first) else { return false }
    return text.utf8.allSatisfy { isNameStart($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
  }
}
