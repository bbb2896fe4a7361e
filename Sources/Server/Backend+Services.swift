import Composition
import Logging
import Operations

extension Backend {
  /// Receives the changes that other servers make, if the database reports them.
  func storeChangeListener() -> [StoreChangeListener] {
    guard let changes else { return [] }
    return [
      StoreChangeListener(store: changes) { [service] change in
        switch change {
        case .signingKeys:
          // The first renewal may join a running renewal that has already read the old keys.
          for _ in 0..<2 { await service.keyRing.renew() }
        case .configuration: service.projects.forget()
        }
      }
    ]
  }

  /// Sends the audit log, if a receiver is configured.
  func auditWebhookService(_ log: Logger) -> [AuditWebhookService] {
    guard let auditWebhook else { return [] }
    let webhook = AuditWebhook(
      auditWebhook, store: audit, http: functionHTTP, clock: service.clock, random: random)
    return [AuditWebhookService(webhook, log: log)]
  }

  /// Sends events to the projects' webhooks, if this server is configured to.
  func webhookService(_ log: Logger) -> [WebhookService] {
    sendsWebhooks ? [WebhookService(backend: self, log: log)] : []
  }
}
