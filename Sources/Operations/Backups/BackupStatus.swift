import Identity
import Settings

/// How the copies of an installation's SQLite database are.
public struct BackupStatus: Sendable, Equatable {
  /// Why an operator should look after them.
  public enum Concern: Sendable, Equatable {
    /// No copy is known.
    case missing
    /// The last good one is too old.
    case old
    /// The last try failed.
    case failure(BackupHistory.Failure)
  }

  /// Seconds after which a copy is too old where nothing makes copies by schedule.
  public static let longestWithoutSchedule: Int64 = 7 * 86_400

  public var history: BackupHistory
  /// Nil where copies are made by hand alone.
  public var schedule: BackupSchedule?

  public init(history: BackupHistory, schedule: BackupSchedule?) {
    self.history = history
    self.schedule = schedule
  }

  /// Reads what is noted in a data directory.
  public init(of directory: DataDirectory, schedule: BackupSchedule?) {
    self.init(history: BackupHistory(of: directory), schedule: schedule)
  }

  public var lastGood: BackupHistory.Copy? { history.lastGood }

  /// Nil if all is well.
  public func concern(now: Instant) -> Concern? {
    if let failure = history.lastFailure { return .failure(failure) }
    guard let last = history.lastGood else { return .missing }
    let isOld =
      schedule?.isLate(after: last.at.seconds, now: now.seconds)
      ?? (now.seconds - last.at.seconds > Self.longestWithoutSchedule)
    return isOld ? .old : nil
  }
}
