import Identity
import Operations
import Synchronization

/// Tells whether the server can process requests now.
public final class Readiness: Sendable {
  public struct Report: Sendable, Equatable {
    /// The checks by name. True means that the check passed.
    public var checks: [String: Bool]
    public var isReady: Bool { checks.values.allSatisfy { $0 } }
  }

  private struct State {
    var isStopping = false
    var report: Report?
    var checkedAt: ContinuousClock.Instant?
    var check: Task<Report, Never>?
  }

  /// The time that a check waits for the database. After that, the database counts as unavailable.
  private static let patience = Duration.seconds(2)

  private let service: IdentityService
  private let interval: Duration
  private let state = Mutex(State())

  /// - Parameter interval: the time for which a result of the database check is reused.
  init(service: IdentityService, interval: Duration = .seconds(1)) {
    self.service = service
    self.interval = interval
  }

  /// Reports that the server is not ready, from now on, so that load balancers send no more requests.
  public func stop() { state.withLock { $0.isStopping = true } }

  public var isStopping: Bool { state.withLock(\.isStopping) }

  public func report() async -> Report {
    if isStopping { return Report(checks: ["accepting": false]) }
    let task: Task<Report, Never> = state.withLock { state in
      if let known = state.report, let at = state.checkedAt, ContinuousClock.now - at < interval {
        return Task { known }
      }
      if let running = state.check { return running }
      let task = Task { await check() }
      state.check = task
      return task
    }
    let (answers, continuation) = AsyncStream<Report>.makeStream()
    Task { continuation.yield(await task.value) }
    let alarm = Task {
      try await Task.sleep(for: Self.patience)
      continuation.yield(Report(checks: ["database": false]))
    }
    defer { alarm.cancel() }
    for await report in answers { return report }
    return Report(checks: ["database": false])
  }

  private func check() async -> Report {
    let now = service.clock.now()
    let database = await canWrite(now)
    // If keys could not be read while the database was unavailable, they can be read now. The first renewal may join a
    // renewal that began earlier.
    for _ in 0..<2 where database && service.keyRing.renewalFailure != nil { await service.keyRing.renew() }
    let hasKey = (try? service.keyRing.activeKey(now: now)) != nil
    let report = Report(
      checks: ["database": database, "keys": hasKey && service.keyRing.renewalFailure == nil])
    state.withLock { state in
      state.report = report
      state.checkedAt = .now
      state.check = nil
    }
    return report
  }

  /// Writes a row durably and deletes it again.
  private func canWrite(_ now: Instant) async -> Bool {
    guard let project = ProjectID(rawValue: "readiness") else { return false }
    let key = ThrottleKey(scope: Scope(project: project), kind: "readiness", subject: [])
    do throws(StoreError) {
      try await service.store.apply([
        .countTry(key, .rate(1_000_000, per: 60), now: now), .clearTries(key),
      ])
      return true
    } catch {
      return false
    }
  }
}
