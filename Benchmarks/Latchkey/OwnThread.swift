import Foundation

/// Runs blocking work on its own threads. The threads of Swift's tasks are few, and other tasks need them meanwhile.
enum OwnThread {
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: body)) }.start()
    }
  }

  /// The number of times per second that `work` can be done if all cores do only this work.
  static func rateOnAllCores(seconds: Double, _ work: @escaping @Sendable () throws -> Void) async throws
    -> Double
  {
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          try await run {
            var count = 0
            while ContinuousClock.now < end {
              try work()
              count += 1
            }
            return count
          }
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) / ((clock.now - start) / .seconds(1))
  }
}
