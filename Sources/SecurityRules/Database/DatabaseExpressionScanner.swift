import IdentityWire

/// Splits one expression into tokens. The positions of the tokens are byte offsets in the rule set's document. There,
/// the expression is a JSON string with its own escapes.
struct DatabaseExpressionScanner {
  enum Token: Equatable {
    case end
    case number(Double)
    case string(String)
    case name(String)
    case symbol(String)
  }

  private let text: [UInt8]
  /// The offset in the document for each byte of the text and for its end.
  private let offsets: [Int]
  private(set) var token: Token = .end
  private(set) var span = SourceSpan(0, 0)
  private var start = 0
  private var index = 0
  /// The end of the token before the current one.
  private(set) var previousEnd = 0

  init(text: [UInt8], offsets: [Int]) throws(SyntaxFailure) {
    self.text = text
    self.offsets = offsets
    previousEnd = offsets[0]
    try advance()
  }

  private static let symbols = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".",
    ",",
    "(", ")", "[", "]",
  ].map { (text: $0, bytes: Array($0.utf8)) }

  private static let refused = [
    "=>", "**", "<<", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "&", "|", "^", "~", "=",
  ].map { (text: $0, bytes: Array($0.utf8)) }

  mutating func advance() throws(SyntaxFailure) {
    previousEnd = offsets[index]
    try skipSpace()
    start = index
    token = try scan()
    span = SourceSpan(offsets[start], offsets[index])
  }

  private func at(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  private func spanFrom(_ start: Int) -> SourceSpan {
    SourceSpan(offsets[min(start, text.count)], offsets[min(max(index, start + 1), text.count)])
  }

  private mutating func skipSpace() throws(SyntaxFailure) {
    while index < text.count {
      let byte = text[index]
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "/"), at(index + 1) == UInt8(ascii: "/") {
        while index < text.count, text[index] != 0x0A { index += 1 }
      } else if byte == UInt8(ascii: "/"), at(index + 1) == UInt8(ascii: "*") {
        let begin = index
        index += 2
        while index < text.count, !(at(index) == UInt8(ascii: "*") && at(index + 1) == UInt8(ascii: "/")) {
          index += 1
        }
        guard index < text.count else { throw SyntaxFailure("The comment has no end.", spanFrom(begin)) }
        index += 2
      } else {
        return
      }
    }
  }

  private mutating func scan() throws(SyntaxFailure) -> Token {
    guard index < text.count else { return .end }
    let byte = text[index]
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { return .string(try string(byte)) }
    if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && Self.isDigit(at(index + 1))) {
      return .number(try number())
    }
    if Self.isNameStart(byte) {
      while index < text.count, Self.isNameStart(text[index]) || Self.isDigit(text[index]) { index += 1 }
      return .name(String(decoding: text[start..<index], as: UTF8.self))
    }
    if let symbol = symbol(in: Self.symbols), !isRefused(longerThan: symbol.count) {
      index += symbol.count
      return .symbol(symbol)
    }
    if let symbol = symbol(in: Self.refused) {
      index += symbol.count
      throw SyntaxFailure(
        "Rule expressions may not contain operator '\(symbol)'.", spanFrom(start),
        suggestion: Self.replacement[symbol].map { "Write '\($0)'." })
    }
    index += 1
    if byte == UInt8(ascii: ";") {
      throw SyntaxFailure("A rule is one expression, without ';'.", spanFrom(start))
    }
    throw SyntaxFailure("Unexpected character.", spanFrom(start))
  }

  private static let replacement = ["=": "==", "&": "&&", "|": "||"]

  private func symbol(in table: [(text: String, bytes: [UInt8])]) -> String? {
    table.first { text[index...].starts(with: $0.bytes) }?.text
  }

  private func isRefused(longerThan count: Int) -> Bool {
    Self.refused.contains { $0.bytes.count > count && text[index...].starts(with: $0.bytes) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  private mutating func number() throws(SyntaxFailure) -> Double {
    if at(index) == UInt8(ascii: "0"), at(index + 1) | 0x20 == UInt8(ascii: "x") {
      index += 2
      while let scalar = Unicode.Scalar(UInt32(at(index))), Character(scalar).isHexDigit { index += 1 }
      let digits = String(decoding: text[(start + 2)..<index], as: UTF8.self)
      guard let value = UInt64(digits, radix: 16), !Self.isNameStart(at(index)) else {
        throw SyntaxFailure("The number is malformed.", spanFrom(start))
      }
      return Double(value)
    }
    while Self.isDigit(at(index)) { index += 1 }
    if at(index) == UInt8(ascii: ".") {
      index += 1
      while Self.isDigit(at(index)) { index += 1 }
    }
    if at(index) | 0x20 == UInt8(ascii: "e") {
      index += 1
      if at(index) == UInt8(ascii: "+") || at(index) == UInt8(ascii: "-") { index += 1 }
      while Self.isDigit(at(index)) { index += 1 }
    }
    var digits = String(decoding: text[start..<index], as: UTF8.self)
    if digits.hasSuffix(".") { digits += "0" }
    guard let value = Double(digits), value.isFinite, !Self.isNameStart(at(index)) else {
      throw SyntaxFailure("The number is malformed.", spanFrom(start))
    }
    return value
  }

  private mutating func string(_ quote: UInt8) throws(SyntaxFailure) -> String {
    index += 1
    var bytes: [UInt8] = []
    while index < text.count, text[index] != quote {
      let byte = text[index]
      index += 1
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: "\\") { try escape(into: &bytes) } else { bytes.append(byte) }
    }
    guard at(index) == quote, index < text.count else {
      throw SyntaxFailure("The string has no end.", spanFrom(start))
    }
    index += 1
    guard let string = StreamSafeText.decode(bytes) else {
      throw SyntaxFailure(
        "The string has more than \(StreamSafeText.maximumNonStarters) combining marks in a row.",
        spanFrom(start))
    }
    return string
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(SyntaxFailure) {
    let byte = at(index)
    index += 1
    switch byte {
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "v"): bytes.append(0x0B)
    case UInt8(ascii: "0") where !Self.isDigit(at(index)): bytes.append(0)
    case UInt8(ascii: "x"): try append(hexadecimal(2), to: &bytes)
    case UInt8(ascii: "u"):
      var code = try hexadecimal(4)
      if (0xD800...0xDBFF).contains(code), at(index) == UInt8(ascii: "\\"), at(index + 1) == UInt8(ascii: "u")
      {
        index += 2
        let low = try hexadecimal(4)
        guard (0xDC00...0xDFFF).contains(low) else {
          throw SyntaxFailure("The escape is no character.", spanFrom(start))
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      try append(code, to: &bytes)
    case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "0"):
      throw SyntaxFailure("Octal escapes are not supported.", spanFrom(index - 2))
    default: bytes.append(byte)
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(SyntaxFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = Character(Unicode.Scalar(at(index))).hexDigitValue else {
        throw SyntaxFailure("The escape is malformed.", spanFrom(start))
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private func append(_ code: UInt32, to bytes: inout [UInt8]) throws(SyntaxFailure) {
    guard let scalar = Unicode.Scalar(code) else {
      throw SyntaxFailure("The escape is no character.", spanFrom(start))
    }
    bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  /// Reads the pattern and the flags of a regular expression. The current token is its first slash.
  mutating func regex() throws(SyntaxFailure) -> (pattern: String, flags: String, span: SourceSpan) {
    index = start + 1
    var isInClass = false
    while index < text.count, text[index] != 0x0A {
      let byte = text[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == UInt8(ascii: "[") {
        isInClass = true
      } else if byte == UInt8(ascii: "]") {
        isInClass = false
      } else if byte == UInt8(ascii: "/"), !isInClass {
        break
      }
      index += 1
    }
    guard index < text.count, text[index] == UInt8(ascii: "/") else {
      index = min(index, text.count)
      throw SyntaxFailure("The regular expression has no end.", spanFrom(start))
    }
    let pattern = String(decoding: text[(start + 1)..<index], as: UTF8.self)
    index += 1
    let flagsStart = index
    while index < text.count, Self.isNameStart(text[index]) || Self.isDigit(text[index]) { index += 1 }
    let flags = String(decoding: text[flagsStart..<index], as: UTF8.self)
    let whole = SourceSpan(offsets[start], offsets[index])
    try advance()
    return (pattern, flags, whole)
  }
}
