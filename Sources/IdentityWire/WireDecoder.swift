/// Decodes a request message with the leniency of the REST API (proto3 JSON):
///
/// - names may be in camelCase or snake_case; unknown members are ignored (but see
///   ``decodeStrictly(_:from:parameters:)``); `null` means that a member is absent, also in maps, but is refused in
///   lists;
/// - numbers and Booleans are accepted in place of text, decimal text in place of numbers;
/// - an enumeration may be given by name or by index (``WireEnum``);
/// - an empty token of the caller or user counts as absent. For other empty texts, the operation decides what they
///   mean: for example, an empty `displayName` removes the name.
///
/// Any other wrong type is `INVALID_ARGUMENT` with the name of the field. Keys of free-form maps are not changed.
public struct WireDecoder: Sendable {
  public init() {}

  public func decode<Message: Decodable>(_ type: Message.Type, from value: JSONValue) throws(MessageFault)
    -> Message
  {
    try decode(type, from: value, names: nil)
  }

  /// Decodes as ``decode(_:from:)`` does, but refuses unknown names at any depth. Otherwise, a misspelt setting would
  /// be ignored silently.
  ///
  /// - Parameter parameters: the names of the members that came from the query.
  /// - Throws: `INVALID_ARGUMENT`. For unknown names, it has the official service's text.
  public func decodeStrictly<Message: Decodable>(
    _ type: Message.Type, from value: JSONValue, parameters: Set<String> = []
  ) throws(MessageFault) -> Message {
    let names = MessageNames()
    let message = try decode(type, from: value, names: names)
    let unknown = names.unknown.prefix(Self.maximumUnknownNames).map { name in
      let shown = name.name.prefix(utf8Bytes: 200)
      let quoted = "\"\(shown)\""
      guard name.place.isEmpty else {
        return "Unknown name \(quoted) at '\(name.place.prefix(utf8Bytes: 400))': Cannot find field."
      }
      return parameters.contains(name.name)
        ? "Unknown name \(quoted): Cannot bind query parameter. Field '\(shown)' could not be "
          + "found in request message."
        : "Unknown name \(quoted): Cannot find field."
    }
    guard unknown.isEmpty else {
      throw MessageFault(sentence: "Invalid JSON payload received. " + unknown.joined(separator: "\n"))
    }
    return message
  }

  /// The maximum number of unknown names in an error.
  private static let maximumUnknownNames = 10

  private func decode<Message: Decodable>(
    _ type: Message.Type, from value: JSONValue, names: MessageNames?
  ) throws(MessageFault) -> Message {
    guard case .object = value else {
      throw MessageFault(sentence: "Invalid JSON payload received. The body must be a JSON object.")
    }
    do {
      return try Message(from: ValueDecoder(value: value, codingPath: [], names: names))
    } catch let error as MessageFault {
      throw error
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.dataCorrupted(context),
      let DecodingError.valueNotFound(_, context)
    {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      let place = path.joined(separator: "/").prefix(utf8Bytes: 400)
      throw MessageFault(sentence: "Invalid JSON payload received. /\(place) \(context.debugDescription)")
    } catch {
      throw MessageFault(sentence: "Invalid JSON payload received.")
    }
  }
}

private struct ValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let names: MessageNames?
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch("must be object") }
    return KeyedDecodingContainer(
      KeyedValues<Key>(
        members: members, codingPath: codingPath, names: names,
        object: names?.object(at: codingPath, members.keys)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch("must be array") }
    return UnkeyedValues(elements: elements, codingPath: codingPath, names: names)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(decoder: self)
  }

  func mismatch(_ text: String) -> DecodingError {
    .typeMismatch(JSONValue.self, .init(codingPath: codingPath, debugDescription: text))
  }

  func string() throws -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .double(let number): return "\(number)"
    case .bool(let flag): return flag ? "true" : "false"
    default: throw mismatch("must be string")
    }
  }

  func bool() throws -> Bool {
    switch value {
    case .bool(let flag): return flag
    case .string("true"): return true
    case .string("false"): return false
    default: throw mismatch("must be boolean")
    }
  }

  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    switch value {
    case .integer(let number):
      if let exact = Number(exactly: number) { return exact }
    case .double(let number):
      if let exact = Number(exactly: number) { return exact }
    case .string(let text):
      if let exact = Number(text) { return exact }
    default: break
    }
    throw mismatch("must be integer")
  }

  func double() throws -> Double {
    if let number = value.doubleValue { return number }
    if case .string(let text) = value, let number = Double(text), number.isFinite { return number }
    throw mismatch("must be number")
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == JSONValue.self, let value = value as? Value { return value }
    return try Value(from: self)
  }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let codingPath: [any CodingKey]
  let names: MessageNames?
  let object: MessageNames.Object?
  /// False for most messages. The decoder then does not search for names in snake_case.
  private let hasSnakeCase: Bool

  init(
    members: [String: JSONValue], codingPath: [any CodingKey], names: MessageNames?,
    object: MessageNames.Object?
  ) {
    self.members = members
    self.codingPath = codingPath
    self.names = names
    self.object = object
    hasSnakeCase = members.keys.contains { $0.utf8.contains(UInt8(ascii: "_")) }
  }

  /// The names of a free-form map. Reading this property marks the object as a map.
  var allKeys: [Key] {
    object?.isMap = true
    return members.compactMap { $1 == .null ? nil : Key(stringValue: $0) }
  }

  private func find(_ key: Key) -> JSONValue? {
    let name = key.stringValue
    object?.know(name, snakeCase(name))
    guard let found = members[name] ?? (hasSnakeCase ? members[snakeCase(name)] : nil) else { return nil }
    switch found {
    case .null: return nil
    case .string(let text) where text.isEmpty && absentWhenEmpty.contains(name): return nil
    default: return found
    }
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { find(key) == nil }

  private func decoder(_ key: Key) throws -> ValueDecoder {
    guard let value = find(key) else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: codingPath + [key], debugDescription: "is required"))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key], names: names)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).double() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).integer(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(value: .object(members), codingPath: codingPath, names: names)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  let names: MessageNames?
  var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey], names: MessageNames?) {
    self.elements = elements
    self.codingPath = codingPath
    self.names = names
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }
    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  private mutating func next() throws -> ValueDecoder {
    let path = codingPath + [Index(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: path, debugDescription: "is required"))
    }
    defer { currentIndex += 1 }
    return ValueDecoder(value: elements[currentIndex], codingPath: path, names: names)
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let element = try next()
    guard element.value != .null || type == JSONValue.self else { throw element.mismatch("must not be null") }
    return try element.decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct SingleValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
  func decode(_ type: String.Type) throws -> String { try decoder.string() }
  func decode(_ type: Double.Type) throws -> Double { try decoder.double() }
  func decode(_ type: Float.Type) throws -> Float { Float(try decoder.double()) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

private let absentWhenEmpty: Set<String> = [
  "idToken", "pendingToken", "pendingIdToken", "androidVerificationProof",
]

/// Converts `returnSecureToken` to `return_secure_token`.
func snakeCase(_ name: String) -> String {
  var snake: [UInt8] = []
  snake.reserveCapacity(name.utf8.count + 4)
  for character in name.utf8 {
    let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
    if isUpper { snake.append(UInt8(ascii: "_")) }
    snake.append(isUpper ? character | 0x20 : character)
  }
  return String(decoding: snake, as: UTF8.self)
}
