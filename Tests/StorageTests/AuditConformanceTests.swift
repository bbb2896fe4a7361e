import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The store keeps the audit log", .fewAtOnce)
struct AuditConformanceTests {
  private static func event(_ id: String, in project: ProjectID?, at moment: Instant = now) -> AuditEvent {
    AuditEvent(id: id, at: moment, project: project, actor: "system", action: .update)
  }

  private static func records(_ store: any AccountStore & AuditStore, _ chain: ProjectID?) async throws
    -> [AuditRecord]
  {
    try await store.sealAudit()
    return try await store.auditRecords(of: chain, after: 0, limit: 1_000)
  }

  /// Whether each record's hash is that of the one before and its text, and the head is that of the last.
  private static func isChained(_ records: [AuditRecord], from first: [UInt8] = AuditHead.genesis) -> Bool {
    var hash = first
    for record in records {
      hash = AuditChain.hash(after: hash, record.text)
      if record.hash != hash { return false }
    }
    return true
  }

  private func withStore(
    _ backend: StoreBackend, _ body: @Sendable (any AccountStore & AuditStore) async throws -> Void
  ) async throws {
    try await StorageTests.withStore(backend) { store in
      try await body(store)
    }
  }

  @Test("The records about an account are found, the newest first", arguments: StoreBackend.allCases)
  func aboutAnAccount(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (one, other) = (try scope("one", tenant: "t"), try scope("one"))
      // As they stand in JSON, and as another's begins.
      let names = ["a/ü\"\\", "a/ü\"", "a", "plain"]
      var writes: [StoreWrite] = []
      for index in 0..<60 {
        var event = Self.event("e\(index)", in: index % 7 == 0 ? try projectID("other") : one.project)
        event.tenant = index % 3 == 0 ? nil : one.tenant
        event.account = index % 5 == 4 ? nil : try accountID(names[index % 4])
        writes.append(.appendAudit(event))
      }
      try await store.apply(writes)
      let all = try await Self.records(store, one.project)
      for name in names {
        for scope in [one, other] {
          let id = try accountID(name)
          let expected = try all.reversed().filter { record in
            let event = try JSONDecoder().decode(AuditEvent.self, from: Data(record.text.utf8))
            return event.account == id && event.tenant == scope.tenant
          }
          #expect(expected.count > 1)
          #expect(try await store.auditRecords(about: id, in: scope, before: nil, limit: 100) == expected)
          var paged: [AuditRecord] = []
          while true {
            let page = try await store.auditRecords(
              about: id, in: scope, before: paged.last?.sequence, limit: 1)
            if page.isEmpty { break }
            paged += page
          }
          #expect(paged == expected)
        }
      }
      #expect(try await store.auditRecords(about: accountID("none"), in: one, before: nil, limit: 9).isEmpty)
    }
  }

  @Test("Events stand in the chain of their project, in their order", arguments: StoreBackend.allCases)
  func chains(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (one, other) = (try projectID("one"), try projectID("other"))
      var full = Self.event("e1", in: one)
      full.tenant = try scope(tenant: "t").tenant
      full.account = try accountID("a/ü\"")
      full.outcome = "INVALID_PASSWORD"
      full.clientAddress = "192.0.2.1"
      full.userAgent = String(repeating: "x", count: 300) + "\n"
      full.details = ["provider": "google.com"]
      full.identifierHash = "00ff"
      try await store.apply([.appendAudit(full), .appendAudit(Self.event("e2", in: nil))])
      try await store.apply([
        .appendAudit(Self.event("e3", in: other)), .appendAudit(Self.event("e4", in: one)),
      ])
      let found = try await Self.records(store, one)
      #expect(found.map(\.sequence) == [1, 2])
      #expect(Self.isChained(found))
      let first = try JSONDecoder().decode(AuditEvent.self, from: Data(found[0].text.utf8))
      var expected = full.bounded
      expected.sequence = 1
      #expect(first == expected)
      #expect(first.userAgent?.utf8.count == AuditEvent.maximumTextLength)
      #expect(try await Self.records(store, nil).count == 1)
      let heads = try await store.auditHeads()
      #expect(heads.map(\.chain) == [nil, one, other])
      #expect(heads.map(\.sequence) == [1, 2, 1])
      #expect(heads[1].hash == found[1].hash)
      #expect(try await store.auditRecords(of: one, after: 1, limit: 1) == [found[1]])
      #expect(try await store.auditRecords(of: one, after: 0, limit: 1) == [found[0]])
    }
  }

  @Test("What is rolled back leaves no record, and its place to another", arguments: StoreBackend.allCases)
  func rolledBack(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      let account = try plainAccount("a", in: try scope())
      try await store.apply([.insertAccount(account)])
      // Beside others, so that they share a transaction.
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<64 {
          group.addTask {
            let event = StoreWrite.appendAudit(Self.event("e\(index)", in: project))
            let writes = index % 2 == 0 ? [event] : [event, .insertAccount(account)]
            let refusal = await store.refusal(of: writes)
            #expect((refusal == nil) == (index % 2 == 0))
          }
        }
      }
      let records = try await Self.records(store, project)
      #expect(records.map(\.sequence) == Array(1...32))
      #expect(Self.isChained(records))
      #expect(try await store.auditHeads().first?.hash == records.last?.hash)
    }
  }

  @Test("Two that have one database open chain on each other's records", arguments: StoreBackend.persistent)
  func twoAtOnce(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let (one, other) = (try place.open(), try place.open())
    let project = try projectID()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<64 {
        group.addTask {
          let writes = [StoreWrite.appendAudit(Self.event("e\(index)", in: project))]
          #expect(await (index % 2 == 0 ? one : other).refusal(of: writes) == nil)
        }
      }
    }
    let store = other
    let records = try await Self.records(store, project)
    #expect(records.count == 64 && Self.isChained(records))
    await one.close()
    await other.close()
  }

  @Test("Old records are pruned, and the rest goes on from there", arguments: StoreBackend.allCases)
  func pruned(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      for index in 0..<6 as Range<Int64> {
        let event = Self.event("e\(index)", in: project, at: now.adding(seconds: index))
        try await store.apply([.appendAudit(event)])
      }
      let before = try await Self.records(store, project)
      #expect(try await store.pruneAudit(before: now, reserving: nil, limit: 100).count == 0)
      #expect(try await store.pruneAudit(before: now.adding(seconds: 3), reserving: nil, limit: 2).count == 2)
      #expect(try await store.pruneAudit(before: now.adding(seconds: 3), reserving: nil, limit: 2).count == 1)
      #expect(try await store.pruneAudit(before: now.adding(seconds: 3), reserving: nil, limit: 2).count == 0)
      let head = try #require(try await store.auditHeads().first)
      #expect(head.prunedSequence == 3 && head.prunedHash == before[2].hash)
      let left = try await Self.records(store, project)
      #expect(left == Array(before[3...]) && Self.isChained(left, from: head.prunedHash))
      // The last one stays, so that the chain has an end.
      #expect(
        try await store.pruneAudit(before: now.adding(seconds: 100), reserving: nil, limit: 100).count == 2)
      #expect(try await Self.records(store, project) == [before[5]])
      try await store.apply([.appendAudit(Self.event("e6", in: project))])
      let all = try await Self.records(store, project)
      #expect(all.map(\.sequence) == [6, 7] && Self.isChained(all, from: before[4].hash))
    }
  }

  // Fails when a cursor moves without its lease.
  @Test("A cursor is moved by who leased it, each for itself", arguments: StoreBackend.allCases)
  func cursors(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      let end = now.adding(seconds: 60)
      func lease(_ name: String, of consumer: String = "a", at moment: Instant = now) async throws
        -> AuditCursor?
      {
        try await store.leaseAuditCursor(
          of: consumer, chain: project, lease: name, until: moment.adding(seconds: 60), now: moment)
      }
      func move(_ name: String, to sequence: Int64) async throws -> Bool {
        try await store.moveAuditCursor(of: "a", chain: project, lease: name, to: sequence)
      }
      #expect(try await store.auditCursor(of: "a", chain: project) == AuditCursor())
      #expect(try await !move("one", to: 5))
      #expect(try await lease("one") == AuditCursor(leasedUntil: end))
      #expect(try await lease("two") == nil)
      #expect(try await lease("two", of: "b") != nil)
      #expect(try await !move("two", to: 5))
      #expect(try await move("one", to: 5))
      #expect(try await store.auditCursor(of: "a", chain: project) == AuditCursor(sequence: 5))
      #expect(try await !move("one", to: 6), "the lease was given back")
      // It is over by itself, and never goes back.
      _ = try await lease("one")
      #expect(try await lease("two", at: end)?.sequence == 5)
      #expect(try await !move("one", to: 6))
      #expect(try await !move("two", to: 3))
      #expect(try await store.auditCursor(of: "a", chain: nil) == AuditCursor())
    }
  }

  @Test("Who was not taken waits, and counts until they are", arguments: StoreBackend.allCases)
  func postponed(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      func lease(_ name: String, at moment: Instant) async throws -> AuditCursor? {
        try await store.leaseAuditCursor(
          of: "a", chain: project, lease: name, until: moment.adding(seconds: 60), now: moment)
      }
      let due = now.adding(seconds: 4)
      _ = try await lease("one", at: now)
      func postpone(_ name: String, at sequence: Int64 = 0, until moment: Instant) async throws {
        try await store.postponeAuditCursor(
          of: "a", chain: project, lease: name, at: sequence, until: moment, now: now)
      }
      try await postpone("other", until: later)
      try await postpone("one", until: due)
      #expect(
        try await store.auditCursor(of: "a", chain: project)
          == AuditCursor(failures: 1, leasedUntil: due, failingSince: now))
      #expect(try await lease("two", at: due.adding(milliseconds: -1)) == nil)
      #expect(try await lease("two", at: due)?.failures == 1)
      #expect(try await store.moveAuditCursor(of: "a", chain: project, lease: "two", to: 1))
      #expect(try await store.auditCursor(of: "a", chain: project) == AuditCursor(sequence: 1))
      // What a clock wrote that ran ahead keeps nobody waiting.
      _ = try await lease("three", at: now.adding(seconds: 10 * AuditCursor.longestWait))
      #expect(try await lease("four", at: now) != nil)
    }
  }

  // Fails when the check and the lease are two statements.
  @Test("Of many that lease at once, one does", arguments: StoreBackend.persistent)
  func leaseRace(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let stores = [try place.open(), try place.open()]
    let project = try projectID()
    for round in 0..<8 as Range<Int64> {
      let moment = now.adding(seconds: round * 60)
      let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<32 {
          group.addTask {
            try await stores[index % 2].leaseAuditCursor(
              of: "a", chain: project, lease: "\(round)/\(index)", until: moment.adding(seconds: 60),
              now: moment) != nil
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(winners == 1)
    }
    for store in stores { await store.close() }
  }

  // Fails when pruning asks nobody, and when it waits for ever.
  @Test(
    "What somebody has yet to take is kept for them, until their time is up too",
    arguments: StoreBackend.allCases)
  func reserved(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (one, other) = (try projectID("one"), try projectID("other"))
      for project in [one, other] {
        for index in 0..<6 as Range<Int64> {
          let event = Self.event("e\(index)", in: project, at: now.adding(seconds: index))
          try await store.apply([.appendAudit(event)])
        }
      }
      try await store.sealAudit()
      _ = try await store.leaseAuditCursor(of: "a", chain: one, lease: "l", until: later, now: now)
      #expect(try await store.moveAuditCursor(of: "a", chain: one, lease: "l", to: 2))
      func prune(endingAt end: Instant) async throws -> AuditPruning {
        try await store.pruneAudit(
          before: now.adding(seconds: 4),
          reserving: AuditReservation(consumer: "a", chains: [one], end: end), limit: 100)
      }
      #expect(try await prune(endingAt: now) == AuditPruning(count: 6, lost: 0))
      #expect(try await Self.records(store, one).map(\.sequence) == [3, 4, 5, 6])
      #expect(try await Self.records(store, other).map(\.sequence) == [5, 6])
      #expect(try await prune(endingAt: now.adding(seconds: 3)) == AuditPruning(count: 1, lost: 1))
      #expect(try await Self.records(store, one).map(\.sequence) == [4, 5, 6])
    }
  }
}
