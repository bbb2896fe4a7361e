import IdentityWire
import Operations

/// The hosts to which sign-ins and mailed links may lead.
enum DomainSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/domains") { request in
      .settings(
        .domains, request, template: "settings_domains",
        content: Content(
          tabs: SettingsTabs(.domains, request),
          domains: request.project.authorizedDomains.map {
            .init(
              name: $0, removePath: request.path("settings/domains/remove?domain=\(ConsolePath.encode($0))"))
          }, isEmpty: request.project.authorizedDomains.isEmpty,
          typed: request.submitted?["domain"] ?? "", addAction: request.path("settings/domains/add")))
    }
    routes.action("settings/domains/add", from: "settings/domains") { request, form in
      let domain = try form.text("domain", maximum: 300)
      let project = try await request.audited(nil) {
        try await request.domain.administration.addDomain(domain, to: request.project.id)
      }
      let isNew = project.authorizedDomains != request.project.authorizedDomains
      return .redirect(
        "settings/domains", notice: isNew ? "settings.domainAdded" : "settings.domainKnown")
    }
    routes.page("settings/domains/remove", requires: .editor) { request in
      let domain = request.submitted?["domain"] ?? request.query["domain"] ?? ""
      return .confirm(
        .settings,
        ConfirmPage(
          title: request.texts("settings.domainRemoveTitle", ["domain": domain]),
          paragraphs: [request.texts("settings.domainRemoveAbout")],
          action: request.path("settings/domains/remove"), cancel: request.path("settings/domains"),
          button: request.texts("common.remove"), fields: [.init(name: "domain", value: domain)]))
    }
    routes.action("settings/domains/remove", from: "settings/domains/remove") { request, form in
      let domain = try form.text("domain", maximum: 300)
      _ = try await request.audited(nil) {
        try await request.domain.administration.removeDomain(domain, from: request.project.id)
      }
      return .redirect("settings/domains", notice: "settings.domainRemoved")
    }
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let name: String
      let removePath: String
    }

    let tabs: SettingsTabs
    let domains: [Row]
    let isEmpty: Bool
    let typed: String
    let addAction: String
  }
}
