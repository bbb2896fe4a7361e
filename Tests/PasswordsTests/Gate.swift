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

  func entered(times: Int = 1) async {
    while count.withLock({ $0 }) < times { await Task.yield() }
  }

  func open(times: Int = 1) {
    for _ in 0..<times { semaphore.signal() }
  }
}
