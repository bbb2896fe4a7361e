import Identity
import IdentityWire

/// A mapping of a project file with its place. Unknown names are refused.
struct FileMembers: Sendable {
  /// The place from the root: `projects/my-app/providers/google.com`.
  let path: String
  let members: [String: JSONValue]

  /// - Parameter names: the allowed members; nil for a mapping with free names.
  /// - Throws: `INVALID_CONFIG` if the value is not a mapping, or has an unknown name.
  init(_ value: JSONValue, at path: String, names: [String]? = nil) throws(IdentityError) {
    guard case .object(let members) = value else { throw .inFile(path, "The value has to be a mapping.") }
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

  /// True if the file names the member, even as `null`.
  func names(_ name: String) -> Bool { members[name] != nil }

  /// The member; nil also for `null`.
  subscript(name: String) -> JSONValue? {
    guard let value = members[name], value != .null else { return nil }
    return value
  }

  /// Returns a text. Accepts a number, because not every YAML tool quotes IDs.
  func text(_ name: String) throws(IdentityError) -> String? {
    switch self[name] {
    case nil: return nil
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: throw .inFile(path(name), "The value has to be a text.")
    }
  }

  func flag(_ name: String) throws(IdentityError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.boolValue else { throw .inFile(path(name), "The value has to be true or false.") }
    return flag
  }

  /// Returns a list of texts; empty if the file has none.
  func texts(_ name: String) throws(IdentityError) -> [String] {
    guard let value = self[name] else { return [] }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw .inFile(path(name), "The value has to be a list of texts.")
    }
    return texts
  }

  /// Returns a mapping with free names, in their order; nil if the file does not name the member.
  func mapping(_ name: String) throws(IdentityError) -> [(name: String, value: JSONValue)]? {
    guard names(name) else { return nil }
    let mapping = try FileMembers(self[name] ?? .object([:]), at: path(name))
    return mapping.members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Reads a message of the API. Its names must be spelled as in the API.
  static func message<Message: Decodable>(_ type: Message.Type, _ value: JSONValue, at path: String)
    throws(IdentityError) -> Message
  {
    // The decoder also accepts names in snake_case, which the other checks here would miss.
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
  /// A mistake in a project file.
  static func inFile(_ path: String, _ why: String) -> IdentityError {
    .refused(.invalidConfig, "\(path): \(why)")
  }

  /// Adds the place in the file to the refusal.
  func inFile(_ path: String) -> IdentityError {
    guard kind == .refused || kind == .malformed || kind == .missing || kind == .conflict else { return self }
    let missing = (diagnosis as? IncompleteProvider)?.missing.joined(separator: " ")
    return .refused(refusal ?? .invalidConfig, "\(path): \(missing ?? detail ?? name)")
  }

  /// Runs a check of a value at a place in a file.
  static func at<Value>(_ path: String, _ body: () throws(IdentityError) -> Value) throws(IdentityError)
    -> Value
  {
    do { return try body() } catch { throw error.inFile(path) }
  }
}
