import Texts

extension Language {
  /// The languages that the console supports.
  static let ofConsole: [Language] = [.english, .japanese, .vietnamese]

  /// Returns the console's language with this tag, or nil if the console does not support the language.
  static func ofConsole(_ tag: String?) -> Language? { ofConsole.first { $0.rawValue == tag } }

  /// Selects the reader's choice. Without a choice, selects the console's language that the `Accept-Language` header
  /// prefers, or else English.
  init(chosen: String?, acceptLanguage: String?) {
    self =
      Self.ofConsole(chosen) ?? Language(acceptLanguage: acceptLanguage ?? "", offered: Self.ofConsole)
  }
}
