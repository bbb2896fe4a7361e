import IdentityWire

/// A ``JSONValue`` as text.
enum JSONColumn {
  /// Allows far longer and more deeply nested texts than a session's claims may have.
  private static let parser = JSONParser(maximumBytes: 1 << 20, maximumDepth: 256, costlyText: .dropped)

  static func encode(_ value: JSONValue) throws -> String {
    let text = JSONWriter.text(value)
    // A value that can be written but not read back would lock its user out.
    guard (try? parser.parse(text)) != nil else {
      throw SQLFailure.unfitArgument("JSON that is too large or nested too deeply")
    }
    return text
  }

  static func decode(_ text: String) throws -> JSONValue {
    guard let value = try? parser.parse(text) else { throw SQLFailure.corrupt("JSON") }
    return value
  }
}
