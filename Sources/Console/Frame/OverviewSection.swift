/// `/console/p/{project}`: what there is in the console for a project.
struct OverviewSection: ConsoleSection {
  let resources = ConsoleResources(templates: ["overview": PackageResources.overview_mustache])

  func add(to routes: ConsoleRouteTable) {
    routes.page("") { request in
      ConsolePage(
        section: .overview, title: request.project.displayName ?? request.project.id.rawValue,
        template: "overview", content: Content(projectID: request.project.id.rawValue))
    }
  }

  private struct Content: Sendable {
    let projectID: String
  }
}
