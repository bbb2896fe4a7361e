import Identity
import IdentityWire
import Operations

/// The list of a project's webhooks.
enum WebhookSettings {
  static let path = "settings/webhooks"

  static func add(to routes: ConsoleRouteTable) {
    routes.page(path) { request in
      let form = request.submitted
      return .settings(
        .webhooks, request, template: "settings_webhooks",
        content: Content(
          tabs: SettingsTabs(.webhooks, request),
          webhooks: request.project.webhooks.map { webhook in
            .init(
              address: webhook.url, description: webhook.description, kinds: kinds(webhook, request.texts),
              isEnabled: webhook.isEnabled, state: state(webhook, request.texts),
              path: request.path("\(path)/\(webhook.id)"))
          }, isEmpty: request.project.webhooks.isEmpty, action: request.path("\(path)/create"),
          fields: WebhookFields(form, nil)))
    }
    routes.action("\(path)/create", changing: .webhook, from: path) { request, form in
      let change = try WebhookFields.change(form)
      let made = try await request.audited(nil) {
        try await request.domain.webhooks.create(change.url ?? "", change, in: request.project.id)
      }
      return .page(
        .settings(
          .webhooks, request, template: "settings_secret", title: request.texts("settings.webhookMade"),
          content: SecretPage(
            made.secret, paragraphs: [request.texts("settings.webhookSecretAbout")],
            donePath: request.path("\(path)/\(made.webhook.id)"))))
    }
    WebhookPages.add(to: routes)
  }

  static func kinds(_ webhook: Webhook, _ texts: ConsoleTexts) -> String {
    webhook.kinds.isEmpty
      ? texts("settings.webhookAllKinds") : webhook.kindNames.joined(separator: ", ")
  }

  static func state(_ webhook: Webhook, _ texts: ConsoleTexts) -> String {
    if webhook.isEnabled { return texts("common.on") }
    return webhook.ending.map { texts("settings.webhookEnding.\($0.rawValue)") } ?? texts("common.off")
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let address: String
      let description: String?
      let kinds: String
      let isEnabled: Bool
      let state: String
      let path: String
    }

    let tabs: SettingsTabs
    let webhooks: [Row]
    let isEmpty: Bool
    let action: String
    let fields: WebhookFields
  }
}

/// The form fields of a webhook: its address, kinds and description.
struct WebhookFields: Sendable {
  let address: String
  let description: String
  let includesUser: Bool
  let kinds: [FormOption]

  /// - Parameters:
  ///   - form: the rejected form.
  ///   - webhook: the stored webhook; nil for a new one.
  init(_ form: ConsoleForm?, _ webhook: Webhook?) {
    address = form?["address"] ?? webhook?.url ?? ""
    description = form?["description"] ?? webhook?.description ?? ""
    includesUser = form.map { $0.isOn("user") } ?? webhook?.includesUser ?? true
    let chosen = form?.values("kind") ?? webhook?.kinds.map(\.rawValue) ?? []
    kinds = WebhookEventKind.subscribable.map { kind in
      FormOption(
        value: kind.rawValue, title: kind.rawValue, isSelected: chosen.contains(kind.rawValue),
        id: "kind-\(kind.rawValue)")
    }
  }

  static func change(_ form: ConsoleForm) throws -> WebhookChange {
    var change = WebhookChange()
    change.url = try form.text("address", maximum: 2_048)
    change.description = try form.text("description", maximum: 200)
    change.includesUser = form.isOn("user")
    var kinds: Set<WebhookEventKind> = []
    for name in form.values("kind") {
      guard let kind = WebhookEventKind(subscribable: name) else {
        throw WireError.badRequest("INVALID_WEBHOOK", name)
      }
      kinds.insert(kind)
    }
    change.kinds = kinds
    return change
  }
}
