import Identity
import Storage
import Synchronization
import TestTools
import Testing

@Suite("The store keeps messages until they are delivered", .fewAtOnce)
struct OutboxConformanceTests {
  private func entry(
    _ id: String, in scope: Scope, _ channel: OutboxEntry.Channel = .mail, after seconds: Int64 = 0
  ) -> OutboxEntry {
    let created = now.adding(seconds: seconds)
    return OutboxEntry(
      id: id, scope: scope, channel: channel, payload: [0, 255, 7], createdAt: created,
      expiresAt: created.adding(seconds: 3_600))
  }

  private func insert(_ entries: OutboxEntry...) -> [StoreWrite] {
    entries.map { .insertMessage($0, limit: 100) }
  }

  private func claim(
    _ store: any Store, _ channel: OutboxEntry.Channel = .mail, lease: String = "lease",
    after seconds: Int64 = 0, limit: Int = 10
  ) async throws -> [OutboxEntry] {
    let moment = now.adding(seconds: seconds)
    return try await store.claimMessages(
      of: channel, lease: lease, until: moment.adding(seconds: 60), now: moment, limit: limit)
  }

  @Test(
    "A message comes out as it went in, of its channel, once it is due, for as long as nobody has it",
    arguments: StoreBackend.allCases)
  func claiming(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope(tenant: "a")
      try await store.apply(insert(entry("one", in: scope), entry("two", in: scope, .sms)))
      try await store.apply(insert(entry("three", in: scope, after: 100)))
      #expect(try await store.nextMessageDue(of: .mail) == now)
      let claimed = try await claim(store)
      var expected = entry("one", in: scope)
      expected.dueAt = now.adding(seconds: 60)
      expected.attempts = 1
      #expect(claimed == [expected])
      #expect(try await claim(store, after: 59).isEmpty)
      #expect(try await claim(store, after: 60).map(\.attempts) == [2])
      #expect(try await claim(store, .sms).map(\.id) == ["two"])
      #expect(Set(try await claim(store, after: 300).map(\.id)) == ["one", "three"])
      let depth = try await store.outboxDepth(of: .mail)
      #expect(depth == OutboxDepth(waiting: 2, oldest: now))
      try await store.apply([.deleteMessage(id: "two"), .deleteMessage(id: "two")])
      #expect(try await store.outboxDepth(of: .sms) == OutboxDepth(waiting: 0, oldest: nil))
      #expect(try await store.nextMessageDue(of: .sms) == nil)
    }
  }

  @Test("Of many that claim at once, one is given a message", arguments: StoreBackend.allCases)
  func race(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      for number in 0..<50 { try await store.apply(insert(entry("\(number)", in: scope))) }
      let ids = try await withThrowingTaskGroup(of: [String].self) { group in
        for number in 0..<64 {
          group.addTask { try await self.claim(store, lease: "\(number)", limit: 3).map(\.id) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(ids.count == 50 && Set(ids).count == 50)
    }
  }

  @Test("Two stores on one database do not give a message twice", arguments: StoreBackend.persistent)
  func shared(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let stores = [try place.open(), try place.open()]
    let scope = try scope()
    for number in 0..<40 { try await stores[0].apply(insert(entry("\(number)", in: scope))) }
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<40 {
        group.addTask { try await self.claim(stores[number % 2], lease: "\(number)", limit: 2).map(\.id) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // Who comes second to a message may go away with none.
    let rest = try await claim(stores[0], lease: "rest", limit: 40).map(\.id)
    #expect(!ids.isEmpty && ids.count + rest.count == 40 && Set(ids + rest).count == 40)
    for store in stores { await store.close() }
  }

  @Test("Only who has a message can give it back", arguments: StoreBackend.allCases)
  func postponing(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      try await store.apply(insert(entry("one", in: try scope())))
      _ = try await claim(store, lease: "mine")
      let later = now.adding(seconds: 20)
      try await store.apply([.postponeMessage(id: "one", lease: "another", until: now)])
      #expect(try await store.nextMessageDue(of: .mail) == now.adding(seconds: 60))
      try await store.apply([.postponeMessage(id: "one", lease: "mine", until: later)])
      #expect(try await store.nextMessageDue(of: .mail) == later)
      try await store.apply([.postponeMessage(id: "one", lease: "mine", until: now)])
      #expect(try await store.nextMessageDue(of: .mail) == later)
    }
  }

  @Test("A claim at which nothing was tried does not count", arguments: StoreBackend.allCases)
  func untried(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      try await store.apply(insert(entry("one", in: try scope())))
      #expect(try await claim(store, lease: "first").map(\.attempts) == [1])
      try await store.apply([.postponeMessage(id: "one", lease: "first", until: now, isAttempt: false)])
      #expect(try await claim(store, lease: "second").map(\.attempts) == [1])
      try await store.apply([.postponeMessage(id: "one", lease: "second", until: now)])
      #expect(try await claim(store, lease: "third").map(\.attempts) == [2])
    }
  }

  @Test(
    "A full outbox refuses, and takes everything else of the transaction with it",
    arguments: StoreBackend.allCases)
  func bounded(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      for id in ["one", "two"] {
        try await store.apply([.insertMessage(entry(id, in: scope), limit: 2)])
      }
      let artifact = StoreWrite.insertArtifact(sampleArtifact(1, in: scope))
      let more = StoreWrite.insertMessage(entry("three", in: scope), limit: 2)
      #expect(await store.refusal(of: [artifact, more]) == .overloaded)
      #expect(try await store.artifact(tokenHash: hash(1), purpose: "passwordReset", now: now) == nil)
      #expect(await store.refusal(of: [.insertMessage(entry("three", in: scope), limit: 0)]) == .overloaded)
      try await store.apply([.insertMessage(entry("three", in: try self.scope("other")), limit: 2)])
      // Where no mail leaves, text messages still do.
      try await store.apply([.insertMessage(entry("text", in: scope, .sms), limit: 2)])
      // All tenants of a project share its room.
      let tenant = StoreWrite.insertMessage(entry("four", in: try self.scope(tenant: "a")), limit: 2)
      #expect(await store.refusal(of: [tenant]) == .overloaded)
      try await store.apply([.deleteMessage(id: "one"), tenant])
    }
  }

  @Test(
    "Waiting messages are read as they are sealed, and sealed anew unless they changed meanwhile",
    arguments: StoreBackend.allCases)
  func resealing(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      for id in ["one", "three", "two"] { try await store.apply(insert(entry(id, in: scope))) }
      _ = try await claim(store, limit: 1)
      #expect(try await store.sealedMessages(after: nil, limit: 2).map(\.id) == ["one", "three"])
      let last = try await store.sealedMessages(after: "three", limit: 2)
      #expect(last == [SealedMessage(id: "two", payload: [0, 255, 7])])
      try await store.apply([
        .resealMessage(id: "two", from: [0, 255, 7], to: [1]),
        .resealMessage(id: "three", from: [9], to: [1]), .resealMessage(id: "gone", from: [9], to: [1]),
      ])
      let found = try await store.sealedMessages(after: nil, limit: 10)
      #expect(found.map(\.payload) == [[0, 255, 7], [0, 255, 7], [1]])
      #expect(try await store.sealedMessages(after: "two", limit: 10).isEmpty)
    }
  }

  private func scope(_ project: String = "demo", tenant: String? = nil) throws -> Scope {
    try StorageTests.scope(project, tenant: tenant)
  }

  @Test(
    "Messages go with the accounts of their scope, and long after they have expired",
    arguments: StoreBackend.allCases)
  func deletion(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply(insert(entry("one", in: scope), entry("two", in: try self.scope(tenant: "a"))))
      try await store.apply([.deleteAllAccounts(scope)])
      #expect(try await store.outboxDepth(of: .mail).waiting == 1)
      // An hour is left to whoever delivers, who reports it.
      #expect(try await store.sweep(now: now.adding(seconds: 7_199), limit: 10) == 0)
      #expect(try await store.sweep(now: now.adding(seconds: 7_200), limit: 10) == 1)
      #expect(try await store.outboxDepth(of: .mail).waiting == 0)
    }
  }

  // Fails when an entry goes in silence, and when a transaction that was rolled back is reported.
  @Test("Each loss is reported once it is durable", arguments: StoreBackend.allCases)
  func losses(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let seen = Mutex<[OutboxLoss]>([])
      func taken() -> [OutboxLoss] {
        seen.withLock { losses in
          defer { losses = [] }; return losses
        }
      }
      store.observeLosses { loss in seen.withLock { $0.append(loss) } }
      let scope = try scope()
      try await store.apply(
        insert(entry("one", in: scope), entry("two", in: scope), entry("text", in: scope, .sms)))
      #expect(taken().isEmpty)

      let more = StoreWrite.insertMessageIfRoom(entry("three", in: scope), limit: 2)
      let refused = StoreWrite.insertMessage(entry("four", in: scope), limit: 2)
      #expect(await store.refusal(of: [more, refused]) == .overloaded)
      #expect(taken().isEmpty)
      try await store.apply([more])
      #expect(taken() == [OutboxLoss(.full, of: .mail, in: scope.project)])

      try await store.apply([.deleteAllAccounts(scope)])
      let deleted = taken()
      #expect(deleted.count == 2)
      #expect(deleted.contains(OutboxLoss(.scopeDeleted, of: .mail, in: scope.project, count: 2)))
      #expect(deleted.contains(OutboxLoss(.scopeDeleted, of: .sms, in: scope.project)))
      try await store.apply([.deleteAllAccounts(scope)])
      #expect(taken().isEmpty)

      try await store.apply(insert(entry("five", in: scope)))
      try await store.apply([.deleteMessage(id: "five")] + insert(entry("six", in: scope)))
      #expect(try await store.sweep(now: now.adding(seconds: 7_200), limit: 10) == 1)
      #expect(taken() == [OutboxLoss(.expired, of: .mail, in: scope.project)])
    }
  }
}
