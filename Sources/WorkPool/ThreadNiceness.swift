#if canImport(Glibc)
  import Glibc
#endif

/// A thread's nice value on Linux (`setpriority(2)`), from 0 (normal priority) to 19 (lowest priority).
///
/// Work that occupies a core for long must give way to the threads that read and answer requests, because they need a
/// core only for microseconds. A thread with a nice value must not resume tasks: see ``Relay``. The nice value has no
/// effect on systems other than Linux with glibc.
public struct ThreadNiceness: Sendable {
  public static let none = ThreadNiceness(0)
  /// Gets a third of a core's time if a thread of normal priority needs the same core. With a higher value, many cheap
  /// requests could starve the costly ones.
  public static let some = ThreadNiceness(5)

  let value: Int32

  var isNone: Bool { value == 0 }

  private init(_ value: Int32) { self.value = value }

  /// Sets the nice value of the calling thread. If the system refuses, the thread continues as before.
  public func apply() {
    #if canImport(Glibc)
      guard value > 0 else { return }
      // Zero means the calling thread. By POSIX it means the process, but Linux has a nice value for each thread.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
    #endif
  }
}
