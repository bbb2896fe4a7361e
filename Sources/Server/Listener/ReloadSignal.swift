import UnixSignals

/// SIGHUP, with which an operator or a service manager requests a reload. The signal ends a process that does
/// not catch it; it is caught as long as an instance exists.
///
/// A process has at most one instance, for its whole life. A signal is kept if nobody waits for it yet.
public struct ReloadSignal: Sendable {
  let requests: UnixSignalsSequence

  /// Starts to catch the signal.
  public static func caught() async -> ReloadSignal {
    ReloadSignal(requests: await UnixSignalsSequence(trapping: .sighup))
  }
}
