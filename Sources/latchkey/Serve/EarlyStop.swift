import Foundation
import ServiceLifecycle
import Synchronization

/// That the server is to stop, said before it listens to signals as it does later: it must stop in order from
/// its first moment on, and a reload must not end it.
enum EarlyStop {
  private static let wasAsked = Atomic(false)

  static var isAsked: Bool { wasAsked.load(ordering: .relaxed) }

  /// To be called first of all.
  static func listen() {
    // What the handler uses is made before it can run.
    guard !isAsked else { return }
    for number in [SIGTERM, SIGINT] {
      signal(number) { _ in EarlyStop.wasAsked.store(true, ordering: .relaxed) }
    }
    // There is nothing to be loaded anew yet.
    signal(SIGHUP, SIG_IGN)
  }

  /// Passes on what was asked between the last look at it and the moment in which services are told of signals.
  struct Relay: Service {
    func run() async throws {
      if isAsked { kill(getpid(), SIGTERM) }
      try await gracefulShutdown()
    }
  }
}
