import Identity
import IdentityWire
import Mustache

/// The frame around a page. Templates read its values as `{{frame.NAME}}`.
struct FrameView: Sendable {
  struct Link: Sendable {
    let title: String
    let path: String
    let isCurrent: Bool
    /// The area's name, such as `users`.
    var name = ""
    /// A sentence about the area.
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
  /// The bare CSRF token for scripts, in `data-csrf` or similar.
  let csrfToken: String
  /// See ``SettingsRevision``.
  let revision: String?
  /// `/console/p/<project>`; `/console` outside projects.
  let base: String
  /// The tenant's id; nil for the project's own accounts.
  let tenant: String?
  /// `?tenant=<tenant>`, or empty.
  let tenantQuery: String
  let projectID: String?
  let administrator: String?
  let role: String?
  let canEdit: Bool
  let isOwner: Bool
  /// True if the administrator is an owner of the whole server.
  let isServerOwner: Bool
  let isDevelopment: Bool
  /// True if the visitor can sign out.
  let canSignOut: Bool
  let hasNavigation: Bool
  let navigation: [Link]
  /// The links to the administrator's own page and the page of administrators.
  let accountLinks: [Link]
  let projects: Switcher?
  let tenants: Switcher?
  let languages: [LanguageChoice]
  /// The address to return to after a change of the language.
  let here: String
  /// The notice about the last action.
  let notice: String?
  /// The problem with the form that was sent.
  let problem: String?
  let scripts: [String]
  let isCentered: Bool
}

extension FrameView: MustacheParent {
  /// Returns a value for templates. `{{frame.csrf}}`, `{{frame.tenantField}}` and `{{frame.revisionField}}`
  /// are elements; all others are values.
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
