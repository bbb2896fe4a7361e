import Foundation

/// A part of a resource. An `updateMask` can name its fields.
///
/// Every stored property is an optional member of the protocol's message, and has the member's camelCase name.
/// ``FieldMask`` finds the valid paths with a `Mirror` of the type.
public protocol MaskableMessage: Codable, Sendable, Equatable {
  init()
}

/// `google.protobuf.FieldMask` in its JSON form: the members of a resource that an update changes. It is a list of
/// paths, separated by commas. Dots separate the names in a path. A path may name a single field or a whole message.
public struct FieldMask: Sendable, Equatable {
  /// The maximum length of the text in bytes, and the maximum number of paths. No resource has nearly as many fields.
  public static let maximumLength = 8_192
  public static let maximumCount = 200

  /// The paths, each as its names in camelCase.
  public let paths: [[String]]

  /// - Parameter text: the mask. Nil, an empty text and `*` replace the whole resource.
  /// - Throws: `INVALID_ARGUMENT`, also if the text contains no path.
  public init(_ text: String?) throws(MessageFault) {
    let text = text ?? ""
    guard text.utf8.count <= Self.maximumLength else {
      throw MessageFault(sentence: "The updateMask is too long.")
    }
    let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count <= Self.maximumCount else {
      throw MessageFault(sentence: "The updateMask is too long.")
    }
    guard !text.isEmpty, text != "*" else {
      paths = []
      return
    }
    var paths: [[String]] = []
    for part in parts where !part.isEmpty {
      let names = part.split(separator: ".", omittingEmptySubsequences: false)
      guard names.count <= 16, names.allSatisfy({ !$0.isEmpty }) else { throw Self.unknown(part) }
      paths.append(names.map(Self.camelCase))
    }
    guard !paths.isEmpty else { throw MessageFault(sentence: "The updateMask names no field.") }
    self.paths = paths
  }

  public var replacesEverything: Bool { paths.isEmpty }

  /// True if the mask replaces everything, or has a path to this field or message, to a part of it, or to a message
  /// that contains it.
  public func touches(_ path: String...) -> Bool {
    replacesEverything || paths.contains { named in zip(named, path).allSatisfy { $0 == $1 } }
  }

  /// Checks that the message has every named field. Output-only fields may be named, and do not change: a client may
  /// send back every field that it read (Google's AIP-161, read-write consistency).
  ///
  /// - Throws: `INVALID_ARGUMENT` for a path that the message does not have.
  public func check<Message: MaskableMessage>(against type: Message.Type) throws(MessageFault) {
    for path in paths {
      guard Self.contains(path[...], Message.self) else { throw Self.unknown(path.joined(separator: ".")) }
    }
  }

  /// Returns `current` with the masked fields of `change`. Removes a masked field that `change` does not have.
  public func merging<Message: MaskableMessage>(_ change: Message, into current: Message)
    throws(MessageFault) -> Message
  {
    if replacesEverything { return change }
    let change = try JSONValue(encoding: change)
    var merged: JSONValue? = try JSONValue(encoding: current)
    for path in paths { merged = Self.replacing(path[...], of: merged, with: change) }
    return try WireDecoder().decode(Message.self, from: merged ?? .object([:]))
  }

  private static func replacing(_ path: ArraySlice<String>, of current: JSONValue?, with change: JSONValue?)
    -> JSONValue?
  {
    guard let name = path.first else { return change }
    var members = current?.objectValue ?? [:]
    members[name] = replacing(path.dropFirst(), of: members[name], with: change?[name])
    return members.isEmpty && current == nil ? nil : .object(members)
  }

  private static func contains(_ path: ArraySlice<String>, _ type: any MaskableMessage.Type) -> Bool {
    guard let name = path.first else { return true }
    guard let member = Mirror(reflecting: type.init()).children.first(where: { $0.label == name }) else {
      return false
    }
    let rest = path.dropFirst()
    switch Swift.type(of: member.value) {
    case let message as any OptionalMessage.Type: return contains(rest, message.wrapped)
    case is any OptionalMap.Type: return true
    default: return rest.isEmpty
    }
  }

  private static func unknown(_ path: String) -> MessageFault {
    MessageFault(
      sentence:
        "The updateMask names \"\(path.prefix(utf8Bytes: 200))\", which is not a field of the resource.")
  }

  private static func camelCase(_ name: Substring) -> String {
    let words = name.split(separator: "_")
    guard words.count > 1, let first = words.first else { return String(name) }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

private protocol OptionalMessage {
  static var wrapped: any MaskableMessage.Type { get }
}

extension Optional: OptionalMessage where Wrapped: MaskableMessage {
  fileprivate static var wrapped: any MaskableMessage.Type { Wrapped.self }
}

/// A free-form map. The client chooses its keys.
private protocol OptionalMap {}

extension Optional: OptionalMap where Wrapped: FreeFormMap {}

private protocol FreeFormMap {}

extension Dictionary: FreeFormMap where Key == String {}
extension JSONValue: FreeFormMap {}

extension JSONValue {
  /// Encodes a message as a JSON value.
  public init(encoding message: some Encodable) throws(MessageFault) {
    do {
      self = try JSONParser(maximumBytes: 4 << 20, costlyText: .dropped).parse(
        try JSONEncoder().encode(message))
    } catch {
      throw MessageFault(sentence: "A message could not be encoded.")
    }
  }
}
