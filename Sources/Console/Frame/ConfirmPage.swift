/// A page that asks for confirmation before an action that cannot be undone. It needs no script.
struct ConfirmPage: Sendable {
  struct Field: Sendable {
    var name: String
    var value: String
  }

  var title: String
  /// The consequences of the action, as paragraphs.
  var paragraphs: [String]
  /// Full paths: the form's, and the cancel link's.
  var action: String
  var cancel: String
  var button: String
  /// Hidden fields.
  var fields: [Field] = []
  /// True if the button is shown as dangerous.
  var isDangerous = true
}

extension ConsolePage {
  static func confirm(_ section: NavigationItem, _ page: ConfirmPage) -> ConsolePage {
    ConsolePage(section: section, title: page.title, template: "confirm", content: page)
  }
}
