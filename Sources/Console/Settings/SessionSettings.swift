import Identity
import IdentityWire
import Operations

/// How long users stay signed in, and how their tokens are signed.
enum SessionSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/sessions") { request in
      let policy = request.project.sessions
      let form = request.submitted("sessions")
      let texts = request.texts
      return .settings(
        .sessions, request, template: "settings_sessions",
        content: Content(
          tabs: SettingsTabs(.sessions, request), action: request.path("settings/sessions"),
          kinds: SessionPolicy.RefreshTokens.allCases.map { kind in
            FormOption(
              value: kind.rawValue, title: texts("settings.refreshTokens.\(kind.rawValue)"),
              isSelected: form.map { $0["refreshTokens"] == kind.rawValue } ?? (policy.refreshTokens == kind),
              hint: texts("settings.refreshTokensHint.\(kind.rawValue)"), id: "refresh-\(kind.rawValue)")
          }, gracePeriod: form?["gracePeriod"] ?? String(policy.gracePeriod),
          spans: [
            DurationField("idleLifetime", policy.idleLifetime, form, texts),
            DurationField("absoluteLifetime", policy.absoluteLifetime, form, texts),
          ],
          algorithm: request.project.tokenAlgorithm.rawValue,
          isOfficial: request.project.tokenAlgorithm == .rs256,
          algorithms: TokenAlgorithm.allCases.filter { $0 != request.project.tokenAlgorithm }.map {
            .init(
              name: $0.rawValue, about: texts("settings.algorithm.\($0.rawValue)"),
              path: request.path("settings/sessions/algorithm?to=\($0.rawValue)"))
          }, issuer: IssuerSettings.Content(request)))
    }
    routes.action("settings/sessions", from: "settings/sessions") { request, form in
      guard let kind = SessionPolicy.RefreshTokens(rawValue: try form.text("refreshTokens")) else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "refreshTokens")
      }
      let graces = SessionPolicy.gracePeriods
      let grace = try form.integer(
        "gracePeriod", Int(graces.lowerBound)...Int(graces.upperBound),
        called: request.texts("settings.gracePeriod"))
      let idle = try DurationField.seconds("idleLifetime", form, SessionPolicy.lifetimes, request.texts)
      let absolute = try DurationField.seconds(
        "absoluteLifetime", form, SessionPolicy.lifetimes, request.texts)
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeSessions(in: request.project.id) { policy in
          policy.refreshTokens = kind
          policy.gracePeriod = Int64(grace)
          policy.idleLifetime = idle
          policy.absoluteLifetime = absolute
        }
      }
      return .redirect("settings/sessions", notice: "common.saved")
    }
    addAlgorithm(to: routes)
    IssuerSettings.add(to: routes)
  }

  private static func addAlgorithm(to routes: ConsoleRouteTable) {
    routes.page("settings/sessions/algorithm", requires: .editor) { request in
      guard let algorithm = (request.submitted?["to"] ?? request.query["to"]).flatMap(TokenAlgorithm.init)
      else { throw WireError.notFound("PAGE_NOT_FOUND") }
      let texts = request.texts
      return .confirm(
        .settings,
        ConfirmPage(
          title: texts("settings.algorithmTitle", ["algorithm": algorithm.rawValue]),
          paragraphs: [
            algorithm == .rs256 ? texts("settings.algorithmBack") : texts("settings.algorithmWarning"),
            texts("settings.algorithmLater"),
          ], action: request.path("settings/sessions/algorithm"), cancel: request.path("settings/sessions"),
          button: texts("settings.algorithmChange"), fields: [.init(name: "to", value: algorithm.rawValue)],
          isDangerous: algorithm != .rs256))
    }
    routes.action("settings/sessions/algorithm", from: "settings/sessions/algorithm") { request, form in
      guard let algorithm = TokenAlgorithm(rawValue: try form.text("to")) else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "to")
      }
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeTokenAlgorithm(
          to: algorithm, in: request.project.id, keys: request.domain.service.keyRing)
      }
      return .redirect("settings/sessions", notice: "settings.algorithmChanged")
    }
  }

  private struct Content: Sendable {
    struct Algorithm: Sendable {
      let name: String
      let about: String
      let path: String
    }

    let tabs: SettingsTabs
    let action: String
    let kinds: [FormOption]
    let gracePeriod: String
    let spans: [DurationField]
    let algorithm: String
    let isOfficial: Bool
    let algorithms: [Algorithm]
    let issuer: IssuerSettings.Content
  }
}
