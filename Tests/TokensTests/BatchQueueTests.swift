import Testing

@testable import Tokens

@Suite("What waits for a signature")
struct BatchQueueTests {
  private func queue(holding count: Int, capacity: Int = 100) -> BatchQueue<Int> {
    var queue = BatchQueue<Int>(width: 8, breakEven: 3, capacity: capacity)
    fill(&queue, with: 0..<count)
    return queue
  }

  private func fill(_ queue: inout BatchQueue<Int>, with numbers: Range<Int>) {
    for number in numbers {
      let isTaken = queue.add(number)
      #expect(isTaken)
    }
  }

  @Test(
    "is taken together when that is faster than one at a time, and never more than fits",
    arguments: [
      (0, [0]), (1, [1, 0]), (2, [1, 1, 0]), (3, [3, 0]), (7, [7, 0]), (8, [8, 0]), (9, [8, 1, 0]),
      (10, [8, 1, 1, 0]), (11, [8, 3, 0]), (27, [8, 8, 8, 3, 0]),
    ])
  func sizes(waiting: Int, taken: [Int]) {
    var queue = queue(holding: waiting)
    let sizes = taken.map { _ in queue.take().count }
    #expect(sizes == taken)
    #expect(queue.count == 0)
  }

  @Test("is served in the order in which it came, whatever came in between")
  func order() {
    var queue = queue(holding: 5)
    var served: [Int] = []
    for number in 5..<1000 {
      fill(&queue, with: number..<number + 1)
      if number % 6 == 0 { served += queue.take() }
    }
    while queue.count > 0 { served += queue.take() }
    #expect(served == Array(0..<1000))
  }

  @Test("is bounded: what exceeds it is refused until something was taken")
  func bound() {
    var queue = queue(holding: 9, capacity: 9)
    let first = queue.add(9)
    #expect(!first)
    let taken = queue.take()
    #expect(taken == Array(0..<8))
    fill(&queue, with: 9..<17)
    let second = queue.add(17)
    #expect(!second)
    #expect(queue.count == 9)
  }
}
