/// The source of a rule set, indexed by lines.
public struct SourceText: Sendable {
  public let bytes: [UInt8]
  private let lineStarts: [Int]
  /// The number of scalars before each block of bytes. It speeds up the computation of columns, because a line may be
  /// as long as the source.
  private let scalarCounts: [Int]
  private static let blockSize = 256

  public init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    var counts: [Int] = []
    var count = 0
    for (index, byte) in bytes.enumerated() {
      if index % Self.blockSize == 0 { counts.append(count) }
      if byte & 0xC0 != 0x80 { count += 1 }
      if byte == 0x0A { starts.append(index + 1) }
    }
    counts.append(count)
    lineStarts = starts
    scalarCounts = counts
  }

  /// Returns the line and the column of a byte, both from 1. Columns count Unicode scalars.
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

  /// Returns the text of a span.
  public func text(_ span: SourceSpan) -> String {
    let start = min(max(span.start, 0), bytes.count)
    return String(decoding: bytes[start..<min(max(span.end, start), bytes.count)], as: UTF8.self)
  }

  /// Returns the line of a span without the line end, and a second line with a caret below the span.
  func excerpt(_ span: SourceSpan) -> String {
    let (line, _) = position(of: span.start)
    let start = lineStarts[line - 1]
    var end = start
    let from = min(max(span.start, start), bytes.count)
    // Shows only a part: a document may consist of a single line.
    let first = max(start, from - 60)
    end = first
    while end < min(bytes.count, from + 60), bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    let last = end
    let caret = min(from, last)
    let shown = String(decoding: bytes[first..<last], as: UTF8.self)
    var indent = ""
    for scalar in String(decoding: bytes[first..<caret], as: UTF8.self).unicodeScalars {
      indent.unicodeScalars.append(scalar == "\t" ? "\t" : " ")
    }
    let width = max(1, scalars(from: caret, to: min(max(span.end, caret), last)))
    return shown + "\n" + indent + String(repeating: "^", count: width)
  }

  private func scalars(from start: Int, to end: Int) -> Int {
    end > start ? scalars(before: end) - scalars(before: start) : 0
  }

  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    return bytes[(block * Self.blockSize)..<offset].reduce(scalarCounts[block]) {
      $1 & 0xC0 == 0x80 ? $0 : $0 + 1
    }
  }
}
