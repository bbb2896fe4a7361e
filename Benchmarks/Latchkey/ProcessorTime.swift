import Foundation

/// The processor time of this process, in which `openssl speed` counts as well: what else the machine does changes
/// little of it.
enum ProcessorTime {
  /// Of all threads, in the program and in the system for it.
  static var seconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// How often `work` can be done in a second of it, tried for so many.
  static func rate(seconds: Double, _ work: () throws -> Void) rethrows -> Double {
    let start = Self.seconds
    var count = 0
    var elapsed = 0.0
    while elapsed < seconds {
      for _ in 0..<8 { try work() }
      count += 8
      elapsed = Self.seconds - start
    }
    return Double(count) / elapsed
  }
}
