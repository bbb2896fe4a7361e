import Identity
import IdentityWire
import Synchronization

/// The background jobs of this server. Other servers on the same database do not know the jobs. The jobs are lost
/// when this server stops.
public final class ConsoleJobs: Sendable {
  /// The maximum number of concurrent imports. Each holds pieces of a file in memory.
  static let maximumRunning = 2
  /// The maximum number of finished jobs that are kept for display.
  static let maximumKept = 20

  /// How long a job waits for the next piece of a file.
  let patience: Duration
  private let jobs = Mutex<[ImportJob]>([])
  private let exports = Mutex<[ExportJob]>([])

  public init() { patience = .seconds(120) }

  init(patience: Duration) { self.patience = patience }

  /// Adds a job.
  ///
  /// - Throws: `IMPORT_LIMIT` with 429 if too many imports are running.
  func add(_ job: ImportJob) throws {
    let isLetIn = jobs.withLock { jobs in
      guard jobs.count(where: { !$0.progress.phase.isOver }) < Self.maximumRunning else { return false }
      jobs.append(job)
      while jobs.count > Self.maximumKept, let oldest = jobs.firstIndex(where: { $0.progress.phase.isOver }) {
        jobs.remove(at: oldest)
      }
      return true
    }
    guard isLetIn else {
      throw WireError(
        httpStatus: 429, code: "IMPORT_LIMIT", detail: String(Self.maximumRunning), retryAfter: 60)
    }
  }

  /// The jobs of a project or tenant, newest first.
  func all(in scope: Scope) -> [ImportJob] {
    jobs.withLock { $0.filter { $0.scope == scope } }.reversed()
  }

  /// - Throws: `IMPORT_NOT_FOUND` with 404.
  func job(_ id: String, in scope: Scope) throws -> ImportJob {
    guard let job = all(in: scope).first(where: { $0.id == id }) else {
      throw WireError.notFound("IMPORT_NOT_FOUND")
    }
    return job
  }

  // MARK: Exports

  /// Adds an export. Only the latest ones are kept.
  func add(_ job: ExportJob) {
    exports.withLock { exports in
      exports.removeAll { $0.id == job.id && $0.scope == job.scope }
      exports.append(job)
      exports.removeFirst(max(0, exports.count - Self.maximumKept))
    }
  }

  /// - Throws: `EXPORT_NOT_FOUND` with 404.
  func export(_ id: String, in scope: Scope) throws -> ExportJob {
    let found = exports.withLock { $0.last { $0.id == id && $0.scope == scope } }
    guard let found else { throw WireError.notFound("EXPORT_NOT_FOUND") }
    return found
  }
}
