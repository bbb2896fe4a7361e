import Identity
import IdentityWire
import Synchronization
import WorkPool

/// The background jobs of this server. Other servers on the same database do not know the jobs. The jobs are lost
/// when this server stops.
public final class ConsoleJobs: Sendable {
  /// The maximum number of jobs of a project that are kept for display.
  static let maximumKept = 20

  /// How long a job waits for the next piece of a file.
  let patience: Duration
  /// The imports whose file has not begun to arrive.
  private let announced = SharedPlaces(.announcedImports)
  /// The imports whose file arrives. Each holds pieces of a file in memory.
  private let running = SharedPlaces(.imports)
  private let jobs = Mutex<[ImportJob]>([])
  private let exports = Mutex<[ExportJob]>([])

  public init() { patience = .seconds(120) }

  init(patience: Duration) { self.patience = patience }

  /// Adds an import with its file.
  ///
  /// - Throws: `IMPORT_LIMIT` with 429 if too many imports are running.
  func add(_ job: ImportJob) throws {
    try begin(job)
    keep(job)
  }

  /// Adds an import whose file will arrive in pieces. Until the first piece, it takes no place of an import.
  ///
  /// - Throws: `IMPORT_LIMIT` with 429 if the project or the administrator has announced too many imports.
  func announce(_ job: ImportJob, by administrator: String) throws {
    guard job.announce(in: announced, by: administrator) else { throw Self.limit }
    keep(job)
  }

  /// Gives an import a place, because its file arrives. Does nothing if it has one.
  ///
  /// - Throws: `IMPORT_LIMIT` with 429 if too many imports are running.
  func begin(_ job: ImportJob) throws {
    guard job.begin(in: running) else { throw Self.limit }
  }

  private static let limit = WireError(
    httpStatus: 429, code: "IMPORT_LIMIT", detail: String(SharedPool.imports.share), retryAfter: 60)

  /// Adds a job, and removes the project's oldest ones.
  private func keep(_ job: ImportJob) {
    let project = job.scope.project
    jobs.withLock { jobs in
      jobs.append(job)
      while jobs.count(where: { $0.scope.project == project }) > Self.maximumKept,
        let oldest = jobs.firstIndex(where: { $0.scope.project == project && $0.progress.phase.isOver })
      {
        jobs.remove(at: oldest)
      }
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

  /// Adds an export. Only the latest ones of a project are kept.
  func add(_ job: ExportJob) {
    exports.withLock { exports in
      exports.removeAll { $0.id == job.id && $0.scope == job.scope }
      exports.append(job)
      let own = exports.indices.filter { exports[$0].scope.project == job.scope.project }
      if own.count > Self.maximumKept { exports.remove(at: own[0]) }
    }
  }

  /// - Throws: `EXPORT_NOT_FOUND` with 404.
  func export(_ id: String, in scope: Scope) throws -> ExportJob {
    let found = exports.withLock { $0.last { $0.id == id && $0.scope == scope } }
    guard let found else { throw WireError.notFound("EXPORT_NOT_FOUND") }
    return found
  }
}
