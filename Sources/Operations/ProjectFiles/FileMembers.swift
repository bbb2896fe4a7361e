import Identity
import IdentityWire

/// A mapping of a project file, with the place where it stands. Names that it may not have are refused.
struct FileMembers: Sendable {
  /// From the root: `projects/my-app/providers/google.com`.
  let path: String
  let members: [String: JSONValue]

  /// - Parameter names: the allowed members. Nil for a mapping from names of its own.
  /// - Throws: `INVALID_CONFIG` for a value that is no mapping, and for a name that is none of these.
  init(_ value: JSONValue, at path: String, names: [String]? = nil) throws(IdentityError) {
    guard case .object(let members) = value else { throw .inFile(path, "There has to be a mapping here.") }
    self.path = path
    self.members = members
    guard let names else { return }
    let unknown = members.keys.filter { !names.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw .inFile(
        path,
        "Unknown name \"\(unknown.prefix(5).map { String($0.prefix(100)) }.joined(separator: "\", \""))\".")
    }
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// True if the file names the member, be it as `null`.
  func names(_ name: String) -> Bool { members[name] != nil }

  /// The member. Nil for `null`, too.
  subscript(name: String) -> JSONValue? {
    guard let value = members[name], value != .null else { return nil }
    return value
  }

  /// A text. A number counts as one: not every reader of YAML puts ids into quotation marks.
  func text(_ name: String) throws(IdentityError) -> String? {
    switch self[name] {
    case nil: return nil
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: throw .inFile(path(name), "There has to be a text here.")
    }
  }

  func flag(_ name: String) throws(IdentityError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.boolValue else { throw .inFile(path(name), "There has to be true or false here.") }
    return flag
  }

  /// A list of texts. Empty if the file has none.
  func texts(_ name: String) throws(IdentityError) -> [String] {
    guard let value = self[name] else { return [] }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw .inFile(path(name), "There has to be a list of texts here.")
    }
    return texts
  }

  /// A mapping from names of its own, in their order. Nil if the file does not name the member.
  func mapping(_ name: String) throws(IdentityError) -> [(name: String, value: JSONValue)]? {
    guard names(name) else { return nil }
    let mapping = try FileMembers(self[name] ?? .object([:]), at: path(name))
    return mapping.members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Reads a message of the API, with all of its names as the API has them.
  static func message<Message: Decodable>(_ type: Message.Type, _ value: JSONValue, at path: String)
    throws(IdentityError) -> Message
  {
    // The decoder takes names in snake_case as well, for which nothing else here looks.
    if let name = firstSnakeCaseName(in: value) {
      throw .inFile(path, "Unknown name \"\(name.prefix(100))\": names are written in camelCase.")
    }
    do {
      return try WireDecoder().decodeStrictly(type, from: value)
    } catch {
      throw .inFile(path, error.sentence.replacing("Invalid JSON payload received. ", with: ""))
    }
  }

  private static func firstSnakeCaseName(in value: JSONValue) -> String? {
    switch value {
    case .object(let members):
      members.keys.sorted().first { $0.utf8.contains(UInt8(ascii: "_")) }
        ?? members.values.lazy.compactMap { firstSnakeCaseName(in: $0) }.first
    case .array(let elements): elements.lazy.compactMap { firstSnakeCaseName(in: $0) }.first
    default: nil
    }
  }
}

extension IdentityError {
  /// A mistake of a project file.
  static func inFile(_ path: String, _ why: String) -> IdentityError {
    .refused(.invalidConfig, "\(path): \(why)")
  }

  /// The same refusal with the place in the file for which it was made.
  func inFile(_ path: String) -> IdentityError {
    guard kind == .refused || kind == .malformed || kind == .missing || kind == .conflict else { return self }
    let missing = (diagnosis as? IncompleteProvider)?.missing.joined(separator: " ")
    return .refused(refusal ?? .invalidConfig, "\(path): \(missing ?? detail ?? name)")
  }

  /// Runs a check of something that stands at a place in a file.
  static func at<Value>(_ path: String, _ body: () throws(IdentityError) -> Value) throws(IdentityError)
    -> Value
  {
    do { return try body() } catch { throw error.inFile(path) }
  }
}
