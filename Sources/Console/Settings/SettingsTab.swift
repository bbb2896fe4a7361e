/// The pages of the settings.
enum SettingsTab: String, CaseIterable {
  case general = ""
  case domains, apps, accounts, sessions, keys, functions, webhooks, limits
  case mail, sms, branding
  case serviceAccounts = "service-accounts"
  case tokens

  /// The path below the project.
  var path: String { rawValue.isEmpty ? "settings" : "settings/\(rawValue)" }

  private var key: String {
    switch self {
    case .general: "general"
    case .serviceAccounts: "serviceAccounts"
    default: rawValue
    }
  }

  func title(_ request: ConsoleRequest) -> String { request.texts("settings.tab.\(key)") }
}

/// The tabs of the settings: one tab per subject, so that the tabs fit in one row. Below the tabs are the
/// pages of the current subject.
struct SettingsTabs: Sendable {
  /// A subject, in the order of the tabs.
  enum Group: String, CaseIterable {
    case general, clients, people, messages, reactions, access

    /// Every page is in one group. A group's tab leads to its first page.
    var pages: [SettingsTab] {
      switch self {
      case .general: [.general]
      case .clients: [.apps, .domains]
      case .people: [.accounts, .sessions, .limits]
      case .messages: [.mail, .sms, .branding]
      case .reactions: [.functions, .webhooks]
      case .access: [.keys, .serviceAccounts, .tokens]
      }
    }
  }

  /// A link, for templates.
  struct Link: Sendable {
    let title: String
    let path: String
    let isCurrent: Bool
  }

  let groups: [Link]
  /// The pages of the current group; empty for a group of one page.
  let pages: [Link]
  let hasPages: Bool

  init(_ current: SettingsTab, _ request: ConsoleRequest) {
    groups = Group.allCases.compactMap { group in
      group.pages.first.map { first in
        Link(
          title: request.texts("settings.group.\(group.rawValue)"), path: request.path(first.path),
          isCurrent: group.pages.contains(current))
      }
    }
    let siblings = Group.allCases.first { $0.pages.contains(current) }?.pages ?? []
    pages =
      siblings.count < 2
      ? []
      : siblings.map {
        Link(title: $0.title(request), path: request.path($0.path), isCurrent: $0 == current)
      }
    hasPages = !pages.isEmpty
  }
}

extension ConsolePage {
  /// A page of the settings, with the title of its tab.
  static func settings(
    _ tab: SettingsTab, _ request: ConsoleRequest, template: String, title: String? = nil,
    content: any Sendable
  ) -> ConsolePage {
    ConsolePage(
      section: .settings, title: title ?? tab.title(request), template: template, content: content)
  }
}

extension ConsoleRequest {
  /// The rejected form, if its field `form` contains this name; nil for the page's other forms.
  func submitted(_ form: String) -> ConsoleForm? { submitted.flatMap { $0["form"] == form ? $0 : nil } }
}

/// An option of a choice, for templates.
struct FormOption: Sendable {
  let value: String
  let title: String
  let isSelected: Bool
  /// A sentence; empty for none.
  var hint = ""
  /// The id of the control.
  var id = ""
}
