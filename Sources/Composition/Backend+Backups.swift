import Identity
import Logging
import Operations

/// Copies the database on a schedule.
extension Backend {
  /// The state of the database copies. Nil for a development server, and for PostgreSQL, because other programs copy
  /// it.
  public func backupStatus() -> BackupStatus? { readBackupStatus() }

  /// Copies the database if a copy is due, and counts and records the outcome.
  ///
  /// - Returns: nil if no copy was due.
  /// - Throws: `CancellationError` when the server stops.
  package func makeDueBackup() async throws -> ScheduledBackups.Outcome? {
    guard let backups, let outcome = try await backups.runIfDue() else { return nil }
    let (context, now) = (AuditContext(.system), service.clock.now())
    var events: [AuditEvent] = []
    switch outcome.result {
    case .success(let copy):
      auditTelemetry?.backups.add(1, "success")
      events.append(AuditEvent(copied: copy, by: context, random: random, now: now))
    case .failure(let fault):
      auditTelemetry?.backups.add(1, "failure")
      if outcome.isNews {
        events.append(AuditEvent(failedBackup: fault, by: context, random: random, now: now))
      }
    }
    if !outcome.deleted.isEmpty {
      events.append(
        AuditEvent(
          deletedBackups: outcome.deleted, in: backups.settings.directory, shortage: outcome.shortage,
          by: context, random: random, now: now))
    }
    guard !events.isEmpty else { return outcome }
    do throws(StoreError) { try await service.store.apply(events.map { .appendAudit($0) }) } catch {
      log.warning("a backup could not be recorded in the audit log", metadata: ["cause": "\(error)"])
    }
    return outcome
  }

  /// Returns the installation if its database is a file that can be copied.
  static func copied(_ installation: Installation?) -> Installation? {
    installation?.postgreSQL == nil ? installation : nil
  }
}
