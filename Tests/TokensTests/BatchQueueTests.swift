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
    let sizes = taken.map { _ in queue.take(beside: 0, halfAreBusy: false).count }
    #expect(sizes == taken)
    #expect(queue.count == 0)
  }

  @Test("is served in the order in which it came, whatever came in between")
  func order() {
    var queue = queue(holding: 5)
    var served: [Int] = []
    for number in 5..<1000 {
      fill(&queue, with: number..<number + 1)
      if number % 6 == 0 { served += queue.take(beside: 0, halfAreBusy: false) }
    }
    while queue.count > 0 { served += queue.take(beside: 0, halfAreBusy: false) }
    #expect(served == Array(0..<1000))
  }

  @Test("is bounded: what exceeds it is refused until something was taken")
  func bound() {
    var queue = queue(holding: 9, capacity: 9)
    let first = queue.add(9)
    #expect(!first)
    let taken = queue.take(beside: 0, halfAreBusy: false)
    #expect(taken == Array(0..<8))
    fill(&queue, with: 9..<17)
    let second = queue.add(17)
    #expect(!second)
    #expect(queue.count == 9)
  }

  @Test(
    "is left to those who are signing once half are and it would make a full batch with theirs, and served at once else"
  )
  func beside() {
    var queue = queue(holding: 3)
    #expect(queue.isWorthServing(beside: 4, halfAreBusy: true))
    #expect(!queue.isWorthServing(beside: 5, halfAreBusy: true))
    #expect(queue.isWorthServing(beside: 5, halfAreBusy: false))
    let left = queue.take(beside: 5, halfAreBusy: true)
    #expect(left.isEmpty && queue.count == 3)
    fill(&queue, with: 3..<8)
    #expect(queue.isWorthServing(beside: 16, halfAreBusy: true))
    let full = queue.take(beside: 16, halfAreBusy: true)
    #expect(full.count == 8)
    #expect(!queue.isWorthServing(beside: 0, halfAreBusy: false))
  }

  @Test(
    "makes batches of six or more of what many clients ask, and no fewer signatures than without patience",
    arguments: [(16, 2), (24, 2), (64, 2), (24, 4), (64, 4)])
  func many(clients: Int, cores: Int) {
    let patient = SigningSimulation(clients: clients, cores: cores, isPatient: true).run()
    let hasty = SigningSimulation(clients: clients, cores: cores, isPatient: false).run()
    #expect(patient.fill >= 6)
    #expect(patient.fill >= hasty.fill)
    #expect(patient.perSecond >= hasty.perSecond * 0.95)
  }

  @Test(
    "costs few clients next to nothing",
    arguments: [(1, 2), (2, 2), (4, 2), (8, 2), (10, 2), (4, 4), (8, 4), (12, 4), (16, 16)])
  func few(clients: Int, cores: Int) {
    let patient = SigningSimulation(clients: clients, cores: cores, isPatient: true).run()
    let hasty = SigningSimulation(clients: clients, cores: cores, isPatient: false).run()
    #expect(patient.perSecond >= hasty.perSecond * 0.95)
  }
}
