import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The store's throttles", .fewAtOnce)
struct ThrottleConformanceTests {
  private static let rules: [Throttle] = [
    .rate(1, per: 1), .rate(5, per: 60), .rate(1_000, per: 10),
    .backOff(after: 1, first: 1, longest: 1, memory: 5),
    .backOff(after: 3, first: 2, longest: 30, memory: 20),
    .backOff(after: 2, first: 1, longest: 315_360_000, memory: 0),
  ]

  private static func key(_ subject: UInt8 = 1, kind: String = "k", in scope: Scope) -> ThrottleKey {
    ThrottleKey(scope: scope, kind: kind, subject: [subject, 0, 255])
  }

  @Test(
    "Carry rules out exactly as the rules say, whenever something is tried", arguments: StoreBackend.allCases)
  func model(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let random = SeededRandom(seed: 7)
      for (index, rule) in Self.rules.enumerated() {
        let key = Self.key(UInt8(index), in: try scope())
        var state: Throttle.State?
        var moment = now
        var letIn = 0
        for _ in 0..<150 {
          let bytes = random.bytes(3)
          // Mostly at once or soon after, sometimes after all is forgotten, sometimes by a clock set back.
          let step: Int64 =
            switch bytes[0] % 16 {
            case 0..<8: 0
            case 8..<13: Int64(bytes[1]) * 17
            case 13: Int64(bytes[1]) * 1_000
            case 14: -Int64(bytes[1]) * 5
            default: -4_000_000
            }
          moment = moment.adding(milliseconds: step)
          if bytes[2] % 11 == 0, rule.isRate {
            state = state.map { rule.returningTry(to: $0) }
            try await store.apply([.returnTry(key, rule)])
          }
          if bytes[2] % 53 == 1 {
            state = nil
            try await store.apply([.clearTries(key)])
          }
          let refusal = await store.refusal(of: [.countTry(key, rule, now: moment)])
          switch rule.count(state, now: moment) {
          case .counted(let next):
            #expect(refusal == nil, "rule \(index) at \(moment)")
            state = next
            letIn += 1
          case .refused(let wait):
            let expected = Refusal.attemptsExceeded("k", retryAfter: Int((wait + 999) / 1_000))
            #expect(refusal == expected, "rule \(index) at \(moment)")
          }
        }
        #expect((10..<150).contains(letIn) || index == 2, "the moments were of no use: \(letIn)")
      }
    }
  }

  @Test("Let no more in of 64 at once than one after the other", arguments: StoreBackend.allCases)
  func concurrent(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let rules: [(Throttle, Int)] = [
        (.rate(5, per: 3_600), 5), (.backOff(after: 7, first: 60, longest: 900, memory: 900), 7),
      ]
      for (index, (rule, limit)) in rules.enumerated() {
        let write = StoreWrite.countTry(Self.key(UInt8(index), in: try scope()), rule, now: now)
        let refusals = await store.concurrently(64) { _ in [write] }
        #expect(refusals.count { $0 == nil } == limit, "\(refusals.first { $0 != nil } as Any)")
      }
    }
  }

  @Test("Count nothing of a transaction that is refused", arguments: StoreBackend.allCases)
  func refusedTogether(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let one = Self.key(1, in: try scope())
      let other = Self.key(2, in: try scope())
      let rule = Throttle.rate(2, per: 3_600)
      try await store.apply([.countTry(other, rule, now: now), .countTry(other, rule, now: now)])
      for _ in 0..<5 {
        #expect(
          await store.refusal(of: [.countTry(one, rule, now: now), .countTry(other, rule, now: now)])
            == .attemptsExceeded("k", retryAfter: 1_800))
      }
      try await store.apply([.countTry(one, rule, now: now), .countTry(one, rule, now: now)])
    }
  }

  @Test("Are apart by scope, kind and subject", arguments: StoreBackend.allCases)
  func apart(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let rule = Throttle.rate(1, per: 3_600)
      let keys = [
        Self.key(in: try scope()), Self.key(in: try scope(tenant: "t")), Self.key(in: try scope("other")),
        Self.key(2, in: try scope()), Self.key(kind: "l", in: try scope()),
        ThrottleKey(scope: try scope(), kind: "k", subject: []),
      ]
      for key in keys { try await store.apply([.countTry(key, rule, now: now)]) }
      for key in keys {
        #expect(await store.refusal(of: [.countTry(key, rule, now: now)]) != nil)
      }
      try await store.apply([.clearTries(keys[0])])
      try await store.apply([.countTry(keys[0], rule, now: now)])
      #expect(await store.refusal(of: [.countTry(keys[1], rule, now: now)]) != nil)
    }
  }

  @Test("Remember until the moment before it ends", arguments: StoreBackend.allCases)
  func remembering(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let key = Self.key(in: try scope())
      #expect(try await store.remembers(key, now: now) == false)
      let end = now.adding(seconds: 60)
      try await store.apply([.remember(key, until: end, now: now)])
      #expect(try await store.remembers(key, now: Instant(milliseconds: end.milliseconds - 1)))
      #expect(try await store.remembers(key, now: end) == false)
      #expect(try await store.remembers(Self.key(2, in: try scope()), now: now) == false)
      try await store.apply([.remember(key, until: end.adding(seconds: 60), now: now)])
      #expect(try await store.remembers(key, now: end))
    }
  }

  @Test("Go with their accounts and their time", arguments: StoreBackend.allCases)
  func forgetting(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let rule = Throttle.rate(1, per: 3_600)
      let (own, other) = (Self.key(in: try scope()), Self.key(in: try scope("other")))
      try await store.apply([.countTry(own, rule, now: now), .countTry(other, rule, now: now)])
      try await store.apply([.deleteAllAccounts(own.scope)])
      try await store.apply([.countTry(own, rule, now: now)])
      #expect(await store.refusal(of: [.countTry(other, rule, now: now)]) != nil)
      let end = now.adding(seconds: 3_600)
      #expect(try await store.sweep(now: Instant(milliseconds: end.milliseconds - 1), limit: 10) == 0)
      #expect(try await store.sweep(now: end, limit: 10) == 2)
    }
  }

  @Test("Outlive a restart", arguments: StoreBackend.persistent)
  func reopening(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let write = StoreWrite.countTry(
      Self.key(in: try scope()), .backOff(after: 1, first: 60, longest: 60, memory: 60), now: now)
    let first = try place.open()
    try await first.apply([write])
    await first.close()
    let second = try place.open()
    #expect(await second.refusal(of: [write]) == .attemptsExceeded("k", retryAfter: 60))
    await second.close()
  }
}
