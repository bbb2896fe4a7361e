import Foundation
import Synchronization

/// Passes this process's signals on to a command while the command runs.
///
/// A terminal sends its signals, such as the signal of Ctrl-C, to every foreground process. The relay does not pass
/// these signals on, so that the command receives them only once.
enum SignalRelay {
  private static let passed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]
  private static let command = Atomic<pid_t>(0)
  /// True once a command is about to run. Until then, a signal ends this process as usual.
  private static let isHeld = Atomic<Bool>(false)
  /// The last signal that arrived while no command ran; 0 for none.
  private static let early = Atomic<Int32>(0)
  /// The signals that ``begin()`` took over.
  private static let taken = Mutex<[Int32]>([])

  /// Takes over the signals that this process does not ignore. Call it before anything else.
  static func begin() {
    // Initialises everything that the handler uses before it can run.
    guard command.load(ordering: .relaxed) == 0, early.load(ordering: .relaxed) == 0,
      !isHeld.load(ordering: .relaxed)
    else { return }
    var signals: [Int32] = []
    for number in passed {
      var before = sigaction()
      guard sigaction(number, nil, &before) == 0,
        unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
          != unsafeBitCast(SIG_IGN, to: Int.self)
      else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { number, information, _ in
        let process = SignalRelay.command.load(ordering: .sequentiallyConsistent)
        // Codes above 0 mean that the kernel sent the signal.
        let isFromTerminal = (information?.pointee.si_code ?? 0) > 0
        if process == 0 {
          let isFirst = SignalRelay.early.exchange(number, ordering: .sequentiallyConsistent) == 0
          // The first signal must not interrupt an export. A second one does.
          guard !SignalRelay.isHeld.load(ordering: .sequentiallyConsistent) || !isFirst else { return }
          signal(number, SIG_DFL)
          raise(number)
        } else if !isFromTerminal {
          let errorBefore = errno
          kill(process, number)
          errno = errorBefore
        }
      }
      action.sa_flags = SA_SIGINFO | SA_RESTART
      if sigaction(number, &action, nil) == 0 { signals.append(number) }
    }
    taken.withLock { $0 = signals }
  }

  /// The signals whose default handling is restored in the command.
  static var takenSignals: [Int32] { taken.withLock(\.self) }

  /// The signal that arrived before a command ran; nil for none.
  static var earlySignal: Int32? {
    let number = early.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Call it before the command is started.
  static func hold() { isHeld.store(true, ordering: .sequentiallyConsistent) }

  static func attach(_ process: pid_t) {
    command.store(process, ordering: .sequentiallyConsistent)
    if let number = earlySignal { kill(process, number) }
  }

  /// Call it when the process has ended and is not reaped yet.
  static func detach() {
    command.store(0, ordering: .sequentiallyConsistent)
    early.store(0, ordering: .sequentiallyConsistent)
  }
}
