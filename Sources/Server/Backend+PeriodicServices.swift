import Composition
import Logging
import Operations

/// The periodic services of a server.
extension Backend {
  /// The most rows that one transaction deletes.
  private static let sweepStep = 500

  /// Deletes expired rows in steps, so that no sign-in waits long behind one. It pauses after each step for as long as the
  /// step took.
  func expirySweeper(_ log: Logger) -> PeriodicService {
    PeriodicService(every: .seconds(60), failure: "expired rows could not be deleted", log: log) {
      while true {
        let start = ContinuousClock.now
        guard try await self.sweepExpired(limit: Self.sweepStep) >= Self.sweepStep else { return }
        try await Task.sleep(for: ContinuousClock.now - start)
      }
    }
  }

  /// Writes the counts of sign-ins. A process that is killed loses the counts of one interval. The ``Backend`` writes the
  /// last counts when it is closed.
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

  /// Runs ``SAMLMetadataRefresh`` once an hour.
  func samlMetadataRefresher(_ log: Logger) -> PeriodicService {
    PeriodicService(
      every: .seconds(3_600), failure: "metadata of SAML providers could not be looked after", log: log
    ) { [service] in
      let count = try await SAMLMetadataRefresh(service: service).run()
      if count > 0 { log.info("SAML providers changed with their metadata", metadata: ["count": "\(count)"]) }
    }
  }
}
