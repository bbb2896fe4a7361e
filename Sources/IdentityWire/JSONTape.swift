/// The values of a JSON text in the order in which they stand there: what one reading of the text has found.
///
/// There is no tree and no `String`: an entry says where its text is. Whoever asks for a value makes it then, and what
/// nobody asks for is never made. ``JSONParser`` writes the tape, and everything that a text is refused for was refused
/// by then.
final class JSONTape: Sendable {
  enum Kind: UInt8, Sendable { case null, `true`, `false`, number, text, array, object }

  struct Entry: Sendable {
    let kind: Kind
    /// Whether the text was written with escapes. It stands without them apart from the input.
    var isUnescaped = false
    /// The first byte of a text or number.
    var start: UInt32 = 0
    /// Bytes of a text or number.
    var count: UInt32 = 0
    /// Of the entry behind the value and everything in it.
    var end: UInt32
  }

  /// An object's entry is followed by its members: of each its name, which is a text, and its value. An array's is
  /// followed by its elements.
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

  /// A text, which was found to be UTF-8, or a number as it stands.
  func string(_ entry: Entry) -> String { withBytes(of: entry) { String(decoding: $0, as: UTF8.self) } }

  func isText(_ entry: Entry, _ text: StaticString) -> Bool {
    withBytes(of: entry) { bytes in
      bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  func isText(_ entry: Entry, _ text: String) -> Bool {
    Int(entry.count) == text.utf8.count && withBytes(of: entry) { $0.elementsEqual(text.utf8) }
  }

  /// A number without fraction or exponent that fits 64 bits, or any other.
  func number(_ entry: Entry) -> JSONValue {
    let text = string(entry)
    if let value = Int64(text) { return .integer(value) }
    return .double(Double(text) ?? 0)
  }

  /// The value of an entry and everything in it.
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

  /// The entries of an array's elements.
  func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    var index = array + 1
    while index < Int(entries[array].end) {
      elements.append(index)
      index = Int(entries[index].end)
    }
    return elements
  }

  /// An object's members. Of duplicate names the last one counts.
  func members(of object: Int) -> [String: JSONValue] { places(of: object).mapValues(value) }

  /// Where the values of an object's members are. Of duplicate names the last one counts.
  func places(of object: Int) -> [String: Int] {
    var places: [String: Int] = [:]
    forEachMember(of: object) { name, value in places[string(name)] = value }
    return places
  }

  /// - Parameter body: given the entry of a name, and where its value is.
  @inline(__always)
  func forEachMember(of object: Int, _ body: (_ name: Entry, _ value: Int) -> Void) {
    var index = object + 1
    while index < Int(entries[object].end) {
      body(entries[index], index + 1)
      index = Int(entries[index + 1].end)
    }
  }
}
