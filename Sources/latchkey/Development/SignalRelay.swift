import Foundation
import Synchronization

/// Passes on to a command what this process is told by signals, for as long as the command runs.
///
/// What a terminal says, Ctrl-C for one, it says to every process of the foreground: the command has it already, and gets
/// it once.
enum SignalRelay {
  private static let passed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]
  private static let command = Atomic<pid_t>(0)
  /// True once a command is about to run. Until then a signal ends this process as if there were no relay.
  private static let isHeld = Atomic<Bool>(false)
  /// The last one that came while no command ran; 0 for none.
  private static let early = Atomic<Int32>(0)
  /// What ``begin()`` took over.
  private static let taken = Mutex<[Int32]>([])

  /// Takes the signals over that nobody has told this process to ignore. To be called first of all.
  static func begin() {
    // What the handler uses is made before it can run.
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
        // Above 0 are the reasons of the kernel itself.
        let isFromTerminal = (information?.pointee.si_code ?? 0) > 0
        if process == 0 {
          let isFirst = SignalRelay.early.exchange(number, ordering: .sequentiallyConsistent) == 0
          // What must not be cut off half way, an export, is so by a second signal.
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

  /// What a command is to treat as it would have without this process.
  static var takenSignals: [Int32] { taken.withLock(\.self) }

  /// What was said before a command ran; nil if nothing was.
  static var earlySignal: Int32? {
    let number = early.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// To be called before the command is started.
  static func hold() { isHeld.store(true, ordering: .sequentiallyConsistent) }

  static func attach(_ process: pid_t) {
    command.store(process, ordering: .sequentiallyConsistent)
    if let number = earlySignal { kill(process, number) }
  }

  /// To be called when the process has ended and its number is still its own.
  static func detach() {
    command.store(0, ordering: .sequentiallyConsistent)
    early.store(0, ordering: .sequentiallyConsistent)
  }
}
