import IdentityWire

/// Writes JSON as YAML that is easy to read and to compare: one value on each line, and members always in the same order.
///
/// A reader gets every value unchanged. The only exception is a byte order mark at the beginning of a text: Foundation
/// removes it when it reads the file.
public struct YAMLWriter {
  /// The names of members that are written before all others, in this order. The other members are sorted.
  private let leading: [String]
  private var text = ""

  /// - Parameter leading: the names of members that are written before all others.
  public static func text(_ value: JSONValue, leading: [String] = []) -> String {
    var writer = YAMLWriter(leading: leading)
    switch value {
    case .object(let members) where !members.isEmpty: writer.write(members, indentation: 0)
    case .array(let elements) where !elements.isEmpty: writer.write(elements, indentation: 0)
    default: writer.text += writer.scalar(value, indentation: 2) + "\n"
    }
    return writer.text
  }

  private init(leading: [String]) { self.leading = leading }

  private mutating func write(_ members: [String: JSONValue], indentation: Int) {
    for (name, value) in sorted(members) {
      text += Self.blanks(indentation) + Self.quoted(name) + ":"
      switch value {
      case .object(let members) where !members.isEmpty:
        text += "\n"
        write(members, indentation: indentation + 2)
      case .array(let elements) where !elements.isEmpty:
        text += "\n"
        write(elements, indentation: indentation + 2)
      default: text += " " + scalar(value, indentation: indentation + 2) + "\n"
      }
    }
  }

  private mutating func write(_ elements: [JSONValue], indentation: Int) {
    for element in elements {
      text += Self.blanks(indentation) + "-"
      switch element {
      case .object(let members) where !members.isEmpty:
        var nested = YAMLWriter(leading: leading)
        nested.write(members, indentation: indentation + 2)
        text += " " + nested.text.dropFirst(indentation + 2)
      case .array(let elements) where !elements.isEmpty:
        var nested = YAMLWriter(leading: leading)
        nested.write(elements, indentation: indentation + 2)
        text += " " + nested.text.dropFirst(indentation + 2)
      default: text += " " + scalar(element, indentation: indentation + 2) + "\n"
      }
    }
  }

  private func sorted(_ members: [String: JSONValue]) -> [(name: String, value: JSONValue)] {
    func place(_ name: String) -> Int { leading.firstIndex(of: name) ?? leading.count }
    return members.map { (name: $0.key, value: $0.value) }.sorted {
      (place($0.name), $0.name) < (place($1.name), $1.name)
    }
  }

  /// Writes a value on one line, or a text as a literal block.
  private func scalar(_ value: JSONValue, indentation: Int) -> String {
    guard case .string(let text) = value else { return JSONWriter.text(value) }
    guard Self.fitsBlock(text) else { return Self.quoted(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let endsLine = text.hasSuffix("\n")
    let content = (endsLine ? lines.dropLast() : lines).map { line in
      line.isEmpty ? "" : Self.blanks(indentation) + line
    }
    return (endsLine ? "|\n" : "|-\n") + content.joined(separator: "\n")
  }

  /// True if a literal block (YAML 1.2.2, section 8.1.2) preserves every byte of the text, even in an editor
  /// that removes blanks at the ends of lines.
  private static func fitsBlock(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "\n")), !text.hasSuffix("\n\n"),
      let first = text.unicodeScalars.first,
      first != " ", first != "\n", !text.hasSuffix(" "), !text.contains(" \n")
    else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "\n" || isPlainlyPrintable($0) }
  }

  private static func isPlainlyPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
      true
    default: false
    }
  }

  /// Writes a text. Adds quotation marks if a reader of YAML 1.1 or 1.2 would otherwise read it as another type.
  private static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where isPlainlyPrintable(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  private static let otherWords: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
  ]

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "/") || isLetter(first),
      !text.hasSuffix(" "), !text.hasSuffix(":"), !text.contains(": ")
    else { return false }
    return text.utf8.allSatisfy(isPlain) && !otherWords.contains(text.lowercased())
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || " _-./:@+()=".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
