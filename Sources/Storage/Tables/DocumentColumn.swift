import Foundation

/// A value that is stored as JSON text, because it is read seldom or never queried by its parts.
enum DocumentColumn {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      // The decoder's own text may quote the document.
      throw SQLFailure.corrupt("a document of the type \(Value.self)")
    }
  }
}
