import Composition
import Identity
import Logging
import ServiceLifecycle

/// Seals audit records into their chains while the server runs. The last records are sealed when the
/// ``Backend`` is closed, or by the next server.
struct AuditSealer: NamedService {
  static let interval = Duration.milliseconds(500)
  /// The maximum number of seconds that a record should wait until it is sealed.
  static let longestWait: Double = 10

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var lastWarning: ContinuousClock.Instant?
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        let warnings = await seal()
        guard !warnings.isEmpty, lastWarning.map({ $0.duration(to: .now) > .seconds(60) }) ?? true
        else { continue }
        lastWarning = .now
        for (text, metadata) in warnings { log.warning(text, metadata: metadata) }
      }
    }
  }

  /// Seals the waiting records.
  ///
  /// - Returns: messages for the operator.
  func seal() async -> [(Logger.Message, Logger.Metadata)] {
    do throws(StoreError) {
      let (age, stuck) = try await backend.sealAudit()
      guard stuck.isEmpty else { return stuck.map(Self.warning) }
      return age > Self.longestWait ? [Self.warning("the oldest has waited for \(Int(age)) seconds")] : []
    } catch {
      return [Self.warning("\(error)")]
    }
  }

  private static func warning(_ cause: String) -> (Logger.Message, Logger.Metadata) {
    (
      "audit records wait to be chained: until then nobody can tell whether they were changed",
      ["cause": "\(cause)"]
    )
  }

  private static func warning(_ chain: AuditSealing.StuckChain) -> (Logger.Message, Logger.Metadata) {
    (
      "a chain of the audit log accepts no records, and they wait: check it with latchkey audit verify",
      [
        "project": "\(chain.name.isEmpty ? "none, it is the installation's" : chain.name)",
        "cause": "\(chain.cause)",
      ]
    )
  }
}
