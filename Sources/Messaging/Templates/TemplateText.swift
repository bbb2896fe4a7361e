import IdentityWire

/// A text with places to be filled in. Filling is one pass: what is filled in is never looked at again.
struct TemplateText: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// A `%NAME%` that there is none of.
  struct Unknown: Error, Equatable {
    var name: String
    /// The first is 1.
    var line: Int
  }

  let source: String
  let pieces: [Piece]

  init(_ source: String, allowed: Set<Placeholder>) throws(Unknown) {
    self.source = source
    var pieces: [Piece] = []
    // Where what begins that no piece holds yet, and where the next placeholder is looked for.
    var (literal, position) = (source.startIndex, source.startIndex)
    // By bytes: a template may be long, and a search for the expression itself takes its time.
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

  /// For HTML: the literal pieces are HTML already, what is filled in is escaped, for attributes too.
  func filledHTML(_ values: MessageValues) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .placeholder(let placeholder): escapedHTML(values.value(of: placeholder))
      }
    }.joined()
  }
}
