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
    guard let backups else { return nil }
    let (context, directory) = (AuditContext(.system), backups.settings.directory)
    let made = try await backups.runIfDue { [self] names, shortage in
      await record([
        AuditEvent(
          deletedBackups: names, in: directory, shortage: shortage, by: context, random: random,
          now: service.clock.now())
      ])
    }
    guard let outcome = made else { return nil }
    let now = service.clock.now()
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
    let expired = outcome.deleted.filter { !outcome.room.contains($0) }
    if !expired.isEmpty {
      events.append(
        AuditEvent(deletedBackups: expired, in: directory, by: context, random: random, now: now))
    }
    if !events.isEmpty { await record(events) }
    return outcome
  }

  private func record(_ events: [AuditEvent]) async {
    do throws(StoreError) { try await service.store.apply(events.map { .appendAudit($0) }) } catch {
      log.warning("a backup could not be recorded in the audit log", metadata: ["cause": "\(error)"])
    }
  }

  /// Returns the installation if its database is a file that can be copied.
  static func copied(_ installation: Installation?) -> Installation? {
    installation?.postgreSQL == nil ? installation : nil
  }
}
