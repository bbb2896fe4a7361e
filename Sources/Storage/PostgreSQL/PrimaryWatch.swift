import Foundation
import Synchronization

/// Knows which of several servers the newest connection led to.
///
/// If a machine freezes, its connections keep waiting for answers, although another machine may have taken over long
/// ago. So during a long wait, a new connection is opened to find out which server it leads to.
final class PrimaryWatch: Sendable {
  /// The shortest wait for an answer that makes a check necessary.
  static let suspiciousWait = Duration.seconds(3)
  /// The time from the end of one check to the next.
  private static let interval = Duration.seconds(2)

  private struct State {
    var server: String?
    /// The time when the connection that led to `server` was requested.
    var knownSince: ContinuousClock.Instant?
    var isLooking = false
    var nextLook: ContinuousClock.Instant?
  }

  private let look: @Sendable () -> String?
  private let state = Mutex(State())

  /// - Parameter look: opens a connection and returns the server that it led to. It may block.
  init(_ look: @escaping @Sendable () -> String?) { self.look = look }

  /// Records where a new connection led.
  ///
  /// - Parameter start: the time when the connection was requested. The call is ignored if a later request is known.
  func found(_ server: String, askedAt start: ContinuousClock.Instant) {
    state.withLock { state in
      guard state.knownSince.map({ $0 <= start }) ?? true else { return }
      (state.server, state.knownSince) = (server, start)
    }
  }

  /// True if no newer connection led to another server.
  func isCurrent(_ server: String) -> Bool { state.withLock { $0.server == nil || $0.server == server } }

  /// True if waiting for an answer is useless. Does not block.
  func isWaitFutile(_ waited: Duration, for server: String) -> Bool {
    guard isCurrent(server) else { return true }
    if waited >= Self.suspiciousWait { lookUp() }
    return false
  }

  private func lookUp() {
    let isOurs = state.withLock { state in
      guard !state.isLooking, state.nextLook.map({ $0 <= .now }) ?? true else { return false }
      state.isLooking = true
      return true
    }
    guard isOurs else { return }
    let thread = Thread { [self] in
      let start = ContinuousClock.now
      if let server = look() { found(server, askedAt: start) }
      state.withLock { state in
        state.isLooking = false
        state.nextLook = .now + Self.interval
      }
    }
    thread.name = "postgresql-watch"
    thread.start()
  }
}
