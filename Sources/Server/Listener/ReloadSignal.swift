import UnixSignals

/// SIGHUP, with which an operator or a service manager requests a reload. While an instance exists, it catches the
/// signal. Otherwise, the signal ends the process.
///
/// A process has at most one instance, as long as it runs. A signal that arrives before anyone waits for it is kept.
public struct ReloadSignal: Sendable {
  let requests: UnixSignalsSequence

  /// Starts to catch the signal.
  public static func caught() async -> ReloadSignal {
    ReloadSignal(requests: await UnixSignalsSequence(trapping: .sighup))
  }
}
