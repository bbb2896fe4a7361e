import Foundation
import IdentityWire

/// A language that the console speaks.
enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case japanese = "ja"
  case vietnamese = "vi"

  /// Its name in itself.
  var name: String {
    switch self {
    case .english: "English"
    case .japanese: "日本語"
    case .vietnamese: "Tiếng Việt"
    }
  }

  /// What the reader chose, else the first of an `Accept-Language` header (RFC 9110 section 12.5.4) that the console
  /// speaks, else English.
  init(chosen: String?, acceptLanguage: String?) {
    if let chosen = chosen.flatMap(Language.init) {
      self = chosen
      return
    }
    var best: (language: Language, quality: Double)?
    for part in (acceptLanguage ?? "").prefix(utf8Bytes: 512).split(separator: ",").prefix(20) {
      let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let primary = pieces.first?.lowercased().split(separator: "-").first.map(String.init) ?? ""
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      guard let language = Language(rawValue: primary), quality > best?.quality ?? 0 else { continue }
      best = (language, quality)
    }
    self = best?.language ?? .english
  }
}
