import Identity
import TestSupport
import Testing

@testable import Operations

@Suite("Shares of tries that are counted ahead")
struct TryShareTests {
  /// What the database keeps of one key.
  private struct Counter {
    var state: Throttle.State?

    mutating func count(_ throttle: Throttle, now: Instant) -> Bool {
      guard case .counted(let state) = throttle.count(state, now: now) else { return false }
      self.state = state
      return true
    }

    /// Whether a node lets a try in.
    mutating func admits(
      _ key: ThrottleKey, _ throttle: Throttle, by node: TryShares, now: Instant
    ) -> Bool {
      switch node.take(key, throttle, now: now) {
      case .taken: return true
      case .single: return count(throttle, now: now)
      case .share(let size):
        let isFilled = count(throttle.together(size), now: now)
        node.fill(key, throttle, with: isFilled ? size - 1 : 0, now: now)
        return isFilled || count(throttle, now: now)
      }
    }
  }

  private let now = Instant(seconds: 2_000_000_000)

  private func key(_ subject: UInt8 = 1) throws -> ThrottleKey {
    ThrottleKey(
      scope: Scope(project: try #require(ProjectID(rawValue: "demo-project"))), kind: "sign-up/network",
      subject: [subject])
  }

  @Test("One node lets in exactly what the rule does", arguments: [1, 3, 31, 32, 100, 1_000, 10_000])
  func exact(tries: Int) throws {
    let (node, throttle) = (TryShares(), Throttle.rate(tries, per: 3_600))
    var (counter, admitted) = (Counter(), 0)
    for _ in 0..<tries + 200 where counter.admits(try key(), throttle, by: node, now: now) { admitted += 1 }
    #expect(admitted == tries)
  }

  @Test(
    "However tries fall on nodes and times, all together never let in more than the rule", arguments: 0..<50)
  func never(seed: UInt64) throws {
    let random = SeededRandom(seed: seed)
    let throttle = Throttle.rate(200, per: 3_600)
    let nodes = (0..<3).map { _ in TryShares() }
    var (counter, moment) = (Counter(), now)
    var admitted: [Instant] = []
    for _ in 0..<2_000 {
      let bytes = random.bytes(2)
      if bytes[0] < 20 { moment = moment.adding(milliseconds: Int64(bytes[1]) * 100) }
      let node = nodes[Int(bytes[1]) % nodes.count]
      if counter.admits(try key(), throttle, by: node, now: moment) { admitted.append(moment) }
    }
    // A share is used up to ten seconds after it was counted.
    for (index, first) in admitted.enumerated() {
      for (other, last) in admitted.enumerated().dropFirst(index) {
        let span = last.milliseconds - first.milliseconds + TryShares.lifetime
        #expect(Int64(other - index + 1) <= 200 + span / throttle.step + 1)
      }
    }
    #expect(admitted.count > 100)
  }

  @Test("A key that is asked for now and then is counted one by one")
  func rare() throws {
    let (node, throttle) = (TryShares(), Throttle.rate(1_000, per: 3_600))
    for index in 0..<20 {
      let moment = now.adding(milliseconds: Int64(index) * TryShares.lifetime)
      #expect(node.take(try key(), throttle, now: moment) == .single)
    }
  }

  @Test("A share ends with its time, and with the rule that it was taken under")
  func ends() throws {
    let throttle = Throttle.rate(1_000, per: 3_600)
    func begun() throws -> TryShares {
      let node = TryShares()
      #expect(node.take(try key(), throttle, now: now) == .single)
      #expect(node.take(try key(), throttle, now: now) == .share(2))
      #expect(node.take(try key(), throttle, now: now) == .single)
      node.fill(try key(), throttle, with: 1, now: now)
      return node
    }
    #expect(try begun().take(try key(), throttle, now: now) == .taken)
    #expect(try begun().take(try key(), throttle, now: now.adding(seconds: 10)) == .single)
    #expect(try begun().take(try key(), throttle, now: now.adding(seconds: -1)) == .single)
    #expect(try begun().take(try key(), .rate(20, per: 3_600), now: now) == .single)
  }

  @Test("A share that was counted by another rule meanwhile lets nobody in")
  func changedRule() throws {
    let (node, old, new) = (TryShares(), Throttle.rate(1_000, per: 3_600), Throttle.rate(2_000, per: 3_600))
    _ = node.take(try key(), old, now: now)
    #expect(node.take(try key(), old, now: now) == .share(2))
    _ = node.take(try key(), new, now: now)
    node.fill(try key(), old, with: 1, now: now)
    #expect(node.take(try key(), new, now: now) != .taken)
  }

  @Test("Shares grow to a bound, and begin anew after a refusal")
  func grows() throws {
    let (node, throttle) = (TryShares(), Throttle.rate(100_000, per: 3_600))
    _ = node.take(try key(), throttle, now: now)
    for size: Int64 in [2, 4, 8, 16, 32, 64, 64] {
      #expect(node.take(try key(), throttle, now: now) == .share(size))
      node.fill(try key(), throttle, with: 1, now: now)
      #expect(node.take(try key(), throttle, now: now) == .taken)
    }
    #expect(node.take(try key(), throttle, now: now) == .share(64))
    node.fill(try key(), throttle, with: 0, now: now)
    #expect(node.take(try key(), throttle, now: now) == .share(2))
  }

  @Test("Lock-outs have no shares, and many keys take no more memory than the bound")
  func bounded() throws {
    let node = TryShares()
    let backOff = Throttle.backOff(after: 10, first: 60, longest: 3_600, memory: 86_400)
    for _ in 0..<5 { #expect(node.take(try key(), backOff, now: now) == .single) }
    for index in 0..<(TryShares.maximumCount + 5_000) {
      let subject = withUnsafeBytes(of: UInt32(index)) { Array($0) }
      let key = ThrottleKey(scope: try key().scope, kind: "flow/network", subject: subject)
      #expect(node.take(key, .rate(100, per: 3_600), now: now) == .single)
    }
    #expect(node.count == TryShares.maximumCount)
  }
}
