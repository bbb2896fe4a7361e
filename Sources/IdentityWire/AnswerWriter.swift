/// A message of the server's response, or a part of it.
public protocol AnswerMessage: Sendable {
  /// Writes the members in the order that clients expect.
  func write(to answer: inout AnswerWriter)
}

extension AnswerMessage {
  /// The message as compact JSON.
  public var bytes: [UInt8] {
    var writer = AnswerWriter()
    writer.object(self)
    assert(WireTally.noteWriting(writer.json.bytes.count))
    return writer.json.bytes
  }
}

/// Writes messages directly into the response's bytes. Leaves out members that are nil.
public struct AnswerWriter {
  fileprivate var json = JSONWriter(reserving: 1_024)

  fileprivate init() {}

  public mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    json.key(name)
    json.write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    json.key(name)
    json.write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    json.key(name)
    json.write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Int?) { member(name, value.map(Int64.init)) }

  /// A 64-bit number, which proto3 JSON writes as text.
  public mutating func member(_ name: StaticString, _ value: Int64Text?) {
    member(name, value.map { String($0.value) })
  }

  /// Writes milliseconds without a fraction, because clients read integers.
  public mutating func member(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    json.key(name)
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      json.write(whole)
    } else {
      json.write(.double(value))
    }
  }

  public mutating func member(_ name: StaticString, _ value: some WireEnum) { member(name, value.rawValue) }

  public mutating func member(_ name: StaticString, _ value: [String]?) {
    guard let value else { return }
    json.key(name)
    json.beginArray()
    for text in value { json.write(text) }
    json.endArray()
  }

  public mutating func member(_ name: StaticString, _ value: (some AnswerMessage)?) {
    guard let value else { return }
    json.key(name)
    object(value)
  }

  public mutating func member(_ name: StaticString, _ value: [some AnswerMessage]?) {
    guard let value else { return }
    json.key(name)
    json.beginArray()
    for message in value { object(message) }
    json.endArray()
  }

  fileprivate mutating func object(_ message: some AnswerMessage) {
    json.beginObject()
    message.write(to: &self)
    json.endObject()
  }
}
