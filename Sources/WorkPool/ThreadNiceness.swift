#if canImport(Glibc)
  import Glibc
#endif

/// How readily a thread leaves its core to others, from 0 (as everybody) to 19 (last of all): Linux' nice value of one
/// thread, `setpriority(2)`.
///
/// Work that keeps a core busy for long leaves it to the threads that read and answer requests, which need it for
/// microseconds. A thread that has it must not resume tasks: see ``Relay``. On other systems than Linux with glibc it
/// changes nothing.
public struct ThreadNiceness: Sendable {
  public static let none = ThreadNiceness(0)
  /// A third of the time of a core that another thread wants, too. More would let a flood of cheap requests starve
  /// those that cost.
  public static let some = ThreadNiceness(5)

  let value: Int32

  var isNone: Bool { value == 0 }

  private init(_ value: Int32) { self.value = value }

  /// Takes effect on the calling thread. Where the system refuses it, the thread goes on as before.
  public func apply() {
    #if canImport(Glibc)
      guard value > 0 else { return }
      // Zero means the calling thread. POSIX speaks of the process there; Linux keeps a value for each thread.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
    #endif
  }
}
