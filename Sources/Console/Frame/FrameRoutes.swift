import Hummingbird
import Identity
import IdentityWire
import Texts

/// `/console`: the projects, and the choice of the language.
struct FrameRoutes: RootSection {
  let resources = ConsoleResources(templates: ["projects": PackageResources.projects_mustache])

  static let languageCookie = "latchkey-language"
  /// A year in seconds.
  private static let year = 365 * 86_400

  func add(to routes: RootRouteTable) {
    routes.page("", requires: .viewer) { request in
      guard let administrator = request.visitor.administrator else { throw WireError.insufficientRole }
      let projects = try await request.domain.projects(for: administrator)
      return .page(
        ConsolePage(
          section: .overview, title: request.texts("frame.projects"), template: "projects",
          content: Content(
            projects: projects.map { project in
              .init(
                id: project.id.rawValue, name: project.displayName ?? project.id.rawValue,
                path: ConsolePath.project(project.id.rawValue),
                createdAt: request.texts.moment(project.createdAt))
            }, isEmpty: projects.isEmpty)))
    }
    routes.action("language", requires: nil, from: "") { request, form in
      guard let language = Language.ofConsole(form["language"]) else {
        throw WireError.badRequest("INVALID_FORM")
      }
      let back = form["return"].flatMap { ConsolePath.isInside($0) ? $0 : nil } ?? ConsolePath.root
      return .redirect(
        back,
        cookies: [
          Cookie(
            name: Self.languageCookie, value: language.rawValue, maxAge: Self.year, path: ConsolePath.root,
            secure: !request.domain.development, httpOnly: true, sameSite: .lax)
        ])
    }
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let id: String
      let name: String
      let path: String
      let createdAt: String
    }

    let projects: [Row]
    let isEmpty: Bool
  }
}

extension ConsoleDomain {
  /// The projects in which the administrator has a role, sorted by id.
  func projects(for administrator: SignedInAdministrator) async throws -> [Project] {
    try await projects().filter { administrator.role(in: $0.id.rawValue) != nil }
  }

  /// The projects that the console manages, sorted by id.
  func projects() async throws -> [Project] {
    try await service.projects.all().sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// - Throws: `PROJECT_NOT_FOUND` with 404.
  func project(named name: String) async throws -> Project {
    guard let id = ProjectID(rawValue: name), let project = try await service.projects.project(id) else {
      throw WireError.notFound("PROJECT_NOT_FOUND")
    }
    return project
  }
}
