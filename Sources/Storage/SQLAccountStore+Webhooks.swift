import Identity

extension SQLAccountStore {
  package func note(_ attempts: [WebhookAttempt], of webhook: String) async throws(StoreError) {
    guard !attempts.isEmpty else { return }
    try await write { transaction in try transaction.webhooks.insert(attempts, of: webhook) }
  }

  package func webhookAttempts(of webhook: String, limit: Int) async throws(StoreError) -> [WebhookAttempt] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try WebhookAttemptTable(connection: connection).newest(of: webhook, limit: limit)
    }
  }

  package func forgetWebhook(_ webhook: Webhook, in project: ProjectID) async throws(StoreError) {
    try await write { transaction in
      try transaction.webhooks.deleteAll(of: webhook.id)
      for consumer in webhook.consumers { try transaction.audit.deleteCursor(of: consumer, chain: project) }
    }
  }
}
