import Identity

/// Webhooks that come, go and are tried again with a project that a file changed.
struct WebhookFileChanges: Sendable {
  let project: ProjectID
  private(set) var made: [Webhook] = []
  private(set) var deleted: [Webhook] = []
  /// Those that were turned on, or have another address.
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
  /// Prepares what webhooks need before they are stored.
  func begin(_ changes: [WebhookFileChanges]) async throws(IdentityError) {
    for change in changes { try await begin(change.made, in: change.project) }
  }

  /// Takes ``begin(_:)`` back where nothing was stored.
  func cancel(_ changes: [WebhookFileChanges]) async {
    for change in changes { try? await forget(change.made, in: change.project) }
  }

  /// Does what follows from changes that are stored. They stand even if it fails: a deleted webhook leaves rows behind then, and
  /// one that failed waits for its next try.
  func finish(_ changes: [WebhookFileChanges]) async {
    for change in changes {
      try? await forget(change.deleted, in: change.project)
      for webhook in change.resumed { try? await resume(webhook, in: change.project) }
    }
  }
}
