import HTTPTypes
import Hummingbird

/// An area of the console, in the order of the menu.
enum NavigationItem: String, Sendable, CaseIterable {
  case overview, users, methods, templates, settings, tenants, activity, inbox, administrators

  /// Where it begins, below the project.
  var path: String { self == .overview ? "" : rawValue }

  /// Whether it is about the project as a whole, whichever tenant one looks at.
  var isOfProject: Bool { self == .overview || self == .tenants || self == .inbox }
}

/// A page as a section makes it: the frame goes around it.
struct ConsolePage: Sendable {
  /// What is marked in the menu.
  var section: NavigationItem
  /// Of the document; a template may show it as `{{frame.title}}`.
  var title: String
  /// By its name in ``ConsoleResources/templates``.
  var template: String
  /// What the template finds under `page`.
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

/// What comes of an action.
enum ConsoleOutcome: Sendable {
  /// To a path below the project, as ``ConsoleRequest/path(_:)`` takes it.
  ///
  /// - Parameter notice: the key of a text that is shown there once.
  case redirect(String, notice: String? = nil)
  case page(ConsolePage)
  case response(Response)
}
