/// A JSON document with comments, such as Realtime Database rules and `firebase.json`. It records the position of every
/// value.
package struct CommentedJSON {
  /// The maximum size in UTF-8 bytes.
  package static let maximumBytes = 1 << 20
  static let maximumDepth = 70

  /// The document's name in messages.
  package enum Subject {
    case rules, file

    fileprivate var noun: String { self == .rules ? "rules" : "file" }
    fileprivate var verb: String { self == .rules ? "are" : "is" }
  }

  package indirect enum Value {
    case object([Member], SourceSpan)
    case array([Value], SourceSpan)
    case string(Text)
    case bool(Bool, SourceSpan)
    case other(String, SourceSpan)

    package var span: SourceSpan {
      switch self {
      case .object(_, let span), .array(_, let span), .bool(_, let span), .other(_, let span): span
      case .string(let text): text.span
      }
    }
  }

  package struct Member {
    package let key: Text
    package let value: Value
  }

  /// A string, with the document offset of each of its bytes and of its end.
  package struct Text {
    let bytes: [UInt8]
    let offsets: [Int]
    package let span: SourceSpan

    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  package static func parse(_ bytes: [UInt8], as subject: Subject) throws(SyntaxFailure) -> Value {
    guard bytes.count <= maximumBytes else {
      throw SyntaxFailure(
        "The \(subject.noun) \(subject.verb) larger than \(maximumBytes) bytes.", SourceSpan(0, 0))
    }
    var reader = Reader(bytes: bytes, subject: subject)
    let value = try reader.value(depth: 0)
    try reader.skipSpace()
    guard reader.index >= bytes.count else {
      throw SyntaxFailure("Unexpected text after the \(subject.noun).", SourceSpan(reader.index, bytes.count))
    }
    return value
  }

  private struct Reader {
    let bytes: [UInt8]
    let subject: Subject
    var index = 0

    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    func failure(_ message: String, from start: Int? = nil, suggestion: String? = nil) -> SyntaxFailure {
      let start = start ?? index
      return SyntaxFailure(
        next == nil
          ? "Unexpected end of the \(subject.noun): \(message.prefix(1).lowercased())\(message.dropFirst())"
          : message,
        SourceSpan(start, max(index, start + 1)), suggestion: suggestion)
    }

    mutating func skipSpace() throws(SyntaxFailure) {
      while let byte = next {
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
          index += 1
        } else if bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]), index == 0 {
          index += 3
        } else if bytes[index...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
          while let byte = next, byte != 0x0A { index += 1 }
        } else if bytes[index...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "*")]) {
          let start = index
          index += 2
          while index < bytes.count, !bytes[index...].starts(with: [UInt8(ascii: "*"), UInt8(ascii: "/")]) {
            index += 1
          }
          guard index < bytes.count else { throw failure("The comment has no end.", from: start) }
          index += 2
        } else {
          return
        }
      }
    }

    mutating func value(depth: Int) throws(SyntaxFailure) -> Value {
      guard depth < CommentedJSON.maximumDepth else {
        throw failure("The \(subject.noun) \(subject.verb) nested too deeply.")
      }
      try skipSpace()
      let start = index
      switch next {
      case UInt8(ascii: "{"): return try object(depth: depth)
      case UInt8(ascii: "["): return try array(depth: depth)
      case UInt8(ascii: "\""): return .string(try string())
      case nil: throw failure("Expected a value.")
      default: break
      }
      while let byte = next, byte > 0x20, ![0x2C, 0x7D, 0x5D, 0x3A].contains(byte) { index += 1 }
      // Rules need no number with more digits.
      let word = index - start <= 100 ? String(decoding: bytes[start..<index], as: UTF8.self) : ""
      let span = SourceSpan(start, index)
      switch word {
      case "true": return .bool(true, span)
      case "false": return .bool(false, span)
      case "null": return .other("null", span)
      default:
        guard Double(word) != nil else { throw failure("Expected a value.", from: start) }
        return .other("a number", span)
      }
    }

    mutating func object(depth: Int) throws(SyntaxFailure) -> Value {
      let start = index
      index += 1
      var members: [Member] = []
      try skipSpace()
      while next != UInt8(ascii: "}") {
        guard next == UInt8(ascii: "\"") else { throw failure("Expected a name in double quotes, or '}'.") }
        let key = try string()
        try skipSpace()
        guard next == UInt8(ascii: ":") else { throw failure("Expected ':' after a name.") }
        index += 1
        members.append(Member(key: key, value: try value(depth: depth + 1)))
        try skipSpace()
        guard next == UInt8(ascii: ",") else { break }
        let comma = index
        index += 1
        try skipSpace()
        if next == UInt8(ascii: "}") {
          throw failure("There is a comma after the last member.", from: comma, suggestion: "Remove it.")
        }
      }
      guard next == UInt8(ascii: "}") else { throw failure("Expected ',' or '}'.") }
      index += 1
      return .object(members, SourceSpan(start, index))
    }

    mutating func array(depth: Int) throws(SyntaxFailure) -> Value {
      let start = index
      index += 1
      var elements: [Value] = []
      try skipSpace()
      while next != UInt8(ascii: "]") {
        elements.append(try value(depth: depth + 1))
        try skipSpace()
        guard next == UInt8(ascii: ",") else { break }
        index += 1
        try skipSpace()
        if next == UInt8(ascii: "]") { throw failure("Expected a value.") }
      }
      guard next == UInt8(ascii: "]") else { throw failure("Expected ',' or ']'.") }
      index += 1
      return .array(elements, SourceSpan(start, index))
    }

    mutating func string() throws(SyntaxFailure) -> Text {
      let start = index
      index += 1
      var text: [UInt8] = []
      var offsets: [Int] = []
      while let byte = next, byte != UInt8(ascii: "\"") {
        let from = index
        let count = text.count
        if byte == UInt8(ascii: "\\") {
          try escape(into: &text)
        } else {
          // Accepts line breaks: long rules are often written over several lines.
          guard byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
            throw failure("Control character in a string.")
          }
          text.append(byte)
          index += 1
        }
        for _ in count..<text.count { offsets.append(from) }
      }
      guard next != nil else { throw failure("The string has no end.", from: start) }
      offsets.append(index)
      index += 1
      return Text(bytes: text, offsets: offsets, span: SourceSpan(start, index))
    }

    mutating func escape(into text: inout [UInt8]) throws(SyntaxFailure) {
      let start = index
      index += 1
      guard let byte = next else { throw failure("The string has no end.", from: start) }
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var code = try hexadecimal()
        if (0xD800...0xDBFF).contains(code),
          bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
        {
          index += 2
          let low = try hexadecimal()
          guard (0xDC00...0xDFFF).contains(low) else {
            throw failure("The escape is no character.", from: start)
          }
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else {
          throw failure("The escape is no character.", from: start)
        }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
      default:
        throw failure(
          "The escape is not known.", from: start,
          suggestion: "In a JSON string, a backslash is written '\\\\'.")
      }
    }

    mutating func hexadecimal() throws(SyntaxFailure) -> UInt32 {
      var code: UInt32 = 0
      for _ in 0..<4 {
        guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
          throw failure("The escape is malformed.")
        }
        code = code << 4 | UInt32(digit)
        index += 1
      }
      return code
    }
  }
}
