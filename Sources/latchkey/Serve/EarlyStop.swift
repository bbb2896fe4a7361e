import Foundation
import ServiceLifecycle
import Synchronization

/// Catches requests to stop that arrive before the services handle signals. The server must stop gracefully from the
/// start, and a reload must not end the server.
enum EarlyStop {
  private static let wasAsked = Atomic(false)

  static var isAsked: Bool { wasAsked.load(ordering: .relaxed) }

  /// Call it before anything else.
  static func listen() {
    // Initialises everything that the handler uses before it can run.
    guard !isAsked else { return }
    for number in [SIGTERM, SIGINT] {
      signal(number) { _ in EarlyStop.wasAsked.store(true, ordering: .relaxed) }
    }
    // There is nothing to reload yet.
    signal(SIGHUP, SIG_IGN)
  }

  /// Passes on a request that arrived after the last check and before the services handle signals.
  struct Relay: Service {
    func run() async throws {
      if isAsked { kill(getpid(), SIGTERM) }
      try await gracefulShutdown()
    }
  }
}
