import UnixSignals

/// SIGHUP, with which an operator or a service manager asks for a reload. As long as one of these exists, the
/// signal does not end the process, which is what it does to one that has not asked for it.
///
/// A process has one at most, from its beginning to its end: a signal that comes before anybody waits for it is
/// kept.
public struct ReloadSignal: Sendable {
  let requests: UnixSignalsSequence

  /// From now on the signal is caught.
  public static func caught() async -> ReloadSignal {
    ReloadSignal(requests: await UnixSignalsSequence(trapping: .sighup))
  }
}
