import CXML2
import Foundation

/// Exclusive XML Canonicalization 1.0 without comments.
enum CanonicalForm {
  static let algorithm = XMLNames.exclusive

  /// - Parameters:
  ///   - excluded: a descendant that is omitted: the signature.
  ///   - prefixes: the prefixes of namespaces that are treated as in inclusive canonicalisation; `#default`
  ///     is the default namespace.
  /// - Throws: ``SAMLRefusal`` of `canonicalForm`. A failed canonicalisation throws and never returns empty
  ///   bytes.
  static func bytes(
    of element: XMLElement, without excluded: XMLElement? = nil, prefixes: [String] = []
  ) throws(SAMLRefusal) -> [UInt8] {
    var size = 0
    let output = withCStrings(prefixes) { prefixes in
      latchkey_xml_canonicalise(element.tree.document, element.node, excluded?.node, prefixes, &size)
    }
    guard let output, size > 0 else {
      throw SAMLRefusal(.canonicalForm, expected: "a canonical form", seen: "none of \(element.name)")
    }
    defer { free(output) }
    return Array(UnsafeRawBufferPointer(start: output, count: size))
  }

  /// Parses canonical bytes. The canonical form of the result has to be the same bytes again. Otherwise,
  /// the parser and the canonicalisation disagree about the document.
  ///
  /// - Throws: ``SAMLRefusal`` of `canonicalForm`, or the errors of ``XMLTree/parse(_:_:)``.
  static func tree(of bytes: [UInt8], prefixes: [String]) throws(SAMLRefusal) -> XMLElement {
    let root = try XMLTree.parse(bytes, .signed)
    guard try Self.bytes(of: root, prefixes: prefixes) == bytes else {
      throw SAMLRefusal(.canonicalForm, expected: "a form that stays the same", seen: "one that changes")
    }
    return root
  }

  /// Calls a function with a list of C strings that ends with a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    guard !texts.isEmpty else { return body(nil) }
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
