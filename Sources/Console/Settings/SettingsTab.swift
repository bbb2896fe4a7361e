/// The pages of the settings, in the order of their tabs.
enum SettingsTab: String, CaseIterable {
  case general = ""
  case domains, apps, accounts, sessions, keys, functions, webhooks, limits
  case serviceAccounts = "service-accounts"
  case tokens

  /// Below the project.
  var path: String { rawValue.isEmpty ? "settings" : "settings/\(rawValue)" }

  fileprivate var key: String {
    switch self {
    case .general: "general"
    case .serviceAccounts: "serviceAccounts"
    default: rawValue
    }
  }

  /// As templates see them.
  struct Link: Sendable {
    let title: String
    let path: String
    let isCurrent: Bool
  }

  static func links(_ current: SettingsTab, _ request: ConsoleRequest) -> [Link] {
    allCases.map {
      Link(
        title: request.texts("settings.tab.\($0.key)"), path: request.path($0.path), isCurrent: $0 == current)
    }
  }

  func title(_ request: ConsoleRequest) -> String { request.texts("settings.tab.\(key)") }
}

extension ConsolePage {
  /// A page of the settings, named as its tab.
  static func settings(
    _ tab: SettingsTab, _ request: ConsoleRequest, template: String, title: String? = nil,
    content: any Sendable
  ) -> ConsolePage {
    ConsolePage(
      section: .settings, title: title ?? tab.title(request), template: template, content: content)
  }
}

extension ConsoleRequest {
  /// The form that was not accepted, where it is this one of the page's several: its field `form` says so.
  func submitted(_ form: String) -> ConsoleForm? { submitted.flatMap { $0["form"] == form ? $0 : nil } }
}

/// A choice out of several, as templates see it.
struct FormOption: Sendable {
  let value: String
  let title: String
  let isSelected: Bool
  /// A sentence; empty for none.
  var hint = ""
  /// Of the control.
  var id = ""
}
