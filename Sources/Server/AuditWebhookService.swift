import Logging
import Operations
import ServiceLifecycle

/// Sends the audit log while the server runs. What is not taken is tried again, ever more seldom, until it is.
public struct AuditWebhookService: Service {
  private let webhook: AuditWebhook
  private let log: Logger

  public init(_ webhook: AuditWebhook, log: Logger) {
    self.webhook = webhook
    self.log = log
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown {
      let settings = webhook.settings
      var wait = settings.interval
      var failures = 0
      while !Task.isCancelled {
        do { try await Task.sleep(for: .seconds(wait)) } catch { return }
        do throws(AuditWebhook.Failure) {
          // Until everything was sent.
          while try await webhook.deliver() > 0, !Task.isCancelled {}
          (wait, failures) = (settings.interval, 0)
        } catch {
          failures += 1
          wait = min(settings.maximumBackOff, settings.firstBackOff << min(failures - 1, 16))
          log.warning(
            "audit events could not be sent",
            metadata: ["cause": "\(error)", "failures": "\(failures)", "nextTrySeconds": "\(wait)"])
        }
      }
    }
  }
}
