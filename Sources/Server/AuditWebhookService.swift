import Identity
import Logging
import Operations
import ServiceLifecycle

/// Sends the audit log while the server runs. A delivery that fails is repeated, at growing intervals, until
/// it succeeds.
public struct AuditWebhookService: NamedService {
  private let webhook: AuditWebhook
  private let log: Logger

  public init(_ webhook: AuditWebhook, log: Logger) {
    self.webhook = webhook
    self.log = log
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: .seconds(max(webhook.settings.interval, 1))) } catch { return }
        do throws(StoreError) {
          // Sends until no record is due.
          while try await sendOnce() > 0, !Task.isCancelled {}
        } catch {
          log.warning("audit events could not be sent", metadata: ["cause": "\(error)"])
        }
      }
    }
  }

  private func sendOnce() async throws(StoreError) -> Int {
    let round = try await webhook.deliver()
    for refusal in round.refusals {
      log.warning(
        "audit events could not be sent",
        metadata: [
          "cause": "\(refusal.cause)", "project": "\(refusal.chain?.rawValue ?? "")",
          "failures": "\(refusal.failures)", "nextTrySeconds": "\(refusal.wait)",
        ])
    }
    return round.delivered
  }
}
