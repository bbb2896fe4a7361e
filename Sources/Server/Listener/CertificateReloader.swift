import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Takes up a new certificate when its files change, and at once on SIGHUP.
struct CertificateReloader: Service {
  let certificates: CertificateStore
  let interval: Duration
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask {
          for await _ in await UnixSignalsSequence(trapping: .sighup) {
            report(certificates.reload(always: true))
          }
        }
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
