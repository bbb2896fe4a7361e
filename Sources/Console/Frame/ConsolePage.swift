import HTTPTypes
import Hummingbird

/// An area of the console, in the order of the menu.
enum NavigationItem: String, Sendable, CaseIterable {
  case overview, users, methods, templates, settings, tenants, activity, inbox, administrators

  /// The path of the area's first page, below the project.
  var path: String { self == .overview ? "" : rawValue }

  /// True if the area concerns the whole project, whichever tenant is in view.
  var isOfProject: Bool { self == .overview || self == .tenants || self == .inbox }
}

/// A page as a section returns it. The frame is added around it.
struct ConsolePage: Sendable {
  /// The selected area of the menu.
  var section: NavigationItem
  /// The document's title. A template may show it as `{{frame.title}}`.
  var title: String
  /// The template's name in ``ConsoleResources/templates``.
  var template: String
  /// The template's value `page`.
  var content: any Sendable
  /// Names of scripts in ``ConsoleResources/assets``, loaded as modules.
  var scripts: [String]
  var status: HTTPResponse.Status

  init(
    section: NavigationItem, title: String, template: String, content: any Sendable, scripts: [String] = [],
    status: HTTPResponse.Status = .ok
  ) {
    self.section = section
    self.title = title
    self.template = template
    self.content = content
    self.scripts = scripts
    self.status = status
  }
}

/// The outcome of an action.
enum ConsoleOutcome: Sendable {
  /// Redirects to a path below the project, in the form that ``ConsoleRequest/path(_:)`` accepts.
  ///
  /// - Parameter notice: the key of a text that is shown there once.
  case redirect(String, notice: String? = nil)
  case page(ConsolePage)
  case response(Response)
}
