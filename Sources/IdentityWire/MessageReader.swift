/// The members of one object of a request. A message reads itself from them, with the leniency of the REST API (proto3
/// JSON):
///
/// - names may be in camelCase or snake_case; unknown members are ignored; `null` means that a member is absent, but is
///   refused in lists;
/// - numbers and Booleans are accepted in place of text, decimal text in place of numbers;
/// - an enumeration may be given by name or by index (``WireEnum``).
///
/// Callers pass names in camelCase. If a member is present in both forms, the camelCase member is used. If a name
/// occurs twice, its last value is used.
public struct MessageReader: Sendable {
  private let tape: JSONTape
  private let object: Int

  private init(of tape: JSONTape, at object: Int) {
    self.tape = tape
    self.object = object
  }

  // MARK: From requests

  /// Creates a reader without members.
  public init() { self.init(form: []) }

  /// - Parameter form: names and values, limited by the caller. If a name occurs twice, its last value is used.
  public init(form: [(name: String, value: String)]) {
    var writer = JSONTapeWriter()
    writer.append(.object)
    for pair in form { writer.append(pair) }
    writer.close(0)
    self.init(of: writer.tape(of: []), at: 0)
  }

  /// - Parameters:
  ///   - overriding: parameters of the path. They replace members of the text.
  ///   - defaults: parameters of the query, for names that the text does not have. If a name occurs twice, its first
  ///     value is used.
  /// - Returns: nil if the text is not an object.
  public init?(
    _ text: [UInt8], _ parser: JSONParser, overriding: [(name: String, value: String)] = [],
    defaults: [(name: String, value: String)] = []
  ) throws(JSONParser.Failure) {
    var writer = JSONTapeWriter()
    try parser.write(text, to: &writer)
    guard writer.entries[0].kind == .object else { return nil }
    if !overriding.isEmpty || !defaults.isEmpty {
      var taken = Set(overriding.map(\.name))
      let names = Set(defaults.map(\.name))
      for name in JSONMembers(of: writer.tape(of: text)).names where names.contains(name) {
        taken.insert(name)
      }
      for pair in overriding { writer.append(pair) }
      for pair in defaults where taken.insert(pair.name).inserted { writer.append(pair) }
      writer.close(0)
    }
    self.init(of: writer.tape(of: text), at: 0)
  }

  // MARK: Members

  /// Returns the text of a member. A number or Boolean is converted to text.
  public func text(_ name: StaticString) throws(MessageFault) -> String? {
    guard let index = find(name) else { return nil }
    return try text(at: index).in(name)
  }

  /// Returns a token. An empty text counts as absent.
  public func token(_ name: StaticString) throws(MessageFault) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    return text
  }

  public func flag(_ name: StaticString) throws(MessageFault) -> Bool? {
    guard let index = find(name) else { return nil }
    return try flag(at: index).in(name)
  }

  public func integer<Number: FixedWidthInteger>(
    _ name: StaticString, _ type: Number.Type = Int.self
  ) throws(MessageFault) -> Number? {
    guard let index = find(name) else { return nil }
    return try integer(at: index).in(name)
  }

  /// Returns a 64-bit number, which proto3 JSON writes as text.
  public func int64Text(_ name: StaticString) throws(MessageFault) -> Int64Text? {
    guard let index = find(name) else { return nil }
    return try int64Text(at: index).in(name)
  }

  public func double(_ name: StaticString) throws(MessageFault) -> Double? {
    guard let index = find(name) else { return nil }
    return try double(at: index).in(name)
  }

  public func choice<Value: WireEnum>(
    _ name: StaticString, _ type: Value.Type = Value.self
  ) throws(MessageFault) -> Value? {
    guard let index = find(name) else { return nil }
    return try choice(at: index).in(name)
  }

  /// Returns a value that the server does not interpret.
  public func value(_ name: StaticString) -> JSONValue? { find(name).map(tape.value) }

  public func message<Message: RequestMessage>(
    _ name: StaticString, _ type: Message.Type = Message.self
  ) throws(MessageFault) -> Message? {
    guard let index = find(name) else { return nil }
    return try message(at: index).in(name)
  }

  public func texts(_ name: StaticString) throws(MessageFault) -> [String]? {
    try list(name) { index in text(at: index) }
  }

  /// Returns a map of texts with free-form names.
  public func textMap(_ name: StaticString) throws(MessageFault) -> [String: String]? {
    guard let map = find(name) else { return nil }
    guard tape.entries[map].kind == .object else { throw MessageFault("must be object").in(name) }
    var texts: [String: String] = [:]
    for (key, index) in tape.places(of: map) where tape.entries[index].kind != .null {
      do throws(MessageFault) {
        texts[key] = try text(at: index).get()
      } catch {
        throw error.in(key).in(name)
      }
    }
    return texts
  }

  public func choices<Value: WireEnum>(
    _ name: StaticString, _ type: Value.Type = Value.self
  ) throws(MessageFault) -> [Value]? {
    try list(name) { index in choice(at: index) }
  }

  public func messages<Message: RequestMessage>(
    _ name: StaticString, _ type: Message.Type = Message.self
  ) throws(MessageFault) -> [Message]? {
    try list(name) { index in message(at: index) }
  }

  // MARK: Values

  private typealias Reading<Value> = Result<Value, MessageFault>

  private func list<Value>(
    _ name: StaticString, _ read: (Int) -> Reading<Value>
  ) throws(MessageFault) -> [Value]? {
    guard let array = find(name) else { return nil }
    guard tape.entries[array].kind == .array else { throw MessageFault("must be array").in(name) }
    var values: [Value] = []
    for (position, index) in tape.elements(of: array).enumerated() {
      let reading =
        tape.entries[index].kind == .null ? .failure(MessageFault("must not be null")) : read(index)
      switch reading {
      case .success(let value): values.append(value)
      case .failure(let fault): throw fault.in("\(position)").in(name)
      }
    }
    return values
  }

  private func text(at index: Int) -> Reading<String> {
    let entry = tape.entries[index]
    switch entry.kind {
    case .text: return .success(tape.string(entry))
    case .true: return .success("true")
    case .false: return .success("false")
    case .number:
      switch tape.number(entry) {
      case .integer(let number): return .success(String(number))
      case .double(let number): return .success("\(number)")
      default: break
      }
    case .null, .array, .object: break
    }
    return .failure(MessageFault("must be string"))
  }

  private func flag(at index: Int) -> Reading<Bool> {
    let entry = tape.entries[index]
    switch entry.kind {
    case .true: return .success(true)
    case .false: return .success(false)
    case .text where tape.isText(entry, "true"): return .success(true)
    case .text where tape.isText(entry, "false"): return .success(false)
    default: return .failure(MessageFault("must be boolean"))
    }
  }

  private func integer<Number: FixedWidthInteger>(at index: Int) -> Reading<Number> {
    let entry = tape.entries[index]
    var exact: Number?
    switch entry.kind {
    case .text: exact = Number(tape.string(entry))
    case .number:
      switch tape.number(entry) {
      case .integer(let number): exact = Number(exactly: number)
      case .double(let number): exact = Number(exactly: number)
      default: break
      }
    default: break
    }
    return exact.map { .success($0) } ?? .failure(MessageFault("must be integer"))
  }

  private func int64Text(at index: Int) -> Reading<Int64Text> {
    let kind = tape.entries[index].kind
    guard kind != .array, kind != .object else { return .failure(MessageFault("must be string")) }
    return integer(at: index).map { Int64Text($0) }
  }

  private func double(at index: Int) -> Reading<Double> {
    let entry = tape.entries[index]
    var number: Double?
    switch entry.kind {
    case .text: number = Double(tape.string(entry))
    case .number: number = tape.number(entry).doubleValue
    default: break
    }
    guard let number, number.isFinite else { return .failure(MessageFault("must be number")) }
    return .success(number)
  }

  private func choice<Value: WireEnum>(at index: Int) -> Reading<Value> {
    text(at: index).flatMap { text in
      Value(named: text).map { .success($0) }
        ?? .failure(MessageFault("must be equal to one of the allowed values"))
    }
  }

  private func message<Message: RequestMessage>(at index: Int) -> Reading<Message> {
    guard tape.entries[index].kind == .object else { return .failure(MessageFault("must be object")) }
    return Reading { () throws(MessageFault) in try Message(reading: MessageReader(of: tape, at: index)) }
  }

  // MARK: Names

  /// Returns the index of a member's value if it is present and not null.
  private func find(_ name: StaticString) -> Int? {
    let camelCase = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let capitals = camelCase.count { isCapital($0) }
    var found: Int?
    var inSnakeCase: Int?
    tape.forEachMember(of: object) { entry, value in
      if entry.count == camelCase.count {
        if tape.withBytes(of: entry, { $0.elementsEqual(camelCase) }) { found = value }
      } else if Int(entry.count) == camelCase.count + capitals,
        tape.withBytes(of: entry, { isSnakeCase($0, of: camelCase) })
      {
        inSnakeCase = value
      }
    }
    guard let index = found ?? inSnakeCase, tape.entries[index].kind != .null else { return nil }
    return index
  }
}

private func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

/// True if the names mean the same member, such as `return_secure_token` and `returnSecureToken`.
private func isSnakeCase(_ name: UnsafeBufferPointer<UInt8>, of camelCase: UnsafeBufferPointer<UInt8>) -> Bool
{
  var index = 0
  for byte in camelCase {
    if isCapital(byte) {
      guard name[index] == UInt8(ascii: "_") else { return false }
      index += 1
    }
    guard name[index] == (isCapital(byte) ? byte | 0x20 : byte) else { return false }
    index += 1
  }
  return true
}

extension Result where Failure == MessageFault {
  fileprivate func `in`(_ name: StaticString) throws(MessageFault) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let fault): throw fault.in(name)
    }
  }
}
