/// Reads language tags (BCP 47), as far as templates need it.
enum LanguageTag {
  /// The tag and its more general forms, in lower case: `pt-BR` gives `pt-br` and `pt`. Empty for an invalid tag.
  static func chain(_ tag: String) -> [String] {
    let parts = tag.lowercased().replacing("_", with: "-").split(
      separator: "-", omittingEmptySubsequences: false)
    guard isTag(parts) else { return [] }
    return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
  }

  static func isTag(_ text: String) -> Bool {
    isTag(text.lowercased().split(separator: "-", omittingEmptySubsequences: false))
  }

  private static func isTag(_ parts: [Substring]) -> Bool {
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 5,
      first.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
  }
}
