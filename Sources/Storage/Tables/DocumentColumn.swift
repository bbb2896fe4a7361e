import Foundation

/// A value kept whole as JSON text, for what is read seldom or is never asked for by its parts.
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
      // The decoder's own words may quote the document.
      throw SQLFailure.corrupt("a document of the type \(Value.self)")
    }
  }
}
