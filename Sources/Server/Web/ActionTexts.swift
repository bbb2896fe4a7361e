import Identity
import Texts

/// The texts of the action pages in one language, from `Texts/actions.LANGUAGE.json`.
struct ActionTexts: Sendable {
  /// A title and paragraphs.
  struct Telling: Sendable {
    var title: String
    var paragraphs: [String]
  }

  /// A form's question, with the text of its button.
  struct Question: Sendable {
    var telling: Telling
    var button: String
  }

  private let texts: TextReader

  /// - Parameter key: the text's full key, such as `actions.email`.
  func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { texts(key, values) }

  /// Builds a page's title and paragraphs from the texts `NAME.title` and `NAME.text`.
  ///
  /// - Parameter text: the last part of the paragraphs' key; nil for no paragraphs.
  func telling(_ name: String, text: String? = "text", _ values: [String: String] = [:]) -> Telling {
    Telling(
      title: texts("actions.\(name).title", values),
      paragraphs: text.map { texts.paragraphs("actions.\(name).\($0)", values) } ?? [])
  }

  /// Builds a question from a title, paragraphs, and the text `NAME.button`.
  func question(_ name: String, text: String? = "text", _ values: [String: String] = [:]) -> Question {
    Question(telling: telling(name, text: text, values), button: texts("actions.\(name).button"))
  }

  /// Names a requirement of the password policy.
  func requirement(_ requirement: PasswordRequirement) -> String {
    switch requirement {
    case .minimumLength(let length): texts("actions.requirement.minimumLength", ["length": String(length)])
    case .maximumLength(let length): texts("actions.requirement.maximumLength", ["length": String(length)])
    case .lowercase: texts("actions.requirement.lowercase")
    case .uppercase: texts("actions.requirement.uppercase")
    case .numeric: texts("actions.requirement.numeric")
    case .nonAlphanumeric: texts("actions.requirement.nonAlphanumeric")
    }
  }

  private static let all = PerLanguage { ActionTexts(texts: section.reader(in: $0)) }

  static func texts(in language: Language) -> ActionTexts { all[language] }

  static let section = TextSection("actions") { language in
    switch language {
    case .english: PackageResources.actions_en_json
    case .french: PackageResources.actions_fr_json
    case .german: PackageResources.actions_de_json
    case .japanese: PackageResources.actions_ja_json
    case .portuguese: PackageResources.actions_pt_json
    case .spanish: PackageResources.actions_es_json
    case .vietnamese: PackageResources.actions_vi_json
    }
  }
}
