import Foundation
import Identity
import Synchronization

/// Receives the changes that other servers make in the same database, by `LISTEN` and `NOTIFY`, on its own connection
/// and thread.
///
/// Some databases speak PostgreSQL's protocol without `LISTEN`. The listener then retries at long intervals, without
/// effect.
final class PostgreSQLListener: Sendable {
  static let channel = "latchkey"

  private static let firstPause = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(60)
  /// Milliseconds between two checks whether the thread should end.
  private static let patience: Int32 = 500

  private let login: PostgreSQLLogin
  private let isClosed = Atomic(false)

  init(_ login: PostgreSQLLogin) { self.login = login }

  /// Starts listening. Call it once.
  func changes() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreChange.self, bufferingPolicy: .bufferingNewest(64))
    let thread = Thread { [self] in
      listen { continuation.yield($0) }
      continuation.finish()
    }
    thread.name = "postgresql-listener"
    thread.start()
    return stream
  }

  func close() { isClosed.store(true, ordering: .relaxed) }

  private func listen(_ tell: (StoreChange) -> Void) {
    var pause = Self.firstPause
    while !isClosed.load(ordering: .relaxed) {
      if let connection = try? PostgreSQLConnection(login),
        (try? connection.run("LISTEN \(Self.channel)")) != nil
      {
        pause = Self.firstPause
        // PostgreSQL does not repeat notifications from before the connection, so every kind counts as changed.
        StoreChange.allCases.forEach(tell)
        while !isClosed.load(ordering: .relaxed), let heard = connection.notifications(within: Self.patience)
        {
          for change in Set(heard.compactMap(StoreChange.init(rawValue:))) { tell(change) }
        }
      }
      let end = ContinuousClock.now + pause
      while !isClosed.load(ordering: .relaxed), ContinuousClock.now < end {
        Thread.sleep(forTimeInterval: min(pause, .milliseconds(Int(Self.patience))) / .seconds(1))
      }
      pause = min(pause * 2, Self.longestPause)
    }
  }
}
