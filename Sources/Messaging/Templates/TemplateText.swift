import IdentityWire

/// A text with placeholders. One pass replaces all placeholders by their values. Placeholders inside a value are not
/// replaced.
struct TemplateText: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// A `%NAME%` that is not a placeholder.
  struct Unknown: Error, Equatable {
    var name: String
    /// The line, counted from 1.
    var line: Int
  }

  let source: String
  let pieces: [Piece]

  init(_ source: String, allowed: Set<Placeholder>) throws(Unknown) {
    self.source = source
    var pieces: [Piece] = []
    // The start of the text that is not in a piece yet, and the position from which to search.
    var (literal, position) = (source.startIndex, source.startIndex)
    // Searches bytes first: a template may be long, and a search with only the regular expression is slow.
    while let percent = source.utf8[position...].firstIndex(of: UInt8(ascii: "%")) {
      guard let match = source[percent...].prefixMatch(of: /%([A-Z][A-Z_]*)%/) else {
        position = source.utf8.index(after: percent)
        continue
      }
      guard let placeholder = Placeholder(rawValue: String(match.1)), allowed.contains(placeholder) else {
        throw Unknown(name: String(match.1), line: source[..<percent].count { $0.isNewline } + 1)
      }
      pieces.append(.literal(String(source[literal..<percent])))
      pieces.append(.placeholder(placeholder))
      literal = match.range.upperBound
      position = literal
    }
    pieces.append(.literal(String(source[literal...])))
    self.pieces = pieces.filter { $0 != .literal("") }
  }

  func contains(_ placeholder: Placeholder) -> Bool { pieces.contains(.placeholder(placeholder)) }

  func filled(_ values: MessageValues) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .placeholder(let placeholder): values.value(of: placeholder)
      }
    }.joined()
  }

  /// Fills in an HTML template. Its literal pieces are already HTML. Values are escaped, for attributes, too.
  func filledHTML(_ values: MessageValues) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .placeholder(let placeholder): escapedHTML(values.value(of: placeholder))
      }
    }.joined()
  }
}
