/// What a tape is written into.
struct JSONTapeWriter {
  private(set) var entries: [JSONTape.Entry] = []
  /// The texts that were written with escapes, one behind the other, without them.
  var unescaped: [UInt8] = []

  /// - Parameter bytes: of the text that is to be read. Most members have more than sixteen.
  mutating func reserve(forTextOf bytes: Int) { entries.reserveCapacity(min(bytes / 16, 256) + 4) }

  var end: UInt32 { UInt32(truncatingIfNeeded: entries.count) }

  mutating func append(_ kind: JSONTape.Kind, start: Int = 0, count: Int = 0, isUnescaped: Bool = false) {
    entries.append(
      .init(
        kind: kind, isUnescaped: isUnescaped, start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: count), end: end + 1))
  }

  /// Adds a member that stands nowhere in the input.
  mutating func append(_ member: (name: String, value: String)) {
    append(member.name)
    append(member.value)
  }

  private mutating func append(_ text: String) {
    let start = unescaped.count
    unescaped.append(contentsOf: text.utf8)
    append(.text, start: start, count: unescaped.count - start, isUnescaped: true)
  }

  /// Says that everything after a container's entry is in it.
  mutating func close(_ container: Int) { entries[container].end = end }

  /// Takes back what was added last.
  mutating func remove(from index: Int) { entries.removeSubrange(index...) }

  /// - Parameter input: where the texts and numbers stand.
  func tape(of input: [UInt8]) -> JSONTape {
    JSONTape(entries: entries, input: input, unescaped: unescaped)
  }
}
