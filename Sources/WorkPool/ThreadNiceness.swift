#if canImport(Glibc)
  import Glibc
#endif

/// A thread's nice value on Linux (`setpriority(2)`): how readily it yields its core, from 0 (normal) to 19 (last of
/// all).
///
/// Work that occupies a core for long yields to the threads that read and answer requests, which need it only for
/// microseconds. A thread with a nice value must not resume tasks: see ``Relay``. It has no effect on systems other
/// than Linux with glibc.
public struct ThreadNiceness: Sendable {
  public static let none = ThreadNiceness(0)
  /// A third of the time of a core that another thread also wants. A higher value would let a flood of cheap requests
  /// starve the costly ones.
  public static let some = ThreadNiceness(5)

  let value: Int32

  var isNone: Bool { value == 0 }

  private init(_ value: Int32) { self.value = value }

  /// Applies to the calling thread. If the system refuses, the thread continues as before.
  public func apply() {
    #if canImport(Glibc)
      guard value > 0 else { return }
      // Zero means the calling thread. POSIX means the process here, but Linux keeps a value for each thread.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
    #endif
  }
}
