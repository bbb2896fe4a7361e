import Identity
import IdentityWire
import Operations

/// Service accounts: administrators that are programs, and their signing keys.
enum ServiceAccountSettings {
  static func add(to routes: ConsoleRouteTable) {
    addList(to: routes)
    addAccount(to: routes)
    addKeys(to: routes)
  }

  private static func addList(to routes: ConsoleRouteTable) {
    routes.page("settings/service-accounts") { request in
      let form = request.submitted
      return .settings(
        .serviceAccounts, request, template: "settings_service_accounts",
        content: ListContent(
          tabs: SettingsTabs(.serviceAccounts, request),
          accounts: request.project.serviceAccounts.map { account in
            .init(
              email: account.email, name: account.displayName, keyCount: account.keys.count,
              scopes: scopes(account, request.texts), path: path(account.email, request))
          }, isEmpty: request.project.serviceAccounts.isEmpty,
          action: request.path("settings/service-accounts/create"), name: form?["name"] ?? "",
          displayName: form?["displayName"] ?? "",
          scopes: ScopeChoice.all(form?.values("scope") ?? AccessScope.allCases.map(\.shortName))))
    }
    routes.action(
      "settings/service-accounts/create", requires: .owner, from: "settings/service-accounts",
      needsReauthentication: true
    ) { request, form in
      let name = try form.text("name", maximum: 100)
      let displayName = try form.text("displayName", maximum: 200)
      let file = try await request.audited(nil) {
        try await request.domain.administration.createServiceAccount(
          name, displayName: displayName.isEmpty ? nil : displayName, scopes: try ScopeChoice.chosen(form),
          in: request.project.id)
      }
      return .page(secret(file, request, title: "settings.accountMade"))
    }
  }

  private static func addAccount(to routes: ConsoleRouteTable) {
    routes.page("settings/service-accounts/{account}") { request in
      let account = try account(request)
      return .settings(
        .serviceAccounts, request, template: "settings_service_account", title: account.email,
        content: AccountContent(
          tabs: SettingsTabs(.serviceAccounts, request), name: account.displayName,
          uniqueID: account.uniqueID, scopes: scopes(account, request.texts),
          createdAt: request.texts.moment(account.createdAt),
          keys: account.keys.map { key in
            .init(
              id: key.id, createdAt: request.texts.moment(key.createdAt),
              deletePath: request.path(
                ["settings", "service-accounts", account.email, "keys", key.id, "delete"]))
          }, isEmpty: account.keys.isEmpty, snippet: snippet(account, request),
          createAction: path(account.email, request, "keys"),
          deletePath: path(account.email, request, "delete")))
    }
    routes.page("settings/service-accounts/{account}/delete", requires: .owner) { request in
      let account = try account(request)
      return .confirm(
        .settings,
        ConfirmPage(
          title: request.texts("settings.accountDeleteTitle", ["account": account.email]),
          paragraphs: [request.texts("settings.accountDeleteAbout")],
          action: path(account.email, request, "delete"), cancel: path(account.email, request),
          button: request.texts("common.delete")))
    }
    routes.action(
      "settings/service-accounts/{account}/delete", requires: .owner,
      from: "settings/service-accounts/{account}/delete", needsReauthentication: true
    ) { request, _ in
      try await request.audited(nil) {
        try await request.domain.administration.deleteServiceAccount(
          request.parameters["account"] ?? "", in: request.project.id)
      }
      return .redirect("settings/service-accounts", notice: "settings.accountDeleted")
    }
  }

  private static func addKeys(to routes: ConsoleRouteTable) {
    routes.action(
      "settings/service-accounts/{account}/keys", requires: .owner,
      from: "settings/service-accounts/{account}", needsReauthentication: true
    ) { request, _ in
      let file = try await request.audited(nil) {
        try await request.domain.administration.createServiceAccountKey(
          request.parameters["account"] ?? "", in: request.project.id)
      }
      return .page(secret(file, request, title: "settings.accountKeyMade"))
    }
    routes.page("settings/service-accounts/{account}/keys/{key}/delete", requires: .owner) { request in
      let account = try account(request)
      let key = request.parameters["key"] ?? ""
      return .confirm(
        .settings,
        ConfirmPage(
          title: request.texts("settings.accountKeyDeleteTitle", ["key": key]),
          paragraphs: [request.texts("settings.accountKeyDeleteAbout")],
          action: request.path(["settings", "service-accounts", account.email, "keys", key, "delete"]),
          cancel: path(account.email, request), button: request.texts("common.delete")))
    }
    routes.action(
      "settings/service-accounts/{account}/keys/{key}/delete", requires: .owner,
      from: "settings/service-accounts/{account}/keys/{key}/delete", needsReauthentication: true
    ) { request, _ in
      let account = try account(request)
      try await request.audited(nil) {
        try await request.domain.administration.deleteServiceAccountKey(
          request.parameters["key"] ?? "", of: account.email, in: request.project.id)
      }
      return .redirect(
        "settings/service-accounts/\(ConsolePath.encode(account.email))", notice: "settings.accountKeyDeleted"
      )
    }
  }

  private static func secret(_ file: ServiceAccountFile, _ request: ConsoleRequest, title: String)
    -> ConsolePage
  {
    // A program uses this address to reach the server.
    let server = request.domain.origins.first ?? ""
    return .settings(
      .serviceAccounts, request, template: "settings_secret", title: request.texts(title),
      content: SecretPage(
        file.json(server: server),
        paragraphs: [
          request.texts("settings.accountFileAbout", ["account": file.account.email, "key": file.keyID])
        ], fileName: fileName(of: file.keyID, file.account, request),
        donePath: path(file.account.email, request)))
  }

  private static func fileName(of keyID: String, _ account: ServiceAccount, _ request: ConsoleRequest)
    -> String
  {
    "\(request.project.id)-\(account.email.prefix { $0 != "@" })-\(keyID.prefix(8)).json"
  }

  /// The first lines of a back end in Python. Nil for an account without keys or scopes.
  private static func snippet(_ account: ServiceAccount, _ request: ConsoleRequest) -> String? {
    guard let key = account.keys.last, !account.scopes.isEmpty else { return nil }
    return request.domain.configuration(of: request.project)
      .adminSnippet(keyFile: fileName(of: key.id, account, request))
  }

  private static func account(_ request: ConsoleRequest) throws -> ServiceAccount {
    let email = request.parameters["account"]
    guard let account = request.project.serviceAccounts.first(where: { $0.email == email }) else {
      throw WireError.notFound("SERVICE_ACCOUNT_NOT_FOUND")
    }
    return account
  }

  private static func path(_ email: String, _ request: ConsoleRequest, _ more: String? = nil) -> String {
    request.path(["settings", "service-accounts", email] + (more.map { [$0] } ?? []))
  }

  private static func scopes(_ account: ServiceAccount, _ texts: ConsoleTexts) -> String {
    account.scopes.isEmpty ? texts("settings.customTokensOnly") : account.scopes.shortNames
  }

  private struct ListContent: Sendable {
    struct Row: Sendable {
      let email: String
      let name: String?
      let keyCount: Int
      let scopes: String
      let path: String
    }

    let tabs: SettingsTabs
    let accounts: [Row]
    let isEmpty: Bool
    let action: String
    let name: String
    let displayName: String
    let scopes: [FormOption]
  }

  private struct AccountContent: Sendable {
    struct Key: Sendable {
      let id: String
      let createdAt: String
      let deletePath: String
    }

    let tabs: SettingsTabs
    let name: String?
    let uniqueID: String
    let scopes: String
    let createdAt: String
    let keys: [Key]
    let isEmpty: Bool
    let snippet: String?
    let createAction: String
    let deletePath: String
  }
}
