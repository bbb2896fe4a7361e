/// A range of a rule set's source, in UTF-8 bytes from its start.
public struct SourceSpan: Sendable, Hashable {
  public var start: Int
  /// The offset after the last byte of the range.
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  func joined(with other: SourceSpan) -> SourceSpan {
    SourceSpan(min(start, other.start), max(end, other.end))
  }
}
