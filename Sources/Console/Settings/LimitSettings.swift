import Identity
import IdentityWire
import Operations

/// The rate limits: the server's, and the project's own temporary limit on new accounts.
enum LimitSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/limits") { request in
      let quota = request.project.signUpQuota
      let form = request.submitted("quota")
      let texts = request.texts
      let now = request.now
      return .settings(
        .limits, request, template: "settings_limits",
        content: Content(
          tabs: SettingsTabs(.limits, request), action: request.path("settings/limits/quota"),
          endAction: request.path("settings/limits/quota/end"),
          quota: quota.map { quota in
            texts(
              quota.isActive(at: now)
                ? "settings.quotaActive"
                : now < quota.startsAt ? "settings.quotaPlanned" : "settings.quotaOver",
              [
                "count": String(quota.count), "from": texts.moment(quota.startsAt),
                "until": texts.moment(quota.startsAt.adding(seconds: quota.duration)),
              ])
          }, count: form?["count"] ?? quota.map { String($0.count) } ?? "",
          start: form?["start"] ?? "",
          duration: DurationField("duration", quota?.duration ?? 86_400, form, texts),
          limits: rows(request.domain.service.limits, texts)))
    }
    routes.action("settings/limits/quota", from: "settings/limits") { request, form in
      let counts = SignUpQuota.counts
      var quota = ProjectConfig.QuotaConfig.TemporaryQuota()
      quota.quota = Int64Text(
        Int64(try form.integer("count", counts, called: request.texts("settings.quotaCount"))))
      guard
        let seconds = try DurationField.seconds(
          "duration", form, 60...SignUpQuota.durations.upperBound, request.texts)
      else {
        throw WireError.badRequest("FORM_NUMBER_INVALID", request.texts("settings.span.duration"))
      }
      quota.quotaDuration = "\(seconds)s"
      quota.startTime = try form.moment("start")?.iso8601 ?? ""
      var change = ProjectConfig()
      change.quota = .init()
      change.quota?.signUpQuotaConfig = quota
      try await request.change(change, "quota")
      return .redirect("settings/limits", notice: "common.saved")
    }
    routes.action("settings/limits/quota/end", from: "settings/limits") { request, _ in
      try await request.change(ProjectConfig(), "quota")
      return .redirect("settings/limits", notice: "settings.quotaEnded")
    }
  }

  private static func rows(_ limits: AbuseLimits, _ texts: ConsoleTexts) -> [Content.Row] {
    let all: [(String, Throttle)] = [
      ("passwordsPerSecretAndNetwork", limits.passwords.perSecretAndNetwork),
      ("passwordsPerSecret", limits.passwords.perSecret),
      ("passwordsPerNetwork", limits.passwords.perNetwork),
      ("codesPerSecretAndNetwork", limits.codes.perSecretAndNetwork),
      ("codesPerSecret", limits.codes.perSecret), ("codesPerNetwork", limits.codes.perNetwork),
      ("mailsPerMailbox", limits.mailsPerMailbox), ("mailsPerNetwork", limits.mailsPerNetwork),
      ("mailsPerProject", limits.mailsPerProject), ("messagesPerNumber", limits.messagesPerNumber),
      ("messagesPerRange", limits.messagesPerRange), ("messagesPerNetwork", limits.messagesPerNetwork),
      ("messagesPerProject", limits.messagesPerProject), ("signUpsPerNetwork", limits.signUpsPerNetwork),
      ("signUpsPerProject", limits.signUpsPerProject),
      ("credentialChangesPerAccount", limits.credentialChangesPerAccount),
      ("sessionsPerAccount", limits.sessionsPerAccount),
      ("providerQuestionsPerNetwork", limits.providerQuestionsPerNetwork),
      ("flowsPerNetwork", limits.flowsPerNetwork),
      ("methodQueriesPerNetwork", limits.methodQueriesPerNetwork),
      ("passkeyStartsPerNetwork", limits.passkeyStartsPerNetwork),
      ("passkeyFailuresPerNetwork", limits.passkeyFailuresPerNetwork),
      ("refreshesPerSession", limits.refreshesPerSession),
      ("refreshesPerNetwork", limits.refreshesPerNetwork),
    ]
    return all.map { .init(name: texts("settings.limit.\($0)"), value: text($1, texts)) }
  }

  private static func text(_ throttle: Throttle, _ texts: ConsoleTexts) -> String {
    if let (tries, milliseconds) = throttle.rate {
      // A development server uses a number this large if there is no limit.
      guard tries < 1_000_000 else { return texts("settings.unlimited") }
      return texts(
        "settings.rate",
        ["count": texts.number(tries), "span": DurationUnit.text(milliseconds / 1_000, texts)])
    }
    return texts(
      "settings.lockOut",
      [
        "count": String(throttle.firstWaited), "first": DurationUnit.text(throttle.step / 1_000, texts),
        "longest": DurationUnit.text(throttle.longest / 1_000, texts),
      ])
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let name: String
      let value: String
    }

    let tabs: SettingsTabs
    let action: String
    let endAction: String
    /// Nil if there is no quota.
    let quota: String?
    let count: String
    let start: String
    let duration: DurationField
    let limits: [Row]
  }
}
