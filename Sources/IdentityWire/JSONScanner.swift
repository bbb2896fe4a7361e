/// Scans a JSON text once and writes the tape of its values. Makes all checks that can refuse a text.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let options: JSONParser
  var writer: JSONTapeWriter
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>, options: JSONParser, writer: JSONTapeWriter) {
    self.bytes = bytes
    self.options = options
    self.writer = writer
  }

  /// A text of the input: the position of its bytes, and whether they are in the input itself or in the unescaped copy.
  private struct Text {
    var start: Int
    var count: Int
    var isUnescaped = false
  }

  var isAtEnd: Bool { index >= bytes.count }
  private var next: UInt8? { isAtEnd ? nil : bytes[index] }

  func failure(_ message: String) -> JSONParser.Failure { .init(message: message, offset: index) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  mutating func value(depth: Int) throws(JSONParser.Failure) {
    skipSpace()
    guard let byte = next else { throw failure("Unexpected end of JSON input") }
    switch byte {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "t"): try literal("true", .true)
    case UInt8(ascii: "f"): try literal("false", .false)
    case UInt8(ascii: "n"): try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw failure("Unexpected token")
    }
  }

  private mutating func literal(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONParser.Failure) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw failure("Unexpected token") }
      index += 1
    }
    writer.append(kind)
  }

  // MARK: Containers

  private mutating func object(depth: Int) throws(JSONParser.Failure) {
    guard depth <= options.maximumDepth else { throw failure("JSON is nested too deeply") }
    index += 1
    let object = writer.entries.count
    writer.append(.object)
    defer { writer.close(object) }
    var names = OtherNames()
    var count = 0
    var distinct: Set<[UInt8]> = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      index += 1
      return
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("Expected a property name") }
      let member = writer.entries.count
      let name = try name()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw failure("Expected ':' after a property name") }
      index += 1
      skipSpace()
      let mayBePassword = depth == 1 && options.takesPasswords && next == UInt8(ascii: "\"")
      if mayBePassword { try text(of: name) } else { try value(depth: depth) }
      if try isKept(name, &names) {
        count += 1
        if count > options.maximumMembers { try requireFewNames(of: object, from: member, &distinct) }
      } else {
        writer.remove(from: member)
      }
      skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"):
        index += 1
        return
      default: throw failure("Expected ',' or '}'")
      }
    }
  }

  /// Limits the number of distinct names of an object. Duplicates do not count.
  ///
  /// - Parameters:
  ///   - member: the entry of the last member.
  ///   - distinct: the names of the object; empty at the first call.
  private func requireFewNames(
    of object: Int, from member: Int, _ distinct: inout Set<[UInt8]>
  ) throws(JSONParser.Failure) {
    var index = distinct.isEmpty ? object + 1 : member
    while index < writer.entries.count {
      let name = writer.entries[index]
      let text = Text(start: Int(name.start), count: Int(name.count), isUnescaped: name.isUnescaped)
      distinct.insert(withBytes(of: text) { Array($0) })
      index = Int(writer.entries[index + 1].end)
    }
    guard distinct.count <= options.maximumMembers else { throw failure("An object has too many members") }
  }

  private mutating func array(depth: Int) throws(JSONParser.Failure) {
    guard depth <= options.maximumDepth else { throw failure("JSON is nested too deeply") }
    index += 1
    let array = writer.entries.count
    writer.append(.array)
    defer { writer.close(array) }
    skipSpace()
    if next == UInt8(ascii: "]") {
      index += 1
      return
    }
    while true {
      try value(depth: depth)
      skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"):
        index += 1
        return
      default: throw failure("Expected ',' or ']'")
      }
    }
  }

  // MARK: Numbers

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  /// The maximum number of digits with which a number always fits 64 bits.
  private static let fittingDigits = 18

  private mutating func number() throws(JSONParser.Failure) {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    let leadingZero = next == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !(leadingZero && count > 1) else { throw failure("Malformed number") }
    var isShort = count <= Self.fittingDigits
    if next == UInt8(ascii: ".") {
      isShort = false
      index += 1
      guard digits() > 0 else { throw failure("Malformed number") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isShort = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw failure("Malformed number") }
    }
    if !isShort {
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      guard let value = Double(text), value.isFinite else { throw failure("Number out of range") }
    }
    writer.append(.number, start: start, count: index - start)
  }

  // MARK: Texts

  private enum Name {
    /// An ASCII name. It is not canonically equivalent to any other name (``MemberName``).
    case plain(Text)
    case other(String)
    /// A name whose member is left out.
    case dropped
  }

  /// The non-ASCII names of an object.
  private struct OtherNames {
    var known: [String: String] = [:]
  }

  /// - Throws: a failure if another name of the object differs only in its normalization.
  private func isKept(_ name: Name, _ names: inout OtherNames) throws(JSONParser.Failure) -> Bool {
    switch name {
    case .plain: return true
    case .dropped: return false
    case .other(let name):
      guard let known = names.known[name] else {
        names.known[name] = name
        return true
      }
      guard !MemberName.areSame(known, name) else { return true }
      guard options.costlyText == .dropped else {
        throw failure("Two names differ only in their normalization")
      }
      return false
    }
  }

  private mutating func name() throws(JSONParser.Failure) -> Name {
    let text = try string()
    add(text)
    return try withBytes(of: text) { (bytes) throws(JSONParser.Failure) in
      if bytes.count <= MemberName.maximumLength {
        if !bytes.contains(where: { $0 >= 0x80 }) { return .plain(text) }
        if let name = MemberName.decode(bytes) { return .other(name) }
      }
      try requireUTF8(bytes)
      guard options.costlyText == .dropped else {
        throw failure(
          bytes.count > MemberName.maximumLength
            ? "A name is longer than \(MemberName.maximumLength) bytes"
            : "A name has characters that are not allowed in names")
      }
      return .dropped
    }
  }

  /// - Parameter name: the member's name, if the text may be a password.
  private mutating func text(of name: Name? = nil) throws(JSONParser.Failure) {
    let text = try string()
    let isTaken = try withBytes(of: text) { (bytes) throws(JSONParser.Failure) in
      if !bytes.contains(where: { $0 >= 0x80 }) { return true }
      if StreamSafeText.decode(bytes) != nil { return true }
      try requireUTF8(bytes)
      if case .plain(let name) = name,
        withBytes(
          of: name, { MemberName.isOfPassword(String(decoding: $0, as: UTF8.self), length: bytes.count) })
      {
        return true
      }
      guard options.costlyText == .dropped else {
        throw failure("More than \(StreamSafeText.maximumNonStarters) combining marks in a row")
      }
      return false
    }
    if isTaken { add(text) } else { writer.append(.null) }
  }

  private mutating func add(_ text: Text) {
    writer.append(.text, start: text.start, count: text.count, isUnescaped: text.isUnescaped)
  }

  private func withBytes<Result, Failure>(
    of text: Text, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = text.start..<(text.start + text.count)
    guard text.isUnescaped else { return try body(UnsafeBufferPointer(rebasing: bytes[range])) }
    return try writer.unescaped.withUnsafeBufferPointer { (unescaped) throws(Failure) in
      try body(UnsafeBufferPointer(rebasing: unescaped[range]))
    }
  }

  private func requireUTF8(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParser.Failure) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw failure("Invalid UTF-8") }
  }

  /// Reads a string and resolves its escapes.
  private mutating func string() throws(JSONParser.Failure) -> Text {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if next == UInt8(ascii: "\"") {
      index += 1
      return Text(start: start, count: index - 1 - start)
    }
    let unescapedStart = writer.unescaped.count
    writer.unescaped.append(contentsOf: bytes[start..<index])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return Text(
          start: unescapedStart, count: writer.unescaped.count - unescapedStart, isUnescaped: true)
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw failure("Control character in a string")
      default:
        writer.unescaped.append(byte)
        index += 1
      }
    }
    throw failure("Unterminated string")
  }

  private mutating func escape() throws(JSONParser.Failure) {
    index += 1
    guard let byte = next else { throw failure("Unterminated string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): writer.unescaped.append(byte)
    case UInt8(ascii: "b"): writer.unescaped.append(0x08)
    case UInt8(ascii: "f"): writer.unescaped.append(0x0C)
    case UInt8(ascii: "n"): writer.unescaped.append(0x0A)
    case UInt8(ascii: "r"): writer.unescaped.append(0x0D)
    case UInt8(ascii: "t"): writer.unescaped.append(0x09)
    case UInt8(ascii: "u"): try scalar()
    default: throw failure("Unknown escape in a string")
    }
  }

  private mutating func scalar() throws(JSONParser.Failure) {
    var code = try hexadecimal()
    if (0xD800...0xDBFF).contains(code) {
      guard next == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u")
      else { throw failure("Lone surrogate in a string") }
      index += 2
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low) else { throw failure("Lone surrogate in a string") }
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure("Lone surrogate in a string") }
    guard code != 0 else { throw failure("Null character in a string") }
    writer.unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func hexadecimal() throws(JSONParser.Failure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("Malformed \\u escape")
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}
