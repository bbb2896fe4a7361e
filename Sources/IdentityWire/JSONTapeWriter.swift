/// Builds a tape.
struct JSONTapeWriter {
  private(set) var entries: [JSONTape.Entry] = []
  /// The unescaped copies of texts with escapes, joined.
  var unescaped: [UInt8] = []

  /// - Parameter bytes: the length of the text to scan. Most members are longer than sixteen bytes.
  mutating func reserve(forTextOf bytes: Int) { entries.reserveCapacity(min(bytes / 16, 256) + 4) }

  var end: UInt32 { UInt32(truncatingIfNeeded: entries.count) }

  mutating func append(_ kind: JSONTape.Kind, start: Int = 0, count: Int = 0, isUnescaped: Bool = false) {
    entries.append(
      .init(
        kind: kind, isUnescaped: isUnescaped, start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: count), end: end + 1))
  }

  /// Adds a member that is not in the input.
  mutating func append(_ member: (name: String, value: String)) {
    append(member.name)
    append(member.value)
  }

  private mutating func append(_ text: String) {
    let start = unescaped.count
    unescaped.append(contentsOf: text.utf8)
    append(.text, start: start, count: unescaped.count - start, isUnescaped: true)
  }

  /// Marks all entries after a container's entry as its contents.
  mutating func close(_ container: Int) { entries[container].end = end }

  /// Removes the most recent entries.
  mutating func remove(from index: Int) { entries.removeSubrange(index...) }

  /// - Parameter input: the bytes that contain the texts and numbers.
  func tape(of input: [UInt8]) -> JSONTape {
    JSONTape(entries: entries, input: input, unescaped: unescaped)
  }
}
