import Hummingbird
import Identity
import IdentityWire
import Operations

/// The apps that sign users in, and their configuration files.
enum AppSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/apps") { request in
      let form = request.submitted
      return .settings(
        .apps, request, template: "settings_apps",
        content: ListContent(
          tabs: SettingsTabs(.apps, request),
          apps: request.project.apps.map { app in
            .init(
              name: name(app, request.texts), platform: platform(app, request.texts),
              identifier: app.identifier,
              appID: app.appID, path: request.path(["settings", "apps", app.appID]))
          }, isEmpty: request.project.apps.isEmpty, action: request.path("settings/apps/register"),
          platforms: App.Platform.allCases.map { platform in
            FormOption(
              value: platform.rawValue, title: request.texts("settings.platform.\(platform.rawValue)"),
              isSelected: form.map { $0["platform"] == platform.rawValue } ?? (platform == .ios))
          }, bundleID: form?["bundleID"] ?? "", packageName: form?["packageName"] ?? "",
          displayName: form?["displayName"] ?? "", clientID: form?["clientID"] ?? ""))
    }
    routes.action("settings/apps/register", from: "settings/apps") { request, form in
      let description = try description(form)
      let app = try await request.audited(nil) {
        try await request.domain.administration.registerApp(description, in: request.project.id)
      }
      let isNew = !request.project.apps.contains { $0.appID == app.appID }
      return .redirect(
        "settings/apps/\(ConsolePath.encode(app.appID))",
        notice: isNew ? "settings.appRegistered" : "settings.appKnown")
    }
    routes.page("settings/apps/{app}") { request in
      let app = try app(request)
      return .settings(
        .apps, request, template: "settings_app", title: name(app, request.texts),
        content: AppContent(
          tabs: SettingsTabs(.apps, request), platform: platform(app, request.texts),
          identifier: app.identifier, appID: app.appID, clientID: app.clientID,
          files: AppFile.all(for: app).map { file in
            .init(
              name: file.rawValue, about: request.texts("settings.file.\(file.key)"),
              path: request.path(["settings", "apps", app.appID, "files", file.rawValue]))
          },
          snippet: app.platform == .web
            ? request.domain.configuration(of: request.project).webSnippet : nil,
          removePath: request.path(["settings", "apps", app.appID, "remove"])))
    }
    routes.page("settings/apps/{app}/remove", requires: .editor) { request in
      let app = try app(request)
      return .confirm(
        .settings,
        ConfirmPage(
          title: request.texts("settings.appRemoveTitle", ["app": name(app, request.texts)]),
          paragraphs: [request.texts("settings.appRemoveAbout")],
          action: request.path(["settings", "apps", app.appID, "remove"]),
          cancel: request.path(["settings", "apps", app.appID]), button: request.texts("common.remove")))
    }
    routes.action("settings/apps/{app}/remove", from: "settings/apps/{app}/remove") { request, _ in
      _ = try await request.audited(nil) {
        try await request.domain.administration.removeApp(
          request.parameters["app"] ?? "", from: request.project.id)
      }
      return .redirect("settings/apps", notice: "settings.appRemoved")
    }
    routes.file("settings/apps/{app}/files/{file}") { request in
      let app = try app(request)
      guard let file = AppFile(rawValue: request.parameters["file"] ?? ""),
        AppFile.all(for: app).contains(file)
      else { throw WireError.notFound("PAGE_NOT_FOUND") }
      return file.response(for: app, request.domain.configuration(of: request.project))
    }
  }

  private static func app(_ request: ConsoleRequest) throws -> App {
    guard let app = request.project.apps.first(where: { $0.appID == request.parameters["app"] }) else {
      throw WireError.notFound("APP_NOT_FOUND")
    }
    return app
  }

  private static func description(_ form: ConsoleForm) throws
    -> ProjectAdministration.AppDescription
  {
    func given(_ name: String, maximum: Int = 300) throws -> String? {
      let text = try form.text(name, maximum: maximum)
      return text.isEmpty ? nil : text
    }
    guard let platform = App.Platform(rawValue: try form.text("platform")) else {
      throw WireError.badRequest("FORM_FIELD_MISSING", "platform")
    }
    var description = ProjectAdministration.AppDescription(platform: platform)
    description.displayName = try given("displayName", maximum: 200)
    if platform == .ios {
      description.bundleID = try given("bundleID")
      description.clientID = try given("clientID")
    }
    if platform == .android { description.packageName = try given("packageName") }
    return description
  }

  private static func name(_ app: App, _ texts: ConsoleTexts) -> String {
    app.displayName ?? app.bundleID ?? app.packageName ?? platform(app, texts)
  }

  private static func platform(_ app: App, _ texts: ConsoleTexts) -> String {
    texts("settings.platform.\(app.platform.rawValue)")
  }

  private struct ListContent: Sendable {
    struct Row: Sendable {
      let name: String
      let platform: String
      let identifier: String
      let appID: String
      let path: String
    }

    let tabs: SettingsTabs
    let apps: [Row]
    let isEmpty: Bool
    let action: String
    let platforms: [FormOption]
    let bundleID: String
    let packageName: String
    let displayName: String
    let clientID: String
  }

  private struct AppContent: Sendable {
    struct File: Sendable {
      let name: String
      let about: String
      let path: String
    }

    let tabs: SettingsTabs
    let platform: String
    let identifier: String
    let appID: String
    let clientID: String?
    let files: [File]
    let snippet: String?
    let removePath: String
  }
}

extension App {
  /// The app's identifier on its platform.
  fileprivate var identifier: String { bundleID ?? packageName ?? appID }
}
