/// The tags of a DMARC record or a DKIM key: `v=DMARC1; p=none` (RFC 6376, section 3.2; RFC 7489, section 6.3).
struct RecordTags {
  private let tags: [(name: Substring, value: Substring)]

  /// Nil if the text is not a list of tags, or has a tag twice.
  init?(_ text: String) {
    var tags: [(name: Substring, value: Substring)] = []
    var names: Set<Substring> = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let tag = Self.trimmed(part)
      guard !tag.isEmpty else { continue }
      guard let equals = tag.firstIndex(of: "=") else { return nil }
      let name = Self.trimmed(tag[..<equals])
      guard name.first?.isLetter == true, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        names.insert(name).inserted
      else { return nil }
      tags.append((name, Self.trimmed(tag[tag.index(after: equals)...])))
    }
    self.tags = tags
  }

  subscript(_ name: String) -> Substring? { tags.first { $0.name == name }?.value }

  /// The name of the first tag.
  var first: Substring? { tags.first?.name }

  static func trimmed(_ text: Substring) -> Substring {
    var trimmed = text.drop { $0 == " " }
    while trimmed.last == " " { trimmed = trimmed.dropLast() }
    return trimmed
  }
}
