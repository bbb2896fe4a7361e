import Synchronization
import Testing
import WorkPool

@Suite("Places that projects share", .timeLimit(.minutes(5)))
struct SharedPlacesTests {
  private static func fill(_ places: SharedPlaces, of project: String?, for client: String? = nil)
    -> [SharedPlaces.Place]
  {
    var held: [SharedPlaces.Place] = []
    while let place = places.place(of: project, for: client) { held.append(place) }
    return held
  }

  // Fails when a case gets a share that is the whole pool.
  @Test("a share is smaller than its pool", arguments: SharedPool.allCases)
  func shares(pool: SharedPool) {
    #expect((1..<pool.size).contains(pool.share))
    #expect(pool.share + pool.reserve < pool.size)
    if let share = pool.shareOfClient { #expect((1...pool.share).contains(share)) }
    for size in 2...300 { #expect((1..<size).contains(pool.share(of: size)), "\(size)") }
  }

  // Fails when only the sum of all places is bounded.
  @Test(
    "a project that takes what it can leaves a place to another, and to the operator",
    arguments: SharedPool.allCases)
  func greedy(pool: SharedPool) {
    let places = SharedPlaces(pool)
    let held = Self.fill(places, of: "greedy")
    #expect((1...pool.share).contains(held.count))
    let other = places.place(of: "other")
    let ofOperator = places.place(of: nil)
    #expect(other != nil && ofOperator != nil)
  }

  // Fails when the share stays the same, however few places are free.
  @Test(
    "the fuller the pool is, the fewer places a project gets, and the last one goes to a project with none")
  func shrinking() {
    let places = SharedPlaces(size: 8, share: 4)
    let held = (0..<5).map { Self.fill(places, of: "\($0)") }
    #expect(held.map(\.count) == [4, 2, 1, 1, 0])
    #expect(places.free == 0)
  }

  // Fails when projects take the reserve.
  @Test("projects leave the reserve to the operator")
  func reserve() {
    let places = SharedPlaces(size: 4, share: 2, reserve: 1)
    let held = (0..<4).map { Self.fill(places, of: "\($0)") }
    #expect(held.map(\.count) == [2, 1, 0, 0])
    #expect(Self.fill(places, of: nil).count == 1)
  }

  // Fails when clients are not counted.
  @Test("a client has a share of its project's places")
  func clients() {
    let places = SharedPlaces(size: 100, share: 10, shareOfClient: 3)
    let ofOne = Self.fill(places, of: "shop", for: "one")
    let ofAnother = Self.fill(places, of: "shop", for: "another")
    let ofProject = Self.fill(places, of: "shop")
    #expect([ofOne, ofAnother, ofProject].map(\.count) == [3, 3, 4])
  }

  // Fails when a place is not given back, or twice (each alone).
  @Test("a place is given back once, when it is left or let go")
  func givenBack() {
    let places = SharedPlaces(size: 3, share: 1)
    let first = places.place(of: "shop")
    #expect(places.place(of: "shop") == nil && places.held(by: "shop") == 1)
    first?.leave()
    first?.leave()
    #expect(places.held(by: "shop") == 0 && places.free == 3)
    var second = places.place(of: "shop")
    #expect(second != nil && places.free == 2)
    second = nil
    #expect(places.free == 3)
  }

  // MARK: Turns

  private static func waits(_ places: SharedPlaces, _ count: Int) async {
    while places.waiting < count { await Task.yield() }
  }

  // Fails when places go to those who wait in the order of arrival alone.
  @Test("a place that becomes free goes to the waiting project that holds the fewest")
  func turns() async throws {
    let places = SharedPlaces(size: 6, share: 3)
    let shop = Self.fill(places, of: "shop")
    var school = Self.fill(places, of: "school")
    let museum = Self.fill(places, of: "museum")
    #expect([shop, school, museum].map(\.count) == [3, 2, 1])
    let more = Task { await places.turn(of: "school", atMost: .seconds(600)) }
    await Self.waits(places, 1)
    let theatre = Task { await places.turn(of: "theatre", atMost: .seconds(600)) }
    await Self.waits(places, 2)
    school.removeLast().leave()
    let first = await theatre.value
    #expect(first != nil && places.held(by: "theatre") == 1 && places.waiting == 1)
    // The last place goes to a project that has none, so school waits until two are free.
    museum[0].leave()
    #expect(places.waiting == 1)
    first?.leave()
    let second = await more.value
    #expect(second != nil && places.held(by: "school") == 2)
    withExtendedLifetime((shop, school, second)) {}
  }

  // Fails when the end of the task leaves its wait behind.
  @Test("a task that is cancelled waits no longer, and takes no place")
  func cancellation() async {
    let places = SharedPlaces(size: 1, share: 1)
    let held = places.place(of: "shop")
    let waiting = Task { await places.turn(of: "school", atMost: .seconds(600)) }
    await Self.waits(places, 1)
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(places.waiting == 0)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return await places.turn(of: "school", atMost: .seconds(600))
    }
    late.cancel()
    #expect(await late.value == nil)
    held?.leave()
    #expect(places.free == 1)
  }

  @Test("a wait ends in time")
  func timeLimit() async {
    let places = SharedPlaces(size: 1, share: 1)
    let held = places.place(of: "shop")
    #expect(await places.turn(of: "school", atMost: .milliseconds(1)) == nil)
    #expect(places.waiting == 0)
    held?.leave()
  }

  // Fails when the own work of a project makes it wait.
  @Test("a project that has used up its share does not wait")
  func ownShare() async {
    let places = SharedPlaces(size: 9, share: 1)
    let held = places.place(of: "shop")
    #expect(await places.turn(of: "shop", atMost: .seconds(600)) == nil)
    held?.leave()
  }
}

extension WorkPoolTests {
  private final class Order: Sendable {
    let done = Mutex<[String]>([])
    func note(_ project: String) { done.withLock { $0.append(project) } }
  }

  // Fails when the work of all projects is one queue.
  @Test("takes the work of projects in turns, and leaves a quarter of the places to others")
  func projects() async throws {
    let pool = WorkPool(name: "test", threads: 1, maximumQueued: 15)
    defer { pool.close() }
    let gate = Gate()
    let order = Order()
    let blocking = Task { try await pool.run { gate.enterAndWait() } }
    try await gate.entered(times: 1)
    var places: [WorkPool.Place] = []
    while let place = try? pool.place(in: "flood") { places.append(place) }
    #expect(places.count == 12)
    var tasks = places.map { place in
      Task { try await place.run { order.note("flood") } }
    }
    while pool.queued < 12 { await Task.yield() }
    let other = try pool.place(in: "other")
    tasks.append(Task { try await other.run { order.note("other") } })
    while pool.queued < 13 { await Task.yield() }
    gate.open(times: 1)
    try await blocking.value
    for task in tasks { try await task.value }
    #expect(order.done.withLock { $0.firstIndex(of: "other") } == 1)
    #expect(order.done.withLock(\.count) == 13)
  }
}
