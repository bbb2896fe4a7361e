import Testing

@testable import Identity

@Suite("Throttles")
struct ThrottleTests {
  private static let start = Instant(seconds: 1_767_225_600)

  /// Tries as the store does: what is refused changes nothing.
  private final class Counter {
    let throttle: Throttle
    var state: Throttle.State?

    init(_ throttle: Throttle, _ state: Throttle.State? = nil) {
      self.throttle = throttle
      self.state = state
    }

    var copy: Counter { Counter(throttle, state) }

    func isLetIn(at seconds: Double) -> Bool {
      let now = ThrottleTests.start.adding(milliseconds: Int64(seconds * 1_000))
      guard case .counted(let next) = throttle.count(state, now: now) else { return false }
      state = next
      return true
    }

    /// Tries until one is refused.
    func burst(at seconds: Double) -> Int {
      var count = 0
      while count < 10_000, isLetIn(at: seconds) { count += 1 }
      return count
    }

    func wait(at seconds: Double) -> Int64? {
      let now = ThrottleTests.start.adding(milliseconds: Int64(seconds * 1_000))
      if case .refused(let wait) = throttle.count(state, now: now) { return wait }
      return nil
    }
  }

  @Test("a rate lets its number in at once, and as many again within its time, one after the other")
  func rate() {
    let counter = Counter(.rate(10, per: 3_600))
    #expect(counter.burst(at: 0) == 10)
    #expect(counter.wait(at: 0) == 360_000)
    #expect(!counter.isLetIn(at: 359.999))
    #expect(counter.isLetIn(at: 360))
    #expect(!counter.isLetIn(at: 360))
    #expect(counter.burst(at: 3_600) == 9)
    #expect(counter.burst(at: 10_000) == 10, "no more than its number after any time")
  }

  @Test("a rate tells what it is of; a lock-out is none")
  func told() {
    for (tries, seconds) in [(1, 60 as Int64), (10, 3_600), (50, 43_200), (20_000, 86_400)] {
      let rate = Throttle.rate(tries, per: seconds).rate
      #expect(rate?.tries == Int64(tries) && rate?.milliseconds == seconds * 1_000)
    }
    #expect(Throttle.backOff(after: 10, first: 60, longest: 3_600, memory: 86_400).rate == nil)
  }

  @Test("a rate has no edge at which it lets twice its number in", arguments: [1, 2, 7, 10, 100])
  func edges(tries: Int) {
    // In every window of the rate's time there are at most twice its number less one, spread evenly.
    let counter = Counter(.rate(tries, per: 600))
    var moments: [Double] = []
    for second in stride(from: 0.0, to: 3_000, by: 0.5) where counter.isLetIn(at: second) {
      moments.append(second)
    }
    for begin in moments {
      let count = moments.count { (begin..<begin + 600).contains($0) }
      #expect(count <= 2 * tries, "\(begin): \(count)")
    }
    #expect(moments.count <= tries + Int(3_000 / (600 / Double(tries))) + 1)
    #expect(moments.count >= tries + Int(2_900 / (600 / Double(tries))) - 1)
  }

  @Test("a rate of one lets one in at a time")
  func one() {
    let counter = Counter(.rate(1, per: 60))
    #expect(counter.burst(at: 0) == 1)
    #expect(!counter.isLetIn(at: 59.999))
    #expect(counter.burst(at: 60) == 1)
  }

  // Fails when a try is early for having read the clock before another one that was counted first.
  @Test("before there is a wait, who read the clock first may be counted second")
  func readClocks() {
    let throttle = Throttle.backOff(after: 3, first: 60, longest: 400, memory: 3_600)
    let moment = Instant(milliseconds: 1_000_000)
    var state: Throttle.State?
    for milliseconds: Int64 in [20, 10, 0] {
      guard case .counted(let next) = throttle.count(state, now: moment.adding(milliseconds: milliseconds))
      else {
        Issue.record("nobody is early yet")
        return
      }
      state = next
    }
    guard case .refused = throttle.count(state, now: moment.adding(milliseconds: 30)) else {
      Issue.record("the fourth has to wait")
      return
    }
  }

  @Test("a lock-out doubles each wait up to the longest, and lets one try in after each")
  func backOff() {
    let counter = Counter(.backOff(after: 3, first: 60, longest: 400, memory: 3_600))
    #expect(counter.burst(at: 0) == 3)
    var now = 0.0
    for wait in [60.0, 120, 240, 400, 400, 400] {
      #expect(counter.wait(at: now) == Int64(wait * 1_000))
      #expect(!counter.isLetIn(at: now + wait - 0.001))
      now += wait
      #expect(counter.burst(at: now) == 1)
    }
  }

  @Test("a lock-out is forgotten after its memory, and not before")
  func memory() {
    let counter = Counter(.backOff(after: 2, first: 60, longest: 60, memory: 600))
    #expect(counter.burst(at: 0) == 2)
    let later = counter.copy
    #expect(counter.burst(at: 659.999) == 1)
    #expect(later.burst(at: 660) == 2)
  }

  @Test("what is refused keeps nothing closed")
  func refused() {
    let counter = Counter(.backOff(after: 1, first: 60, longest: 60, memory: 600))
    #expect(counter.isLetIn(at: 0))
    for second in 1..<60 { #expect(!counter.isLetIn(at: Double(second))) }
    #expect(counter.isLetIn(at: 60))
  }

  @Test("a returned try can be had again, and no more than that")
  func returned() throws {
    let throttle = Throttle.rate(5, per: 500)
    let counter = Counter(throttle)
    #expect(counter.burst(at: 0) == 5)
    counter.state = throttle.returningTry(to: try #require(counter.state))
    #expect(counter.burst(at: 0) == 1)
    for _ in 0..<10 { counter.state = throttle.returningTry(to: try #require(counter.state)) }
    #expect(counter.state?.tries == 0)
    #expect(counter.burst(at: 0) == 5)
    #expect(!Throttle.backOff(after: 5, first: 1, longest: 9, memory: 1).isRate)
    #expect(Throttle.backOff(after: 5, first: 1, longest: 9, memory: 1).returned == 0)
  }

  @Test("what a clock wrote that ran far ahead is forgotten, what runs a little ahead counts")
  func clocks() {
    for throttle in [Throttle.rate(3, per: 30), .backOff(after: 3, first: 10, longest: 20, memory: 60)] {
      let ahead = Counter(throttle)
      #expect(ahead.burst(at: 86_400) == 3)
      let little = ahead.copy
      #expect(ahead.burst(at: 0) == 3)
      #expect(little.burst(at: 86_400 - 60) == 0)
    }
  }

  @Test("rules from outside are kept within what can be computed")
  func bounds() {
    for throttle in [
      Throttle.rate(.max, per: .max), .rate(.min, per: .min), .rate(0, per: 0),
      .backOff(after: .max, first: .max, longest: .max, memory: .max),
      .backOff(after: .min, first: .min, longest: .min, memory: .min),
      .backOff(after: 1, first: 1, longest: 315_360_000, memory: 0),
    ] {
      #expect(throttle.step >= 1 && throttle.longest >= throttle.step && throttle.firstWaited >= 1)
      #expect(throttle.slack >= 0 && throttle.memory >= 0 && (0...62).contains(throttle.doublings))
      for number in [1, 2, 1_000, Int64.max / 2] {
        #expect((0...throttle.longest).contains(throttle.wait(afterTry: number)))
      }
      let counter = Counter(throttle)
      #expect(counter.isLetIn(at: 0))
      _ = throttle.count(
        .init(tries: .max / 2, opensAt: Self.start, expiresAt: Instant(milliseconds: .max)), now: Self.start
      )
    }
  }
}
