import Composition
import Logging
import Operations

/// The periodic services of a server.
extension Backend {
  /// The maximum number of rows that one transaction deletes.
  private static let sweepStep = 500

  /// Deletes expired rows in steps, so that no sign-in waits long for a deletion. After each step, the service pauses
  /// for as long as the step took.
  func expirySweeper(_ log: Logger) -> PeriodicService {
    PeriodicService(every: .seconds(60), failure: "expired rows could not be deleted", log: log) {
      while true {
        let start = ContinuousClock.now
        guard try await self.sweepExpired(limit: Self.sweepStep) >= Self.sweepStep else { return }
        try await Task.sleep(for: ContinuousClock.now - start)
      }
    }
  }

  /// Stores the counts of sign-ins. If the process is killed, the counts since the last run are lost. The ``Backend``
  /// stores the last counts when it is closed.
  func activityFlusher(_ log: Logger) -> PeriodicService {
    PeriodicService(
      every: .seconds(5), failure: "counts of sign-ins could not be written, and wait to be written", log: log
    ) { [service] in
      let dropped = try await service.activity.flush()
      if dropped > 0 {
        log.warning("some sign-ins were not counted", metadata: ["count": "\(dropped)"])
      }
    }
  }

  /// Copies the database, if a schedule is configured.
  func backupService(_ log: Logger) -> [PeriodicService] {
    guard let settings = backups?.settings else { return [] }
    return [
      PeriodicService(
        every: .seconds(5), failure: "scheduled backups could not be checked, and are tried again", log: log
      ) {
        guard let outcome = try await self.makeDueBackup() else { return }
        if let shortage = outcome.shortage {
          log.warning(
            "there was no room for a copy of the database: expired copies were deleted for it",
            metadata: ["cause": "\(shortage.reason)", "deleted": "\(outcome.deleted.count)"])
        }
        switch outcome.result {
        case .success(let copy):
          log.notice(
            "the database was copied",
            metadata: [
              "file": "\(copy.file)", "bytes": "\(copy.bytes ?? 0)",
              "milliseconds": "\(copy.milliseconds ?? 0)", "deleted": "\(outcome.deleted.count)",
            ])
        case .failure(let fault):
          log.error(
            "the database could not be copied: it is tried again in minutes",
            metadata: ["cause": "\(fault.reason)", "directory": "\(settings.directory.path)"])
        }
        guard !outcome.left.isEmpty else { return }
        log.warning(
          "old copies were left: the master key opens none of their keys",
          metadata: [
            "directory": "\(settings.directory.path)",
            "files": "\(outcome.left.prefix(10).map(\.text).joined(separator: " "))",
          ])
      }
    ]
  }

  /// Runs ``SAMLMetadataRefresh`` once an hour.
  func samlMetadataRefresher(_ log: Logger) -> PeriodicService {
    PeriodicService(
      every: .seconds(3_600), failure: "metadata of SAML providers could not be refreshed", log: log
    ) { [service] in
      let count = try await SAMLMetadataRefresh(service: service).run()
      if count > 0 { log.info("SAML providers changed with their metadata", metadata: ["count": "\(count)"]) }
    }
  }
}
