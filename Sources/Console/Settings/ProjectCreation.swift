import Identity
import IdentityWire
import Operations

/// `/console/new-project`.
struct ProjectCreation: RootSection {
  let resources = ConsoleResources(templates: ["new_project": PackageResources.new_project_mustache])

  func add(to routes: RootRouteTable) {
    routes.page("new-project", requires: .owner) { request in
      let form = request.submitted
      return .page(
        ConsolePage(
          section: .overview, title: request.texts("settings.newProject"), template: "new_project",
          content: Content(
            id: form?["id"] ?? "", name: form?["name"] ?? "", domains: form?["domains"] ?? "localhost",
            issuer: form?["issuer"] ?? "")))
    }
    routes.action("new-project", requires: .owner, from: "new-project") { request, form in
      guard let id = ProjectID(rawValue: try form.text("id")) else {
        throw WireError.badRequest("INVALID_PROJECT_ID")
      }
      let name = try form.text("name", maximum: 200)
      let issuer = try form.text("issuer", maximum: 500)
      let domains = try form.text("domains", maximum: 10_000).split(whereSeparator: \.isWhitespace).map(
        String.init)
      let actor = AuditContext.Actor.administrator(request.visitor.administrator?.name ?? "")
      let project = try await AuditContext.$current.withValue(AuditContext(actor, from: request.client)) {
        try await request.domain.administration.create(
          id, displayName: name.isEmpty ? nil : name,
          authorizedDomains: domains.isEmpty ? ["localhost"] : domains,
          tokenIssuer: issuer.isEmpty ? nil : issuer)
      }
      return .redirect(
        ConsolePath.project(project.id.rawValue) + "/settings", notice: "settings.projectMade")
    }
  }

  private struct Content: Sendable {
    let id: String
    let name: String
    let domains: String
    let issuer: String
  }
}
