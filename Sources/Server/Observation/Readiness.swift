import Identity
import Operations
import Synchronization

/// Whether the server can do its work now.
public final class Readiness: Sendable {
  public struct Report: Sendable, Equatable {
    /// What was looked at, and whether it works.
    public var checks: [String: Bool]
    public var isReady: Bool { checks.values.allSatisfy { $0 } }
  }

  private struct State {
    var isStopping = false
    var report: Report?
    var checkedAt: ContinuousClock.Instant?
    var check: Task<Report, Never>?
  }

  /// Who asks is not kept for longer: a database that has not answered by then is none.
  private static let patience = Duration.seconds(2)

  private let service: IdentityService
  private let interval: Duration
  private let state = Mutex(State())

  /// - Parameter interval: how long an answer of the database stands, however often somebody asks.
  init(service: IdentityService, interval: Duration = .seconds(1)) {
    self.service = service
    self.interval = interval
  }

  /// From now on the answer is no, so that nothing new is sent here.
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
    // Keys that could not be read while the database was gone can be read again. The first read may have begun then.
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

  /// Writes a row, durably, and takes it away again.
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
