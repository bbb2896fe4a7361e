#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How readily a thread leaves its core to others, from 0 (as everybody) to 19 (last of all): Linux' nice value of one
/// thread, `setpriority(2)`.
///
/// Work that keeps a core busy for long leaves it to the threads that read and answer requests, which need it for
/// microseconds. Other systems have no such value of one thread: there it changes nothing.
public struct ThreadNiceness: Sendable {
  public static let none = ThreadNiceness(0)
  /// For work of a millisecond, such as signatures.
  public static let some = ThreadNiceness(5)
  /// For work of many milliseconds, such as hashes of passwords.
  public static let much = ThreadNiceness(10)

  let value: Int32

  private init(_ value: Int32) { self.value = value }

  /// Takes effect on the calling thread. Where the system refuses it, the thread goes on as before.
  public func apply() {
    #if os(Linux)
      guard value > 0 else { return }
      // Zero means the calling thread. POSIX speaks of the process there; Linux keeps a value for each thread.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
    #endif
  }
}
