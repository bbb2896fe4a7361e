/// Asks before something is done that cannot be undone, without any script.
struct ConfirmPage: Sendable {
  struct Field: Sendable {
    var name: String
    var value: String
  }

  var title: String
  /// What will happen, a paragraph each.
  var paragraphs: [String]
  /// Whole paths: where the answer goes, and where saying no does.
  var action: String
  var cancel: String
  var button: String
  /// Hidden.
  var fields: [Field] = []
  /// Whether the button warns.
  var isDangerous = true
}

extension ConsolePage {
  static func confirm(_ section: NavigationItem, _ page: ConfirmPage) -> ConsolePage {
    ConsolePage(section: section, title: page.title, template: "confirm", content: page)
  }
}
