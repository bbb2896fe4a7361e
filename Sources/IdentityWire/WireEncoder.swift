/// Encodes a response as compact JSON, with members in the message's order.
///
/// Values are written immediately, without an intermediate tree.
public struct WireEncoder: Sendable {
  public init() {}

  /// - Throws: `EncodingError` for a number that JSON cannot express.
  public func encode(_ message: some Encodable) throws -> [UInt8] {
    let output = Output()
    try output.write(message, codingPath: [])
    output.close(downTo: 0)
    assert(WireTally.noteWriting(output.writer.bytes.count))
    return output.writer.bytes
  }
}

/// The text written so far, and its open objects and lists.
private final class Output {
  enum Kind { case object, array }

  var writer = JSONWriter(reserving: 1_024)
  private var open: [Kind] = []

  var depth: Int { open.count }

  /// Closes containers. `Encoder` does not signal the end of a container: a container ends when a value outside it is
  /// written.
  func close(downTo depth: Int) {
    while open.count > depth {
      switch open.removeLast() {
      case .object: writer.endObject()
      case .array: writer.endArray()
      }
    }
  }

  func begin(_ kind: Kind) {
    open.append(kind)
    switch kind {
    case .object: writer.beginObject()
    case .array: writer.beginArray()
    }
  }

  func write<Value: Encodable>(_ value: Value, codingPath: [any CodingKey]) throws {
    if Value.self == String.self, let text = value as? String { return writer.write(text) }
    if Value.self == JSONValue.self, let value = value as? JSONValue { return writer.write(value) }
    let (depth, count) = (open.count, writer.bytes.count)
    try value.encode(to: MessageEncoder(output: self, codingPath: codingPath))
    close(downTo: depth)
    // The message has no members.
    guard writer.bytes.count == count else { return }
    begin(.object)
    close(downTo: depth)
  }

  func writeNumber(_ value: Double, codingPath: [any CodingKey]) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "JSON has no such number"))
    }
    // Milliseconds are written without a fraction, because clients read integers.
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      writer.write(whole)
    } else {
      writer.write(.double(value))
    }
  }

  func writeInteger(_ value: some BinaryInteger, codingPath: [any CodingKey]) throws {
    guard let number = Int64(exactly: value) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "the number is too large"))
    }
    writer.write(number)
  }
}

private struct MessageEncoder: Encoder {
  let output: Output
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.begin(.object)
    return KeyedEncodingContainer(
      KeyedOutput(output: output, codingPath: codingPath, depth: output.depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.begin(.array)
    return UnkeyedOutput(output: output, codingPath: codingPath, depth: output.depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleOutput(output: output, codingPath: codingPath)
  }
}

private struct KeyedOutput<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: Output
  let codingPath: [any CodingKey]
  /// The number of open containers, including this one.
  let depth: Int

  private func name(_ key: Key) {
    output.close(downTo: depth)
    output.writer.key(key.stringValue)
  }

  func encodeNil(forKey key: Key) {
    name(key)
    output.writer.write(.null)
  }

  func encode(_ value: Bool, forKey key: Key) {
    name(key)
    output.writer.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    name(key)
    output.writer.write(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    name(key)
    try output.writeNumber(value, codingPath: codingPath + [key])
  }

  func encode(_ value: Int, forKey key: Key) {
    name(key)
    output.writer.write(Int64(value))
  }

  func encode(_ value: Int64, forKey key: Key) {
    name(key)
    output.writer.write(value)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    name(key)
    try output.write(value, codingPath: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    name(key)
    return MessageEncoder(output: output, codingPath: codingPath + [key]).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    name(key)
    return MessageEncoder(output: output, codingPath: codingPath + [key]).unkeyedContainer()
  }

  /// Writes a superclass's members among this object's. No message has a superclass.
  func superEncoder() -> any Encoder { MessageEncoder(output: output, codingPath: codingPath) }

  func superEncoder(forKey key: Key) -> any Encoder {
    name(key)
    return MessageEncoder(output: output, codingPath: codingPath + [key])
  }
}

private struct UnkeyedOutput: UnkeyedEncodingContainer {
  let output: Output
  let codingPath: [any CodingKey]
  let depth: Int
  var count = 0

  init(output: Output, codingPath: [any CodingKey], depth: Int) {
    self.output = output
    self.codingPath = codingPath
    self.depth = depth
  }

  private mutating func next() -> Output {
    output.close(downTo: depth)
    count += 1
    return output
  }

  mutating func encodeNil() { next().writer.write(.null) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try next().write(value, codingPath: codingPath)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    MessageEncoder(output: next(), codingPath: codingPath).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    MessageEncoder(output: next(), codingPath: codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { MessageEncoder(output: next(), codingPath: codingPath) }
}

private struct SingleOutput: SingleValueEncodingContainer {
  let output: Output
  let codingPath: [any CodingKey]

  func encodeNil() { output.writer.write(.null) }
  func encode(_ value: Bool) { output.writer.write(value) }
  func encode(_ value: String) { output.writer.write(value) }
  func encode(_ value: Double) throws { try output.writeNumber(value, codingPath: codingPath) }
  func encode(_ value: Float) throws { try output.writeNumber(Double(value), codingPath: codingPath) }
  func encode(_ value: Int) { output.writer.write(Int64(value)) }
  func encode(_ value: Int8) { output.writer.write(Int64(value)) }
  func encode(_ value: Int16) { output.writer.write(Int64(value)) }
  func encode(_ value: Int32) { output.writer.write(Int64(value)) }
  func encode(_ value: Int64) { output.writer.write(value) }
  func encode(_ value: UInt) throws { try output.writeInteger(value, codingPath: codingPath) }
  func encode(_ value: UInt8) { output.writer.write(Int64(value)) }
  func encode(_ value: UInt16) { output.writer.write(Int64(value)) }
  func encode(_ value: UInt32) { output.writer.write(Int64(value)) }
  func encode(_ value: UInt64) throws { try output.writeInteger(value, codingPath: codingPath) }
  func encode<Value: Encodable>(_ value: Value) throws { try output.write(value, codingPath: codingPath) }
}
