/// A language that messages and pages are written in.
public enum MessageLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case french = "fr"
  case german = "de"
  case japanese = "ja"
  case portuguese = "pt"
  case spanish = "es"
  case vietnamese = "vi"

  /// The language of a BCP 47 tag, by its first part: `ja-JP` and `ja_JP` are Japanese. Nil for a language
  /// that nothing is written in.
  public init?(tag: String) {
    let primary = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    guard let language = Self(rawValue: String(decoding: primary, as: UTF8.self).lowercased()) else {
      return nil
    }
    self = language
  }

  /// The first language of an `Accept-Language` header (RFC 9110 section 12.5.4) that something is written
  /// in, by the reader's order of preference; English when there is none.
  public init(acceptLanguage header: String) {
    let preferences = header.split(separator: ",").prefix(20).map { part -> (tag: String, quality: Double) in
      let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      return (pieces.first ?? "", quality ?? 1)
    }
    var best: (language: Self, quality: Double)?
    for preference in preferences {
      guard let language = Self(tag: preference.tag), preference.quality > best?.quality ?? 0 else {
        continue
      }
      best = (language, preference.quality)
    }
    self = best?.language ?? .english
  }
}
