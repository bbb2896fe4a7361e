import Identity
import IdentityWire
import Operations

/// Long-lived tokens of programs that administer the project.
enum AdministratorTokenSettings {
  /// The allowed lifetimes in days.
  private static let lifetimes = 1...3_650

  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/tokens") { request in
      let form = request.submitted
      return .settings(
        .tokens, request, template: "settings_tokens",
        content: Content(
          tabs: SettingsTabs(.tokens, request),
          tokens: request.project.administratorTokens.map { token in
            .init(
              name: token.name, scopes: token.scopes.shortNames,
              createdAt: request.texts.moment(token.createdAt),
              expiresAt: token.expiresAt.map { request.texts.moment($0) } ?? request.texts("common.never"),
              isExpired: token.expiresAt.map { $0 <= request.now } ?? false,
              deletePath: request.path(["settings", "tokens", token.name, "delete"]))
          }, isEmpty: request.project.administratorTokens.isEmpty,
          action: request.path("settings/tokens/create"), name: form?["name"] ?? "",
          days: form?["days"] ?? "90", scopes: ScopeChoice.all(form?.values("scope") ?? ["cloud-platform"])))
    }
    routes.action(
      "settings/tokens/create", requires: .owner, from: "settings/tokens", needsReauthentication: true
    ) { request, form in
      let name = try form.text("name", maximum: 200)
      let days =
        try form.text("days").isEmpty
        ? nil : form.integer("days", lifetimes, called: request.texts("settings.tokenDays"))
      let expiresAt = days.map { request.now.adding(seconds: Int64($0) * 86_400) }
      let token = try await request.audited(nil) {
        try await request.domain.administration.createAdministratorToken(
          name, scopes: try ScopeChoice.chosen(form), expiresAt: expiresAt, in: request.project.id)
      }
      return .page(
        .settings(
          .tokens, request, template: "settings_secret", title: request.texts("settings.tokenMade"),
          content: SecretPage(
            token, paragraphs: [request.texts("settings.tokenMadeAbout", ["name": name])],
            donePath: request.path("settings/tokens"))))
    }
    routes.page("settings/tokens/{token}/delete", requires: .owner) { request in
      let name = request.parameters["token"] ?? ""
      return .confirm(
        .settings,
        ConfirmPage(
          title: request.texts("settings.tokenDeleteTitle", ["name": name]),
          paragraphs: [request.texts("settings.tokenDeleteAbout")],
          action: request.path(["settings", "tokens", name, "delete"]),
          cancel: request.path("settings/tokens"), button: request.texts("common.delete")))
    }
    routes.action(
      "settings/tokens/{token}/delete", requires: .owner, from: "settings/tokens/{token}/delete",
      needsReauthentication: true
    ) { request, _ in
      try await request.audited(nil) {
        try await request.domain.administration.deleteAdministratorToken(
          request.parameters["token"] ?? "", in: request.project.id)
      }
      return .redirect("settings/tokens", notice: "settings.tokenDeleted")
    }
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let name: String
      let scopes: String
      let createdAt: String
      let expiresAt: String
      let isExpired: Bool
      let deletePath: String
    }

    let tabs: SettingsTabs
    let tokens: [Row]
    let isEmpty: Bool
    let action: String
    let name: String
    let days: String
    let scopes: [FormOption]
  }
}

/// The scopes of a program, as checkboxes.
enum ScopeChoice {
  static func all(_ chosen: [String]) -> [FormOption] {
    AccessScope.allCases.map {
      FormOption(
        value: $0.shortName, title: $0.shortName, isSelected: chosen.contains($0.shortName),
        id: "scope-\($0.shortName)")
    }
  }

  static func chosen(_ form: ConsoleForm) throws -> Set<AccessScope> {
    var scopes: Set<AccessScope> = []
    for name in form.values("scope") {
      guard let scope = AccessScope(named: name) else { throw WireError.badRequest("MISSING_SCOPE") }
      scopes.insert(scope)
    }
    return scopes
  }
}

extension Set<AccessScope> {
  var shortNames: String {
    AccessScope.allCases.filter(contains).map(\.shortName).joined(separator: ", ")
  }
}
