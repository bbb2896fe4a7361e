import Identity

/// The webhooks that a project file adds, removes or resumes in a project.
struct WebhookFileChanges: Sendable {
  let project: ProjectID
  private(set) var made: [Webhook] = []
  private(set) var deleted: [Webhook] = []
  /// Webhooks that were turned on, or have a new address.
  private(set) var resumed: [Webhook] = []

  /// Nil for a tenant.
  init?(_ write: ConfigurationWrite) {
    guard case .project(let after, let stored) = write else { return nil }
    project = after.id
    let before = stored?.webhooks ?? []
    deleted = before.filter { known in !after.webhooks.contains { $0.id == known.id } }
    for webhook in after.webhooks {
      guard let known = before.first(where: { $0.id == webhook.id }) else {
        made.append(webhook)
        continue
      }
      if webhook.isEnabled, !known.isEnabled || !known.url.utf8.elementsEqual(webhook.url.utf8) {
        resumed.append(webhook)
      }
    }
  }
}

extension WebhookAdministration {
  /// Prepares new webhooks before they are stored.
  func begin(_ changes: [WebhookFileChanges]) async throws(IdentityError) {
    for change in changes { try await begin(change.made, in: change.project) }
  }

  /// Undoes ``begin(_:)`` if nothing was stored.
  func cancel(_ changes: [WebhookFileChanges]) async {
    for change in changes { try? await forget(change.made, in: change.project) }
  }

  /// Completes changes that are stored. If this fails, the changes stay stored. A deleted webhook then leaves rows
  /// behind, and a resumed webhook waits for its next attempt.
  func finish(_ changes: [WebhookFileChanges]) async {
    for change in changes {
      try? await forget(change.deleted, in: change.project)
      for webhook in change.resumed { try? await resume(webhook, in: change.project) }
    }
  }
}
