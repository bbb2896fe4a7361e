import Foundation
import Logging
import ServiceLifecycle

/// Loads a new certificate when its files change or a reload is requested.
struct CertificateReloader: NamedService {
  /// Nil without TLS. A reload then only logs that there is no certificate.
  let certificates: CertificateStore?
  let interval: Duration
  let signal: ReloadSignal?
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        if let signal {
          group.addTask {
            for await _ in signal.requests {
              guard let certificates else {
                log.notice("there is nothing to reload: the server has no certificate")
                continue
              }
              report(certificates.reload(always: true))
            }
          }
        }
        guard let certificates else { return }
        group.addTask {
          while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            report(certificates.reload())
          }
        }
      }
    }
  }

  private func report(_ outcome: CertificateStore.Reload) {
    switch outcome {
    case .unchanged: break
    case .replaced(let expires):
      log.notice("certificate replaced", metadata: ["expires": "\(expires.formatted(.iso8601))"])
    case .failed(let failure):
      log.error(
        "certificate not replaced; the one before stays in use", metadata: ["cause": "\(failure)"])
    }
  }
}
