import Composition
import Identity
import Logging
import ServiceLifecycle

/// Puts audit records into their chains while the server runs. What is written last is sealed when the ``Backend`` is
/// closed, or by the next server.
struct AuditSealer: Service {
  static let interval = Duration.milliseconds(500)
  /// Seconds that no record should wait for its place.
  static let longestWait: Double = 10

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var lastWarning: ContinuousClock.Instant?
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        guard let warning = await seal(), lastWarning.map({ $0.duration(to: .now) > .seconds(60) }) ?? true
        else { continue }
        lastWarning = .now
        log.warning(
          "audit records wait to be chained: until they are, nobody could tell if they were changed",
          metadata: ["cause": "\(warning)"])
      }
    }
  }

  /// - Returns: why records wait for too long.
  private func seal() async -> String? {
    do throws(StoreError) {
      let age = try await backend.sealAudit()
      return age > Self.longestWait ? "the oldest has waited for \(Int(age)) seconds" : nil
    } catch {
      return "\(error)"
    }
  }
}
