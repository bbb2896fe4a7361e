import Composition
import Logging
import Operations

/// What a server does from time to time for everybody.
extension Backend {
  /// Rows that are deleted in one transaction.
  private static let sweepStep = 500

  /// Deletes what has expired, a step at a time so that no sign-in waits long behind one, and leaves others as much time
  /// between two steps as a step took.
  func expirySweeper(_ log: Logger) -> PeriodicService {
    PeriodicService(every: .seconds(60), failure: "expired rows could not be deleted", log: log) {
      while true {
        let start = ContinuousClock.now
        guard try await self.sweepExpired(limit: Self.sweepStep) >= Self.sweepStep else { return }
        try await Task.sleep(for: ContinuousClock.now - start)
      }
    }
  }

  /// Writes down what was counted; a process that is killed loses the counts of one interval. The last counts are written
  /// when the ``Backend`` is closed, and nothing is counted any more.
  func activityFlusher(_ log: Logger) -> PeriodicService {
    PeriodicService(
      every: .seconds(5), failure: "counts of sign-ins could not be written and wait", log: log
    ) { [service] in
      let dropped = try await service.activity.flush()
      if dropped > 0 {
        log.warning("sign-ins were left out of the counts", metadata: ["count": "\(dropped)"])
      }
    }
  }

  /// Runs ``SAMLMetadataRefresh``.
  func samlMetadataRefresher(_ log: Logger) -> PeriodicService {
    PeriodicService(
      every: .seconds(3_600), failure: "metadata of SAML providers could not be looked after", log: log
    ) { [service] in
      let count = try await SAMLMetadataRefresh(service: service).run()
      if count > 0 { log.info("SAML providers changed with their metadata", metadata: ["count": "\(count)"]) }
    }
  }
}
