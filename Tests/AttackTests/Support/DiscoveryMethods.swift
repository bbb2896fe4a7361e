import Foundation
import IdentityWire
import TestTools

/// A method of the API's Discovery documents, with messages whose every text is one text.
struct DiscoveryMethod: Sendable {
  let verb: String
  let path: String
  let query: [String]
  let request: String?

  private struct Documents {
    var methods: [DiscoveryMethod] = []
    var schemas: [String: JSONValue] = [:]
  }

  static var all: [DiscoveryMethod] { documents.methods }

  private static let documents: Documents = {
    let folder = Repository.url("Conformance/discovery")
    var documents = Documents()
    for version in ["v1", "v2"] {
      guard let data = try? Data(contentsOf: folder.appending(path: "identitytoolkit.\(version).json")),
        let document = try? JSONParser(maximumBytes: 4 << 20).parse(data)
      else { continue }
      documents.schemas.merge(document["schemas"]?.objectValue ?? [:]) { $1 }
      documents.methods += methods(of: document)
    }
    return documents
  }()

  private static func methods(of node: JSONValue) -> [DiscoveryMethod] {
    let own = (node["methods"]?.objectValue ?? [:]).values.compactMap { method -> DiscoveryMethod? in
      guard let verb = method["httpMethod"]?.stringValue, let path = method["flatPath"]?.stringValue else {
        return nil
      }
      let query = (method["parameters"]?.objectValue ?? [:]).filter { $1["location"] == "query" }.keys
        .sorted()
      return DiscoveryMethod(
        verb: verb, path: path, query: query, request: method["request"]?["$ref"]?.stringValue)
    }
    let inner = (node["resources"]?.objectValue ?? [:]).values.flatMap(methods)
    return (own + inner).sorted { ($0.path, $0.verb) < ($1.path, $1.verb) }
  }

  /// The address, with what the variables of the path stand for.
  func target(project: String, id: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
      guard let start = part.firstIndex(of: "{"), let end = part.firstIndex(of: "}") else {
        return String(part)
      }
      let name = part[part.index(after: start)..<end]
      return part[..<start] + (name == "projectsId" ? project : id) + part[part.index(after: end)...]
    }
    return "/identitytoolkit.googleapis.com/" + parts.joined(separator: "/")
  }

  /// The request's message. Nil for a method that has none.
  ///
  /// - Parameters:
  ///   - text: of every field that may hold any text, and as the name of a member that no message has.
  ///   - everywhere: also of fields that hold a number or a word of a list.
  func message(_ text: String, everywhere: Bool) -> JSONValue? {
    guard let request else { return nil }
    return Self.message(request, text, everywhere, depth: 0)
  }

  /// How many texts a message holds.
  func texts(everywhere: Bool) -> Int {
    guard let message = message("?", everywhere: everywhere) else { return 0 }
    return JSONWriter.text(message).utf8.count { $0 == UInt8(ascii: "?") }
  }

  private static func message(_ name: String, _ text: String, _ everywhere: Bool, depth: Int) -> JSONValue {
    guard depth < 5, let properties = documents.schemas[name]?["properties"]?.objectValue else { return [:] }
    return .object(properties.mapValues { value($0, text, everywhere, depth: depth) })
  }

  private static func value(_ field: JSONValue, _ text: String, _ everywhere: Bool, depth: Int) -> JSONValue {
    if let name = field["$ref"]?.stringValue { return message(name, text, everywhere, depth: depth + 1) }
    if !everywhere {
      if let word = field["enum"]?.arrayValue?.last { return word }
      switch field["format"]?.stringValue {
      case "byte": return "AAAA"
      case "int64", "uint64": return "1"
      case "google-datetime": return "2026-01-01T00:00:00Z"
      case "google-duration": return "3600s"
      case "google-fieldmask": return "*"
      default: break
      }
    }
    switch field["type"]?.stringValue {
    case "array": return .array([value(field["items"] ?? [:], text, everywhere, depth: depth + 1)])
    case "object":
      return ["a": value(field["additionalProperties"] ?? [:], text, everywhere, depth: depth + 1)]
    case "boolean": return true
    case "integer", "number": return 1
    default: return .string(text)
    }
  }
}
