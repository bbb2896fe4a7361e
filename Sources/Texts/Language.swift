/// A language of the server's texts. The raw value is its BCP 47 primary tag.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case french = "fr"
  case german = "de"
  case japanese = "ja"
  case portuguese = "pt"
  case spanish = "es"
  case vietnamese = "vi"

  /// The maximum number of bytes that are read of an `Accept-Language` header.
  private static let maximumHeader = 512
  /// The maximum number of parts that are read of an `Accept-Language` header.
  private static let maximumParts = 20

  /// The language's own name for itself.
  public var name: String {
    switch self {
    case .english: "English"
    case .french: "Français"
    case .german: "Deutsch"
    case .japanese: "日本語"
    case .portuguese: "Português"
    case .spanish: "Español"
    case .vietnamese: "Tiếng Việt"
    }
  }

  /// Finds the language of a BCP 47 tag by its first part: `ja-JP` and `ja_JP` are Japanese. Nil for any other
  /// language.
  public init?(tag: String) {
    let primary = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    self.init(rawValue: String(decoding: primary, as: UTF8.self).lowercased())
  }

  /// Chooses the offered language that the reader of an `Accept-Language` header (RFC 9110 section 12.5.4) prefers;
  /// English if the header names none of the offered languages.
  public init(acceptLanguage header: String, offered: [Language] = Language.allCases) {
    let beginning = String(decoding: header.utf8.prefix(Self.maximumHeader), as: UTF8.self)
    var best: (language: Language, quality: Double)?
    for part in beginning.split(separator: ",").prefix(Self.maximumParts) {
      let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      guard let language = pieces.first.flatMap(Language.init(tag:)), offered.contains(language),
        quality > best?.quality ?? 0
      else { continue }
      best = (language, quality)
    }
    self = best?.language ?? .english
  }
}
