/// Splits Storage and Firestore rules into tokens.
struct ServiceScanner {
  enum Token: Equatable {
    case end
    case int(Int64)
    case float(Double)
    case string(String)
    case name(String)
    case symbol(String)
  }

  private let bytes: [UInt8]
  private(set) var token: Token = .end
  private(set) var span = SourceSpan(0, 0)
  private(set) var previousEnd = 0
  private var index = 0

  init(_ bytes: [UInt8]) throws(SyntaxFailure) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try advance()
  }

  private static let symbols = [
    "==", "!=", "<=", ">=", "&&", "||", "**", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",", "(",
    ")", "[", "]", "{", "}", ";", "=", "$",
  ].map { (text: $0, bytes: Array($0.utf8)) }

  mutating func advance() throws(SyntaxFailure) {
    previousEnd = span.end
    try skipSpace()
    let start = index
    token = try scan()
    span = SourceSpan(start, index)
  }

  private func at(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipSpace() throws(SyntaxFailure) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "/"), at(index + 1) == UInt8(ascii: "/") {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      } else if byte == UInt8(ascii: "/"), at(index + 1) == UInt8(ascii: "*") {
        let start = index
        index += 2
        while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && at(index + 1) == UInt8(ascii: "/"))
        {
          index += 1
        }
        guard index < bytes.count else {
          throw SyntaxFailure("The comment has no end.", SourceSpan(start, start + 2))
        }
        index += 2
      } else {
        return
      }
    }
  }

  static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func scan() throws(SyntaxFailure) -> Token {
    guard index < bytes.count else { return .end }
    let start = index
    let byte = bytes[index]
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { return .string(try string(byte)) }
    if Self.isDigit(byte) { return try number() }
    if Self.isNameStart(byte) {
      while Self.isNameStart(at(index)) || Self.isDigit(at(index)) { index += 1 }
      return .name(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    for symbol in Self.symbols where bytes[index...].starts(with: symbol.bytes) {
      index += symbol.bytes.count
      return .symbol(symbol.text)
    }
    index += 1
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    let character = String(decoding: bytes[start..<index], as: UTF8.self)
    let meant = ["&": "&&", "|": "||"][character]
    throw SyntaxFailure(
      "Unexpected '\(character)'.", SourceSpan(start, index), suggestion: meant.map { "Write '\($0)'." })
  }

  private mutating func number() throws(SyntaxFailure) -> Token {
    let start = index
    while Self.isDigit(at(index)) { index += 1 }
    var isFloat = false
    if at(index) == UInt8(ascii: "."), Self.isDigit(at(index + 1)) {
      isFloat = true
      index += 1
      while Self.isDigit(at(index)) { index += 1 }
    }
    if at(index) | 0x20 == UInt8(ascii: "e") {
      let sign = at(index + 1) == UInt8(ascii: "+") || at(index + 1) == UInt8(ascii: "-") ? 1 : 0
      if Self.isDigit(at(index + 1 + sign)) {
        isFloat = true
        index += 1 + sign
        while Self.isDigit(at(index)) { index += 1 }
      }
    }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    guard !Self.isNameStart(at(index)) else {
      throw SyntaxFailure("The number is malformed.", SourceSpan(start, index + 1))
    }
    if isFloat, let value = Double(digits), value.isFinite { return .float(value) }
    if !isFloat, let value = Int64(digits) { return .int(value) }
    throw SyntaxFailure("The number is too large.", SourceSpan(start, index))
  }

  private mutating func string(_ quote: UInt8) throws(SyntaxFailure) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote, bytes[index] != 0x0A {
      guard bytes[index] == UInt8(ascii: "\\") else {
        text.append(bytes[index])
        index += 1
        continue
      }
      switch at(index + 1) {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "/"):
        text.append(bytes[index + 1])
      default:
        throw SyntaxFailure(
          "The escape is not known.", SourceSpan(index, min(index + 2, bytes.count)),
          suggestion: "A backslash is written '\\\\'.")
      }
      index += 2
    }
    guard at(index) == quote, index < bytes.count else {
      throw SyntaxFailure("The string has no end.", SourceSpan(start, min(index, bytes.count)))
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Paths, which have their own tokens

  /// True if a path continues: a slash right after the previous token.
  var isAtAdjacentSlash: Bool { token == .symbol("/") && span.start == previousEnd }

  enum PathWord {
    case literal(String)
    /// `$(`, followed by an expression and `)`.
    case expression
  }

  /// Reads one segment of a path in an expression. The current token is the slash before it.
  mutating func pathSegment() throws(SyntaxFailure) -> PathWord {
    index = span.end
    let start = index
    if at(index) == UInt8(ascii: "$"), at(index + 1) == UInt8(ascii: "(") {
      index += 2
      span = SourceSpan(start, index)
      try advance()
      return .expression
    }
    if at(index) == UInt8(ascii: "(") {
      index += 1
      while Self.isPathByte(at(index)) { index += 1 }
      guard at(index) == UInt8(ascii: ")"), index > start + 1 else { throw badSegment(start) }
      index += 1
    } else {
      while Self.isPathByte(at(index)) { index += 1 }
      guard index > start else { throw badSegment(start) }
    }
    span = SourceSpan(start, index)
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    try advance()
    return .literal(text)
  }

  private func badSegment(_ start: Int) -> SyntaxFailure {
    SyntaxFailure(
      "Expected a segment of a path after '/'.", SourceSpan(start, min(max(index, start + 1), bytes.count)),
      suggestion: "Values are put into a path as $(name).")
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte) || byte >= 0x80 || "-.~%@+".utf8.contains(byte)
  }

  /// Reads the text of a `match` path, up to a space or to the brace of its block. The current token is the first slash
  /// of the path.
  mutating func matchPath() throws(SyntaxFailure) -> (text: [UInt8], span: SourceSpan) {
    let start = span.start
    index = start
    var isInBraces = false
    while index < bytes.count, !(bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index])) || isInBraces {
      let byte = bytes[index]
      if byte == UInt8(ascii: "{") {
        // A brace directly after a segment begins the block.
        guard index > start, bytes[index - 1] == UInt8(ascii: "/") else { break }
        isInBraces = true
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";") || byte == 0x0A {
        guard isInBraces, byte == UInt8(ascii: "}") else { break }
        isInBraces = false
      }
      index += 1
    }
    let text = Array(bytes[start..<index])
    span = SourceSpan(start, index)
    let whole = span
    try advance()
    return (text, whole)
  }
}
