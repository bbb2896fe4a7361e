import Foundation
import Synchronization

/// Holds a thread of a pool until the test lets it go.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let count = Mutex(0)

  func enterAndWait() {
    count.withLock { $0 += 1 }
    semaphore.wait()
  }

  func entered(times: Int = 1) async throws {
    while count.withLock({ $0 }) < times { try await pause() }
  }

  func open(times: Int = 1) {
    for _ in 0..<times { semaphore.signal() }
  }
}

/// One turn of a loop that waits for another task; ends when the test's time is up.
func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}
