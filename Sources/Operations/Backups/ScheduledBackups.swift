import Foundation
import Identity
import Secrets
import Settings
import Storage
import Synchronization
import WorkPool

/// Copies an installation's SQLite database on a schedule. A server locks its data directory, so only one server runs
/// on it and makes copies.
public final class ScheduledBackups: Sendable {
  public struct Settings: Sendable {
    public var schedule: BackupSchedule
    public var directory: BackupDirectory
    /// The retention of copies in seconds; nil for ever. The newest good copies stay longer.
    public var retention: Int64?

    public init(schedule: BackupSchedule, directory: BackupDirectory, retention: Int64?) {
      self.schedule = schedule
      self.directory = directory
      self.retention = retention
    }
  }

  /// The outcome of one attempt.
  public struct Outcome: Sendable {
    public var result: Result<BackupHistory.Copy, BackupFault>
    /// Older copies that were deleted.
    public var deleted: [BackupName] = []
    /// The copies among them that were deleted to make room for a second try, and recorded before it.
    public var room: [BackupName] = []
    /// Expired copies to delete before a second try.
    var expired: [BackupName] = []
    /// Expired copies that were not deleted: they belong to another installation, or are damaged.
    public var left: [BackupName] = []
    /// The fault of the first try, if expired copies were deleted to make room for a second.
    public var shortage: BackupFault?
    /// False for a failure that follows another failure.
    public var isNews = true
  }

  /// The last good copy in the directory, for monitoring.
  public struct Newest: Sendable {
    public var at: Instant
    public var bytes: Int64
    /// The duration of the copy in seconds; nil if unknown.
    public var seconds: Double?
  }

  private struct State {
    /// True if the directory was examined since the start.
    var isKnown = false
    var newest: Newest?
    var isFailing = false
    /// The time before which no attempt is made.
    var retry: Instant?
  }

  /// Seconds to wait after a failure.
  static let retryInterval: Int64 = 600

  public let settings: Settings
  private let data: DataDirectory
  private let box: SecretBox
  private let clock: any WallClock
  private let state = Mutex(State())

  /// - Parameters:
  ///   - data: the directory with the database to copy and the record of the last copy.
  ///   - box: opens the signing keys in a copy.
  public init(_ settings: Settings, of data: DataDirectory, box: SecretBox, clock: any WallClock) {
    self.settings = settings
    self.data = data
    self.box = box
    self.clock = clock
  }

  /// Nil if there is no copy, or the directory has not been examined yet.
  public var newest: Newest? { state.withLock(\.newest) }

  /// Records copies that were deleted because of a shortage.
  public typealias Recorder = @Sendable (_ deleted: [BackupName], _ shortage: BackupFault) async -> Void

  /// Makes a copy if it is due. If there is no room for it, deletes expired copies, and tries once more.
  ///
  /// - Parameter record: records a deletion before the second try, which may be stopped.
  /// - Returns: nil if it is not due.
  /// - Throws: if the caller is cancelled. A running copy is then stopped and its draft removed. This does not count
  ///   as a failure.
  public func runIfDue(recording record: @escaping Recorder = { _, _ in }) async throws(CancellationError)
    -> Outcome?
  {
    let now = clock.now()
    look(at: now)
    guard isDue(at: now) else { return nil }
    let (started, name) = (ContinuousClock.now, BackupName(at: now))
    var outcome = try await attempt(name, since: started)
    if case .failure(let shortage) = outcome.result, !outcome.expired.isEmpty {
      guard !Task.isCancelled else { throw CancellationError() }
      outcome = await makeRoom(outcome, because: shortage, record)
      if !outcome.room.isEmpty { outcome = try await attempt(name, since: started, after: outcome) }
    }
    return noted(outcome, at: now)
  }

  private func attempt(
    _ name: BackupName, since started: ContinuousClock.Instant, after first: Outcome? = nil
  ) async throws(CancellationError) -> Outcome {
    let stop = Stop()
    return try await onThread { [self] in
      make(name, since: started, unless: stop, after: first)
    } onCancel: { [settings] in
      stop.request()
      unlink(settings.directory.path(of: name) + BackupName.draftEnding)
    }
  }

  /// Deletes expired copies, and records this. A cancellation of the caller does not come between the two.
  private func makeRoom(_ outcome: Outcome, because shortage: BackupFault, _ record: @escaping Recorder) async
    -> Outcome
  {
    await Task { [self] () async -> Outcome in
      var outcome = outcome
      let (directory, expired) = (settings.directory, ExpiredBackups(settings, box))
      let deleted = try? await onThread { [names = outcome.expired] () -> [BackupName]? in
        guard let lock = try? directory.lock() else { return [] }
        defer { lock.release() }
        return expired.delete(names)
      } onCancel: {
      }
      outcome.room = deleted ?? []
      outcome.deleted = outcome.room
      outcome.left += outcome.expired.filter { !outcome.room.contains($0) }
      outcome.expired = []
      guard !outcome.room.isEmpty else { return outcome }
      outcome.shortage = shortage
      await record(outcome.room, shortage)
      return outcome
    }.value
  }

  private func isDue(at now: Instant) -> Bool {
    state.withLock { state in
      // A clock that was set back must not prolong the wait.
      if let retry = state.retry, now < retry, retry <= now.adding(seconds: Self.retryInterval) {
        return false
      }
      // Ignore a copy from the future, made while the clock was ahead, but allow for small steps of the
      // clock.
      let newest = state.newest.map(\.at).flatMap { $0 <= now.adding(seconds: Self.retryInterval) ? $0 : nil }
      return settings.schedule.isDue(after: newest?.seconds, now: now.seconds)
    }
  }

  /// Searches once for copies from before the start. Ignores copies from the future, made while the clock was
  /// ahead.
  private func look(at now: Instant) {
    guard !state.withLock(\.isKnown) else { return }
    let copies = (try? settings.directory.copies()) ?? []
    let name = copies.last { $0.moment <= now }
    let noted = BackupHistory(of: data)
    let newest = name.map { name in
      let isNoted = noted.lastGood.map { URL(fileURLWithPath: $0.file).lastPathComponent == name.text }
      let milliseconds = isNoted == true ? noted.lastGood?.milliseconds : nil
      return Newest(
        at: name.moment, bytes: settings.directory.size(of: name),
        seconds: milliseconds.map { Double($0) / 1_000 })
    }
    state.withLock { state in
      state.isKnown = true
      state.newest = newest
      state.isFailing = noted.lastFailure != nil
    }
  }

  /// Asks a running copy to end.
  final class Stop: Sendable {
    private let isRequestedFlag = Atomic<Bool>(false)

    var isRequested: Bool { isRequestedFlag.load(ordering: .sequentiallyConsistent) }

    func request() { isRequestedFlag.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Copies, checks and publishes the database, and deletes expired copies.
  ///
  /// - Parameter first: the outcome of the first try; nil for the first try itself. If there is no room for the first,
  ///   ``Outcome/expired`` has the copies to delete before a second.
  /// - Returns: nil if the copy was stopped. Failures during a stop do not count as a bad copy.
  func make(
    _ name: BackupName, since started: ContinuousClock.Instant, unless stop: Stop, after first: Outcome? = nil
  ) -> Outcome? {
    guard !stop.isRequested else { return nil }
    let directory = settings.directory
    do throws(BackupFault) {
      try directory.prepare()
      let lock = try directory.lock()
      defer { lock.release() }
      try directory.deleteDrafts()
      let expired = ExpiredBackups(settings, box)
      var outcome = Self.outcome(copy(to: name, since: started, unless: stop), after: first)
      switch outcome.result {
      case .success:
        let selection = expired.selection(after: name)
        let deleted = expired.delete(selection.own)
        outcome.deleted += deleted
        outcome.left = selection.others + selection.own.filter { !deleted.contains($0) }
      case .failure(let fault):
        guard !stop.isRequested else { return nil }
        guard fault.isShortage, first == nil else { break }
        let selection = expired.selection(before: name)
        (outcome.expired, outcome.left) = (selection.own, selection.others)
      }
      return outcome
    } catch {
      return stop.isRequested ? nil : Self.outcome(.failure(error), after: first)
    }
  }

  private static func outcome(_ result: Result<BackupHistory.Copy, BackupFault>, after first: Outcome?)
    -> Outcome
  {
    guard var outcome = first else { return Outcome(result: result) }
    let count = outcome.room.count
    let deleted = count == 1 ? "1 expired copy was" : "\(count) expired copies were"
    outcome.result = result.mapError { fault in
      BackupFault("\(fault.reason); \(deleted) deleted for it", isShortage: fault.isShortage)
    }
    return outcome
  }

  private func copy(to name: BackupName, since started: ContinuousClock.Instant, unless stop: Stop)
    -> Result<BackupHistory.Copy, BackupFault>
  {
    let directory = settings.directory
    do throws(BackupFault) {
      try directory.requireSpace(DatabaseBackup.size(data.databasePath))
      let draft = directory.path(of: name) + BackupName.draftEnding
      do throws(DatabaseBackup.Failure) {
        try DatabaseBackup.copy(data.databasePath, to: draft)
      } catch {
        switch error {
        case .source(let reason): throw BackupFault("\(data.databasePath) cannot be copied: \(reason)")
        case .target(let reason): throw BackupFault("\(draft) cannot be made: \(reason)")
        case .targetFull(let reason):
          throw BackupFault("\(draft) cannot be made: \(reason)", isShortage: true)
        }
      }
      do throws(BackupFault) {
        try BackupFault.check(draft, with: box, now: clock.now())
      } catch {
        unlink(draft)
        throw BackupFault("the copy is no good: \(error.reason)")
      }
      guard !stop.isRequested else {
        unlink(draft)
        throw BackupFault("the server stops")
      }
      try directory.publish(draft, as: name)
      let took = ContinuousClock.now - started
      return .success(
        BackupHistory.Copy(
          at: name.moment, file: directory.path(of: name), bytes: directory.size(of: name),
          milliseconds: took.components.seconds * 1_000 + took.components.attoseconds / 1_000_000_000_000_000)
      )
    } catch {
      return .failure(error)
    }
  }

  /// Records the outcome of an attempt.
  private func noted(_ outcome: Outcome, at now: Instant) -> Outcome {
    var outcome = outcome
    let wasFailing = state.withLock { state in
      let wasFailing = state.isFailing
      switch outcome.result {
      case .success(let copy):
        state.newest = Newest(
          at: copy.at, bytes: copy.bytes ?? 0, seconds: copy.milliseconds.map { Double($0) / 1_000 })
        (state.isFailing, state.retry) = (false, nil)
      case .failure:
        (state.isFailing, state.retry) = (true, now.adding(seconds: Self.retryInterval))
      }
      return wasFailing
    }
    switch outcome.result {
    case .success(let copy): BackupHistory.note(copy, in: data)
    case .failure(let fault):
      BackupHistory.note(BackupHistory.Failure(at: now, reason: fault.reason), in: data)
      outcome.isNews = !wasFailing
    }
    return outcome
  }

  /// Runs long blocking work on a thread with a lower priority than those that answer requests.
  ///
  /// - Parameter work: returns nil if it was stopped.
  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value?, onCancel stop: @escaping @Sendable () -> Void
  ) async throws(CancellationError) -> Value {
    let value = await withTaskCancellationHandler { () async -> Value? in
      let pool = WorkPool(name: "backup", threads: 1, maximumQueued: 1, niceness: .some)
      let (values, continuation) = AsyncStream<Value>.makeStream()
      // A separate task, so that a stopping server does not wait for the copy of a large database.
      Task {
        if let value = try? await pool.run(work) { continuation.yield(value) }
        continuation.finish()
        pool.close()
      }
      for await value in values { return value }
      return nil
    } onCancel: {
      stop()
    }
    guard let value else { throw CancellationError() }
    return value
  }
}
