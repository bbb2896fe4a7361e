import Composition
import Logging
import Operations

extension Backend {
  /// Takes up what other servers change, where the database tells it.
  func storeChangeListener() -> [StoreChangeListener] {
    guard let changes else { return [] }
    return [
      StoreChangeListener(store: changes) { [service] change in
        switch change {
        case .signingKeys:
          // The first may be one that was under way and had read before.
          for _ in 0..<2 { await service.keyRing.renew() }
        case .configuration: service.projects.forget()
        }
      }
    ]
  }

  /// Sends the audit log, where it is to be sent.
  func auditWebhookService(_ log: Logger) -> [AuditWebhookService] {
    guard let auditWebhook else { return [] }
    let webhook = AuditWebhook(
      auditWebhook, store: audit, http: functionHTTP, clock: service.clock, random: random)
    return [AuditWebhookService(webhook, log: log)]
  }

  /// Sends events to the projects' webhooks, where this server is to.
  func webhookService(_ log: Logger) -> [WebhookService] {
    sendsWebhooks ? [WebhookService(backend: self, log: log)] : []
  }
}
