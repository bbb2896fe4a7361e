import Identity
import IdentityWire
import Mustache

/// What is around a page, as templates see it under `frame`.
struct FrameView: Sendable {
  struct Link: Sendable {
    let title: String
    let path: String
    let isCurrent: Bool
    /// Such as `users`.
    var name = ""
    /// What is there, in a sentence.
    var about = ""
  }

  struct LanguageChoice: Sendable {
    let tag: String
    let name: String
    let isCurrent: Bool
  }

  /// A menu of projects or tenants.
  struct Switcher: Sendable {
    let current: String
    let links: [Link]
  }

  let lang: String
  let title: String
  /// The CSRF token by itself, for scripts: in `data-csrf` or the like.
  let csrfToken: String
  /// See ``SettingsRevision``.
  let revision: String?
  /// `/console/p/<project>`; `/console` where no project is looked at.
  let base: String
  /// The tenant's id; nil for the project's own accounts.
  let tenant: String?
  /// `?tenant=<tenant>`, or nothing.
  let tenantQuery: String
  let projectID: String?
  let administrator: String?
  let role: String?
  let canEdit: Bool
  let isOwner: Bool
  let isDevelopment: Bool
  /// Whether there is a session that can be ended.
  let canSignOut: Bool
  let hasNavigation: Bool
  let navigation: [Link]
  /// Pages about the administrator and the others.
  let accountLinks: [Link]
  let projects: Switcher?
  let tenants: Switcher?
  let languages: [LanguageChoice]
  /// Where choosing a language leads back to.
  let here: String
  /// What was done just now.
  let notice: String?
  /// What was wrong with the form that was sent.
  let problem: String?
  let scripts: [String]
  let isCentered: Bool
}

extension FrameView: MustacheParent {
  /// `{{frame.csrf}}`, `{{frame.tenantField}}` and `{{frame.revisionField}}` are elements; everything else is a value.
  func child(named name: String) -> Any? {
    switch name {
    case "csrf": Self.csrfField
    case "tenantField": Self.tenantField
    case "revisionField": Self.revisionField
    default: Mirror(reflecting: self).children.first { $0.label == name }.flatMap { Self.unwrapped($0.value) }
    }
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
  }

  private static let csrfField = template(
    "<input type=\"hidden\" name=\"csrf\" value=\"{{frame.csrfToken}}\">")
  private static let tenantField = template(
    "{{#frame.tenant}}<input type=\"hidden\" name=\"tenant\" value=\"{{frame.tenant}}\">{{/frame.tenant}}")
  private static let revisionField = template(
    "<input type=\"hidden\" name=\"revision\" value=\"{{frame.revision}}\">")

  private static func template(_ source: String) -> MustacheTemplate? {
    try? MustacheTemplate(string: source)
  }
}
