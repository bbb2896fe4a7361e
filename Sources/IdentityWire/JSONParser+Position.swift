/// A position in a text, for people.
public struct TextPosition: Sendable, Equatable {
  /// The line and the column, both counted from 1. The column counts characters.
  public var line: Int
  public var column: Int
}

extension JSONParser.Failure {
  /// Returns the position of the error in the parsed text.
  public func position(in text: String) -> TextPosition {
    let lines = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return TextPosition(line: lines.count, column: (lines.last?.count ?? 0) + 1)
  }
}
