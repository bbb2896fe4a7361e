import Foundation

/// Measures the processor time of this process, as `openssl speed` does. Other work on the machine changes it little.
enum ProcessorTime {
  /// The processor time of all threads in seconds, spent in the program and in system calls.
  static var seconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The number of times that `work` can be done per second of processor time, measured for `seconds`.
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
