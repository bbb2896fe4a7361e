import IdentityWire

/// Paths of the console.
enum ConsolePath {
  static let root = "/console"

  static func project(_ id: String) -> String { "\(root)/p/\(encode(id))" }

  /// Encodes a text as one part of a path.
  static func encode(_ part: String) -> String { FormURLEncoded.encode(part) }

  /// Decodes one part of a path.
  static func decode(_ part: String) -> String {
    // The form parser would decode a plus as a space. In a path, a plus is not encoded.
    FormURLEncoded(parsing: "x=" + part.replacing("&", with: "%26").replacing("+", with: "%2B"))["x"] ?? ""
  }

  static func parameterNames(of template: String) -> [String] {
    template.split(separator: "/").compactMap { part in
      part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
    }
  }

  /// The path with its parameters filled in. Unknown parameters stay as they are.
  static func filled(_ template: String, _ parameters: [String: String]) -> String {
    template.split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard part.hasPrefix("{"), part.hasSuffix("}"),
        let value = parameters[String(part.dropFirst().dropLast())]
      else { return String(part) }
      return encode(value)
    }.joined(separator: "/")
  }

  /// True if the path is inside the console. Only then may a requested redirect lead there.
  static func isInside(_ path: String) -> Bool {
    guard path == root || path.hasPrefix(root + "/") || path.hasPrefix(root + "?"), path.utf8.count <= 2_048,
      path.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }), !path.contains("//")
    else { return false }
    // Browsers treat an escaped dot as a dot.
    let place = path.prefix { $0 != "?" && $0 != "#" }.lowercased().replacing("%2e", with: ".")
    return !place.split(separator: "/").contains("..")
  }
}
