import Identity
import IdentityWire
import Operations

/// A webhook: its progress, its attempts, and its actions.
enum WebhookPages {
  private static let path = WebhookSettings.path + "/{webhook}"
  /// The number of attempts that are shown.
  private static let shown = 30

  static func add(to routes: ConsoleRouteTable) {
    addPage(to: routes)
    addSettings(to: routes)
    addSecret(to: routes)
    routes.action("\(path)/test", from: path) { request, _ in
      let attempt = try await request.audited(nil) {
        try await request.domain.webhooks.test(id(request), in: request.project.id)
      }
      if let error = attempt.error { throw WireError.badRequest("WEBHOOK_NOT_TAKEN", error) }
      return .redirect(page(request), notice: "settings.webhookTested")
    }
    routes.action("\(path)/replay", from: path) { request, form in
      guard let start = try form.moment("from") else {
        throw WireError.badRequest("FORM_MOMENT_INVALID", "from")
      }
      let end = try form.moment("to")
      guard start < min(end ?? request.now, request.now) else {
        throw WireError.badRequest("FORM_MOMENT_INVALID", "from")
      }
      _ = try await request.audited(nil) {
        try await request.domain.webhooks.replay(id(request), from: start, to: end, in: request.project.id)
      }
      return .redirect(page(request), notice: "settings.webhookReplayed")
    }
  }

  private static func addPage(to routes: ConsoleRouteTable) {
    routes.page(path) { request in
      let webhooks = request.domain.webhooks
      let webhook = try await webhooks.webhook(id(request), in: request.project.id)
      let status = try await webhooks.status(of: webhook, in: request.project.id)
      let attempts = try await webhooks.attempts(of: webhook, limit: shown)
      let texts = request.texts
      let form = request.submitted
      return .settings(
        .webhooks, request, template: "settings_webhook", title: webhook.description ?? webhook.url,
        content: Content(
          tabs: SettingsTabs(.webhooks, request), id: webhook.id,
          state: WebhookSettings.state(webhook, texts), isEnabled: webhook.isEnabled,
          createdAt: texts.moment(webhook.createdAt), waiting: String(status.waiting),
          failing: status.failingSince.map { texts.moment($0) },
          nextTry: status.nextTry.map { texts.moment($0) },
          replay: webhook.replay.map { replay in
            let isDone = status.replayWaiting == 0
            return texts(
              isDone ? "settings.webhookReplayDone" : "settings.webhookReplayWaits",
              ["from": texts.moment(replay.start), "to": texts.moment(replay.end)])
          },
          attempts: attempts.map { attempt in
            .init(
              at: texts.moment(attempt.at), kind: attempt.kind, account: attempt.account?.rawValue,
              messageID: attempt.messageID, duration: "\(attempt.milliseconds) ms",
              wasTaken: attempt.error == nil,
              outcome: attempt.error ?? "HTTP \(attempt.status ?? 0)")
          }, isEmpty: attempts.isEmpty,
          fields: WebhookFields(request.submitted("settings"), webhook), start: form?["from"] ?? "",
          end: form?["to"] ?? "", setAction: action("set", request), switchAction: action("switch", request),
          testAction: action("test", request), replayAction: action("replay", request),
          rotatePath: action("rotate", request), deletePath: action("delete", request)))
    }
  }

  private static func addSettings(to routes: ConsoleRouteTable) {
    routes.action("\(path)/set", changing: .webhook, from: path) { request, form in
      let change = try WebhookFields.change(form)
      _ = try await request.audited(nil) {
        try await request.domain.webhooks.change(id(request), change, in: request.project.id)
      }
      return .redirect(page(request), notice: "common.saved")
    }
    routes.action("\(path)/switch", requires: .owner, from: path) { request, form in
      var change = WebhookChange()
      change.isEnabled = try form.text("state") == "on"
      let wanted = change
      _ = try await request.audited(nil) {
        try await request.domain.webhooks.change(id(request), wanted, in: request.project.id)
      }
      return .redirect(page(request), notice: "common.saved")
    }
    routes.page("\(path)/delete", requires: .owner) { request in
      try await confirm("delete", "settings.webhookDelete", button: "common.delete", request)
    }
    routes.action("\(path)/delete", requires: .owner, from: "\(path)/delete") { request, _ in
      try await request.audited(nil) {
        try await request.domain.webhooks.delete(id(request), in: request.project.id)
      }
      return .redirect(WebhookSettings.path, notice: "settings.webhookDeleted")
    }
  }

  private static func addSecret(to routes: ConsoleRouteTable) {
    routes.page("\(path)/rotate", requires: .owner) { request in
      try await confirm("rotate", "settings.webhookRotate", button: "settings.webhookRotate", request)
    }
    routes.action("\(path)/rotate", requires: .owner, from: "\(path)/rotate", needsReauthentication: true) {
      request, _ in
      let secret = try await request.audited(nil) {
        try await request.domain.webhooks.rotateSecret(of: id(request), in: request.project.id)
      }
      return .page(
        .settings(
          .webhooks, request, template: "settings_secret", title: request.texts("settings.webhookRotated"),
          content: SecretPage(
            secret, paragraphs: [request.texts("settings.webhookSecretAbout")],
            donePath: request.path(page(request)))))
    }
  }

  private static func confirm(_ action: String, _ key: String, button: String, _ request: ConsoleRequest)
    async throws -> ConsolePage
  {
    let webhook = try await request.domain.webhooks.webhook(id(request), in: request.project.id)
    return .confirm(
      .settings,
      ConfirmPage(
        title: request.texts("\(key)Title"), paragraphs: [webhook.url, request.texts("\(key)About")],
        action: self.action(action, request), cancel: request.path(page(request)),
        button: request.texts(button)))
  }

  private static func id(_ request: ConsoleRequest) -> String { request.parameters["webhook"] ?? "" }

  /// The path below the project.
  private static func page(_ request: ConsoleRequest) -> String {
    "\(WebhookSettings.path)/\(ConsolePath.encode(id(request)))"
  }

  private static func action(_ name: String, _ request: ConsoleRequest) -> String {
    request.path("\(page(request))/\(name)")
  }

  private struct Content: Sendable {
    struct Attempt: Sendable {
      let at: String
      let kind: String
      let account: String?
      let messageID: String
      let duration: String
      let wasTaken: Bool
      let outcome: String
    }

    let tabs: SettingsTabs
    let id: String
    let state: String
    let isEnabled: Bool
    let createdAt: String
    let waiting: String
    let failing: String?
    let nextTry: String?
    let replay: String?
    let attempts: [Attempt]
    let isEmpty: Bool
    let fields: WebhookFields
    let start: String
    let end: String
    let setAction: String
    let switchAction: String
    let testAction: String
    let replayAction: String
    let rotatePath: String
    let deletePath: String
  }
}
