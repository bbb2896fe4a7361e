import Foundation
import Synchronization

/// To which of several servers new connections lead, as far as is known.
///
/// A machine that has come to a stand keeps those in the dark who wait for its answers, while another may long since
/// have taken over. So somebody looks where a new connection leads when an answer is waited for.
final class PrimaryWatch: Sendable {
  /// Shorter waits are nothing to wonder about.
  static let suspiciousWait = Duration.seconds(3)
  /// From the end of one look to the next.
  private static let interval = Duration.seconds(2)

  private struct State {
    var server: String?
    /// When the connection was asked for that led there.
    var knownSince: ContinuousClock.Instant?
    var isLooking = false
    var nextLook: ContinuousClock.Instant?
  }

  private let look: @Sendable () -> String?
  private let state = Mutex(State())

  /// - Parameter look: opens a connection, and says which server it led to. It may block.
  init(_ look: @escaping @Sendable () -> String?) { self.look = look }

  /// Notes where a new connection led.
  ///
  /// - Parameter start: when it was asked for. What was asked for before something newer is known says nothing.
  func found(_ server: String, askedAt start: ContinuousClock.Instant) {
    state.withLock { state in
      guard state.knownSince.map({ $0 <= start }) ?? true else { return }
      (state.server, state.knownSince) = (server, start)
    }
  }

  /// Whether no newer connection led to another server.
  func isCurrent(_ server: String) -> Bool { state.withLock { $0.server == nil || $0.server == server } }

  /// Whether there is no use in waiting for an answer any longer. Does not block.
  func isInVain(_ waited: Duration, for server: String) -> Bool {
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
