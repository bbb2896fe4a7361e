import Foundation
import Synchronization

/// Runs an action when a signal ends the process.
enum TerminationSignals {
  private static let writer = Atomic<Int32>(-1)
  /// True once a signal has arrived that ends the process.
  private static let isEnding = Atomic<Bool>(false)

  /// Waits for the end of the process if a signal ends it. Code that still runs must not report errors, because its
  /// files are being removed.
  static func waitIfEnding() async {
    guard isEnding.load(ordering: .sequentiallyConsistent) else { return }
    // Never resumed: the signal ends the process.
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  /// - Parameter action: runs before the process ends.
  static func watch(_ action: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let reader = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writer.store(ends[1], ordering: .relaxed)
    // Initialised before the handler can use it.
    guard !isEnding.load(ordering: .relaxed) else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        let errorBefore = errno
        TerminationSignals.isEnding.store(true, ordering: .sequentiallyConsistent)
        var byte = UInt8(truncatingIfNeeded: number)
        // A signal handler may safely call only a few functions, such as `write`.
        _ = write(TerminationSignals.writer.load(ordering: .relaxed), &byte, 1)
        errno = errorBefore
      }
      // The caller ignores this signal on purpose, for example with nohup.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      guard read(reader, &byte, 1) == 1 else { return }
      action()
      signal(Int32(byte), SIG_DFL)
      // Dispatch's threads block most signals, and their own new threads do, too. A signal raised on such a thread is
      // lost.
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, Int32(byte))
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      raise(Int32(byte))
    }
  }
}
