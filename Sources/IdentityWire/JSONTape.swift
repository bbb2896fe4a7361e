/// The values of a JSON text in document order: the result of scanning it once.
///
/// The tape has no tree and no `String`. Each entry refers to its bytes, and a value is created only on access.
/// ``JSONParser`` writes the tape, and makes all checks before any value is created.
final class JSONTape: Sendable {
  enum Kind: UInt8, Sendable { case null, `true`, `false`, number, text, array, object }

  struct Entry: Sendable {
    let kind: Kind
    /// True if the text contained escapes. Its bytes are then in the unescaped copy, not in the input.
    var isUnescaped = false
    /// The offset of the first byte of a text or number.
    var start: UInt32 = 0
    /// The number of bytes of a text or number.
    var count: UInt32 = 0
    /// The index of the first entry after the value and its contents.
    var end: UInt32
  }

  /// The entries. An object's entry is followed by its members: for each member, an entry for the name, and then the
  /// value. An array's entry is followed by its elements.
  let entries: [Entry]
  private let input: [UInt8]
  private let unescaped: [UInt8]

  init(entries: [Entry], input: [UInt8], unescaped: [UInt8]) {
    self.entries = entries
    self.input = input
    self.unescaped = unescaped
  }

  /// The bytes of a text or number.
  func withBytes<Result>(of entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    (entry.isUnescaped ? unescaped : input).withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.start + entry.count)]))
    }
  }

  /// Returns a text or the digits of a number. The UTF-8 of the text was already checked.
  func string(_ entry: Entry) -> String { withBytes(of: entry) { String(decoding: $0, as: UTF8.self) } }

  func isText(_ entry: Entry, _ text: StaticString) -> Bool {
    withBytes(of: entry) { bytes in
      bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  func isText(_ entry: Entry, _ text: String) -> Bool {
    Int(entry.count) == text.utf8.count && withBytes(of: entry) { $0.elementsEqual(text.utf8) }
  }

  /// Returns an integer if the number has no fraction or exponent and fits 64 bits, and a double otherwise.
  func number(_ entry: Entry) -> JSONValue {
    let text = string(entry)
    if let value = Int64(text) { return .integer(value) }
    return .double(Double(text) ?? 0)
  }

  /// Creates the value of an entry, including its contents.
  func value(at index: Int) -> JSONValue {
    let entry = entries[index]
    switch entry.kind {
    case .null: return .null
    case .true: return true
    case .false: return false
    case .number: return number(entry)
    case .text: return .string(string(entry))
    case .array: return .array(elements(of: index).map(value))
    case .object: return .object(members(of: index))
    }
  }

  /// The indexes of an array's elements.
  func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    var index = array + 1
    while index < Int(entries[array].end) {
      elements.append(index)
      index = Int(entries[index].end)
    }
    return elements
  }

  /// Returns an object's members. If a name occurs twice, its last value is used.
  func members(of object: Int) -> [String: JSONValue] { places(of: object).mapValues(value) }

  /// Returns the indexes of the values of an object's members. If a name occurs twice, its last value is used.
  func places(of object: Int) -> [String: Int] {
    var places: [String: Int] = [:]
    forEachMember(of: object) { name, value in places[string(name)] = value }
    return places
  }

  /// - Parameter body: receives the entry of a name, and the index of its value.
  @inline(__always)
  func forEachMember(of object: Int, _ body: (_ name: Entry, _ value: Int) -> Void) {
    var index = object + 1
    while index < Int(entries[object].end) {
      body(entries[index], index + 1)
      index = Int(entries[index + 1].end)
    }
  }
}
