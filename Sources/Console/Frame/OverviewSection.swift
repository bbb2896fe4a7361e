import Identity
import Operations
import WebPages

/// `/console/p/{project}`: the number of users, the sign-ins of the last days, and the remaining steps of the
/// setup.
struct OverviewSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: ["overview": PackageResources.overview_mustache],
    texts: [
      "overview": .init(
        en: PackageResources.overview_en_json, ja: PackageResources.overview_ja_json,
        vi: PackageResources.overview_vi_json)
    ])

  func add(to routes: ConsoleRouteTable) {
    routes.page("") { request in try await Self.show(request) }
  }

  private static func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let texts = request.texts
    async let total = request.domain.service.accountTotal(request.caller)
    let summary = try await ActivitySummary.read(.week, request)
    let setup = try missing(request)
    let backups = request.domain.observation.health.backups()
    let seesServer = request.administrator.rights.everywhere != nil
    let content = Content(
      projectID: request.project.id.rawValue, users: AccountTotalText.text(try await total, texts),
      usersPath: request.path("users"), activityPath: request.path("activity"),
      failuresPath: request.path("activity/failures"),
      facts: [
        fact("signUps", .signUp, [.success], summary, texts),
        fact("signIns", .signIn, [.success], summary, texts),
        fact("refused", .signIn, [.refused, .limited], summary, texts),
        fact("failed", .signIn, [.failed], summary, texts),
      ],
      charts: [
        StackedBars(
          id: "week", title: texts("activity.signInsByOutcome"), summary.byOutcome(.signIn), summary, texts)
      ],
      countsTenants: request.tenant == nil && request.project.allowsTenants,
      missing: setup, isComplete: setup.isEmpty,
      asksForBackups: seesServer && asksForBackups(backups, isDevelopment: request.domain.development),
      backupProblem: seesServer ? backupProblem(backups, now: request.now).map { texts($0) } : nil,
      healthPath: request.path("activity/health"))
    return ConsolePage(
      section: .overview, title: request.project.displayName ?? request.project.id.rawValue,
      template: "overview", content: content)
  }

  /// True if the page should ask for backups. False for development data, and false if the server makes copies by
  /// schedule: then the health page shows their state.
  static func asksForBackups(_ status: BackupStatus?, isDevelopment: Bool) -> Bool {
    !isDevelopment && status?.schedule == nil
  }

  /// Returns the text about a problem with the scheduled copies; nil if there is no problem.
  static func backupProblem(_ status: BackupStatus?, now: Instant) -> String? {
    guard let status, status.schedule != nil else { return nil }
    return switch status.concern(now: now) {
    case .failure: "overview.backupFailed"
    case .old: "overview.backupOld"
    // The server makes the first copy as soon as it runs.
    case .missing, nil: nil
    }
  }

  private static func fact(
    _ id: String, _ kind: Activity.Kind, _ outcomes: Set<Activity.Outcome>, _ summary: ActivitySummary,
    _ texts: ConsoleTexts
  ) -> ActivityPage.Fact {
    ActivityPage.Fact(
      id: id, name: texts("activity.fact.\(id)"), value: texts.number(summary.total(kind, outcomes)))
  }

  private static func missing(_ request: ConsoleRequest) throws -> [Step] {
    let (service, texts) = (request.domain.service, request.texts)
    let status = try request.domain.administration.providerStatus(in: request.project)
    let setup = ProjectSetup(
      sendsMail: service.sends(.mail, for: request.project),
      sendsSMS: service.sends(.sms, for: request.project),
      hasIncompleteProvider: status.contains {
        $0.settings.enabled && !$0.missingForWebFlow.isEmpty && !$0.missingForAppCredentials.isEmpty
      })
    return setup.missing(in: request.project).map { part in
      Step(
        id: part.rawValue, title: texts("overview.missing.\(part.rawValue)"),
        about: texts("overview.help.\(part.rawValue)"), path: request.path(place(of: part)))
    }
  }

  /// The page on which an administrator completes a part of the setup, or reads about the part.
  private static func place(of part: ProjectSetup.Part) -> String {
    switch part {
    case .methods, .incompleteProvider, .providers: "methods"
    case .mail: "templates"
    case .sms: "methods/phone"
    case .apps: SettingsTab.apps.path
    case .domains: SettingsTab.domains.path
    }
  }

  private struct Step: Sendable {
    let id: String
    let title: String
    let about: String
    let path: String
  }

  private struct Content: Sendable {
    let projectID: String
    let users: String
    let usersPath: String
    let activityPath: String
    let failuresPath: String
    let facts: [ActivityPage.Fact]
    let charts: [StackedBars]
    /// True if the counts include sign-ins of tenants.
    let countsTenants: Bool
    let missing: [Step]
    let isComplete: Bool
    let asksForBackups: Bool
    let backupProblem: String?
    let healthPath: String
  }
}
