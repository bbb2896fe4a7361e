import Identity
import Settings

/// The state of the copies of an installation's SQLite database.
public struct BackupStatus: Sendable, Equatable {
  /// A problem that the operator should look into.
  public enum Concern: Sendable, Equatable {
    /// No copy is known.
    case missing
    /// The last good copy is too old.
    case old
    /// The last attempt failed.
    case failure(BackupHistory.Failure)
  }

  /// Seconds after which a copy is too old if there is no schedule.
  public static let longestWithoutSchedule: Int64 = 7 * 86_400

  public var history: BackupHistory
  /// Nil if copies are only made by hand.
  public var schedule: BackupSchedule?

  public init(history: BackupHistory, schedule: BackupSchedule?) {
    self.history = history
    self.schedule = schedule
  }

  /// Reads the status in a data directory.
  public init(of directory: DataDirectory, schedule: BackupSchedule?) {
    self.init(history: BackupHistory(of: directory), schedule: schedule)
  }

  public var lastGood: BackupHistory.Copy? { history.lastGood }

  /// Returns the problem; nil if all is well.
  public func concern(now: Instant) -> Concern? {
    if let failure = history.lastFailure { return .failure(failure) }
    guard let last = history.lastGood else { return .missing }
    let isOld =
      schedule?.isLate(after: last.at.seconds, now: now.seconds)
      ?? (now.seconds - last.at.seconds > Self.longestWithoutSchedule)
    return isOld ? .old : nil
  }
}
