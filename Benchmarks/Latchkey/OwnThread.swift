import Foundation

/// Work that blocks, on threads of its own: those of tasks are few, and others need them meanwhile.
enum OwnThread {
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: body)) }.start()
    }
  }

  /// How often `work` is done in a second when every core does nothing else.
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
