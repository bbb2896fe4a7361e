import FirebaseAuth
import Foundation
import Synchronization
import TestSupport

/// The server's time. Sleeps of a minute and more end when a test says so, shorter ones at once.
final class AlarmClock: AuthClock {
  private let server: TestServer
  private let alarms = Mutex<[AsyncStream<Void>.Continuation]>([])
  private let sleeps = AsyncStream<Double>.makeStream()

  init(_ server: TestServer) { self.server = server }

  var now: Date { server.clock.now().date }
  var isAsked: Bool { alarms.withLock { !$0.isEmpty } }

  func sleep(seconds: Double) async throws {
    guard seconds >= 60 else { return }
    let alarm = AsyncStream<Void>.makeStream()
    alarms.withLock { $0.append(alarm.continuation) }
    sleeps.continuation.yield(seconds)
    for await _ in alarm.stream { break }
    try Task.checkCancellation()
  }

  /// Rounded to a minute: the server's time goes on by itself.
  func nextSleep() async -> Double? {
    for await seconds in sleeps.stream { return (seconds / 60).rounded() * 60 }
    return nil
  }

  func wake() {
    let sleeping = alarms.withLock { alarms in
      defer { alarms = [] }
      return alarms
    }
    for alarm in sleeping { alarm.yield() }
  }
}
