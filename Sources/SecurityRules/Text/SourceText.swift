/// The source of a rule set, which knows its lines.
public struct SourceText: Sendable {
  public let bytes: [UInt8]
  private let lineStarts: [Int]

  public init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    lineStarts = starts
  }

  /// The line and the column of a byte, both from 1. Columns count Unicode scalars.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, scalars(from: lineStarts[low], to: offset) + 1)
  }

  /// The text of a span.
  public func text(_ span: SourceSpan) -> String {
    let start = min(max(span.start, 0), bytes.count)
    return String(decoding: bytes[start..<min(max(span.end, start), bytes.count)], as: UTF8.self)
  }

  /// The line of a byte, without its end, and with it the line below, where a caret stands under the span.
  func excerpt(_ span: SourceSpan) -> String {
    let (line, _) = position(of: span.start)
    let start = lineStarts[line - 1]
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    let from = min(max(span.start, start), end)
    // A line without line breaks may be a whole document.
    let first = max(start, from - 60)
    let last = min(end, from + 60)
    let shown = String(decoding: bytes[first..<last], as: UTF8.self)
    var indent = ""
    for scalar in String(decoding: bytes[first..<from], as: UTF8.self).unicodeScalars {
      indent.unicodeScalars.append(scalar == "\t" ? "\t" : " ")
    }
    let width = max(1, scalars(from: from, to: min(max(span.end, from), last)))
    return shown + "\n" + indent + String(repeating: "^", count: width)
  }

  private func scalars(from start: Int, to end: Int) -> Int {
    bytes[start..<max(start, end)].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}
