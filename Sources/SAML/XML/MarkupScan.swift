/// Scans a document's markup before the parser reads the document. The scan reads no values; it can only
/// refuse the document.
///
/// In well-formed XML, `<` always begins markup. Declarations, processing instructions and CDATA sections
/// are refused. Only tags and text remain, so their number and depth can be counted.
struct MarkupScan {
  private let bytes: ArraySlice<UInt8>
  private let rules: XMLRules
  private var position: Int
  private var depth = 0
  private var nodes = 0

  /// - Returns: the document without its byte order mark.
  static func checked(
    _ bytes: [UInt8], _ rules: XMLRules
  ) throws(SAMLRefusal) -> ArraySlice<UInt8> {
    guard bytes.count <= rules.maximumSize else {
      throw SAMLRefusal(
        .limits, expected: "at most \(rules.maximumSize) bytes", seen: "\(bytes.count) bytes")
    }
    let document = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    try checkEncoding(document)
    var scan = MarkupScan(document, rules)
    try scan.checkDeclaration()
    try scan.checkMarkup()
    return document
  }

  private init(_ bytes: ArraySlice<UInt8>, _ rules: XMLRules) {
    (self.bytes, self.rules, position) = (bytes, rules, bytes.startIndex)
  }

  private static func checkEncoding(_ document: ArraySlice<UInt8>) throws(SAMLRefusal) {
    func refusal(_ seen: String) -> SAMLRefusal {
      SAMLRefusal(.encoding, expected: "XML in UTF-8", seen: seen)
    }
    guard !document.isEmpty else { throw refusal("nothing") }
    guard !document.starts(with: [0xFE, 0xFF]), !document.starts(with: [0xFF, 0xFE]) else {
      throw refusal("a byte order mark of UTF-16")
    }
    guard !document.contains(0) else { throw refusal("a zero byte: another encoding, or not XML") }
    guard document.first(where: { !$0.isXMLBlank }) == UInt8(ascii: "<") else {
      throw refusal("no XML: compressed, encrypted or encoded twice")
    }
    guard String(validating: document, as: UTF8.self) != nil else {
      throw refusal("bytes that are not UTF-8")
    }
  }

  /// Skips the XML declaration, if there is one.
  private mutating func checkDeclaration() throws(SAMLRefusal) {
    let prefix = Array("<?xml".utf8)
    guard bytes.starts(with: prefix), let next = bytes.dropFirst(prefix.count).first, next.isXMLBlank
    else { return }
    let head = bytes.prefix(256)
    guard let end = head.firstIndex(of: UInt8(ascii: ">")) else {
      throw SAMLRefusal(.encoding, expected: "a short XML declaration", seen: "a long one")
    }
    let declaration = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    guard declaration.contains("1.0") else {
      throw SAMLRefusal(.encoding, expected: "XML 1.0", seen: declaration)
    }
    if let encoding = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first {
      let name =
        encoding.utf8.split { $0.isXMLBlank || Array("=\"'?".utf8).contains($0) }.first ?? "".utf8[...]
      guard name.elementsEqual("utf-8".utf8) else {
        throw SAMLRefusal(.encoding, expected: "UTF-8", seen: String(Substring(name)))
      }
    }
    position = end + 1
  }

  private mutating func checkMarkup() throws(SAMLRefusal) {
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      if start > position { try count() }
      position = start + 1
      switch position < bytes.endIndex ? bytes[position] : 0 {
      case UInt8(ascii: "!"): try passDeclaration()
      case UInt8(ascii: "?"): throw SAMLRefusal(.markup, seen: "a processing instruction")
      case UInt8(ascii: "/"):
        depth -= 1
        position = bytes[position...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.endIndex
      default: try passTag()
      }
    }
  }

  /// Skips a comment, and refuses everything else that begins with `<!`.
  private mutating func passDeclaration() throws(SAMLRefusal) {
    let rest = bytes[position...]
    if rest.starts(with: Array("!--".utf8)) {
      guard rules.allowsComments else { throw SAMLRefusal(.markup, seen: "a comment") }
      position += 3
      let end = Array("-->".utf8)
      while position + end.count <= bytes.endIndex, !bytes[position...].starts(with: end) { position += 1 }
      return
    }
    if rest.starts(with: Array("![CDATA[".utf8)) { throw SAMLRefusal(.markup, seen: "a CDATA section") }
    throw SAMLRefusal(.documentType, seen: String(decoding: rest.prefix(40), as: UTF8.self))
  }

  private mutating func passTag() throws(SAMLRefusal) {
    var quote: UInt8?
    var attributes = 0
    var last: UInt8 = 0
    try count()
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "="):
        attributes += 1
        try count()
        guard attributes <= rules.maximumAttributes else {
          throw SAMLRefusal(
            .limits, expected: "at most \(rules.maximumAttributes) attributes of an element", seen: "more")
        }
      case UInt8(ascii: ">"):
        if last != UInt8(ascii: "/") { depth += 1 }
        guard depth <= rules.maximumDepth else {
          throw SAMLRefusal(.limits, expected: "at most \(rules.maximumDepth) levels", seen: "more")
        }
        return
      default: break
      }
      last = byte
    }
  }

  private mutating func count() throws(SAMLRefusal) {
    nodes += 1
    guard nodes <= rules.maximumNodes else {
      throw SAMLRefusal(
        .limits, expected: "at most \(rules.maximumNodes) elements, attributes and texts", seen: "more")
    }
  }
}
