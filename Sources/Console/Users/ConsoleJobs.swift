import Identity
import IdentityWire
import Synchronization

/// What goes on in this server beside the pages. Other servers of the same database know nothing of it, and it is gone
/// when the server ends.
public final class ConsoleJobs: Sendable {
  /// Imports at once, each of which has pieces of a file in the memory.
  static let maximumRunning = 2
  /// Those that ended and can still be looked at.
  static let maximumKept = 20

  /// For how long the next piece of a file is waited for.
  let patience: Duration
  private let jobs = Mutex<[ImportJob]>([])
  private let exports = Mutex<[ExportJob]>([])

  public init() { patience = .seconds(120) }

  init(patience: Duration) { self.patience = patience }

  /// Adds a job.
  ///
  /// - Throws: `IMPORT_LIMIT` with 429 where too many go on.
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

  /// Those of a project or tenant, the newest first.
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

  /// Keeps a job, and the latest ones alone.
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
