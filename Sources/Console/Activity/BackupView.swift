import Identity
import Operations

/// The state of the database copies, on the page of the server's health.
struct BackupView: Sendable {
  /// The moment of the last good copy; nil if none is known.
  let last: String?
  let age: String?
  let size: String?
  let isWell: Bool
  let state: String
  /// The moment and the reason of a failed try. The reason is in English, as in the log.
  let failure: String?
  let reason: String?

  init(_ status: BackupStatus, now: Instant, _ texts: ConsoleTexts) {
    last = status.lastGood.map { texts.moment($0.at) }
    age = status.lastGood.map { texts.span(now.seconds - $0.at.seconds) }
    size = status.lastGood?.bytes.map { bytes in
      // In the format of "latchkey status".
      bytes < 10 << 20
        ? "\(texts.number(bytes >> 10)) KiB" : "\(texts.number(bytes >> 20)) MiB"
    }
    let failed = status.history.lastFailure
    failure = failed.map { texts.moment($0.at) }
    reason = failed?.reason
    let concern = status.concern(now: now)
    isWell = concern == nil
    state =
      switch concern {
      case nil: texts("health.backupGood")
      case .old: texts("health.backupOld")
      case .missing: texts("health.backupMissing")
      case .failure: texts("health.backupFailed")
      }
  }
}
