import Foundation
import Identity
import Testing

@testable import Storage

@Suite("The store keeps the audit log")
struct AuditConformanceTests {
  private static func event(_ id: String, in project: ProjectID?, at moment: Timestamp = now) -> AuditEvent {
    AuditEvent(id: id, at: moment, project: project, actor: "system", action: .update)
  }

  private static func records(_ store: any AccountStore & AuditStore, _ chain: ProjectID?) async throws
    -> [AuditRecord]
  {
    try await store.auditRecords(of: chain, after: 0, limit: 1_000)
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
      #expect(try await store.pruneAudit(before: now, limit: 100) == 0)
      #expect(try await store.pruneAudit(before: now.adding(seconds: 3), limit: 2) == 2)
      #expect(try await store.pruneAudit(before: now.adding(seconds: 3), limit: 2) == 1)
      #expect(try await store.pruneAudit(before: now.adding(seconds: 3), limit: 2) == 0)
      let head = try #require(try await store.auditHeads().first)
      #expect(head.prunedSequence == 3 && head.prunedHash == before[2].hash)
      let left = try await Self.records(store, project)
      #expect(left == Array(before[3...]) && Self.isChained(left, from: head.prunedHash))
      // The last one stays, so that the chain has an end.
      #expect(try await store.pruneAudit(before: now.adding(seconds: 100), limit: 100) == 2)
      #expect(try await Self.records(store, project) == [before[5]])
      try await store.apply([.appendAudit(Self.event("e6", in: project))])
      let all = try await Self.records(store, project)
      #expect(all.map(\.sequence) == [6, 7] && Self.isChained(all, from: before[4].hash))
    }
  }

  @Test("A cursor goes forward only, each for itself", arguments: StoreBackend.allCases)
  func cursors(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      #expect(try await store.auditCursor(of: "a", chain: project) == 0)
      try await store.moveAuditCursor(of: "a", chain: project, to: 5)
      try await store.moveAuditCursor(of: "a", chain: project, to: 3)
      try await store.moveAuditCursor(of: "b", chain: nil, to: 1)
      #expect(try await store.auditCursor(of: "a", chain: project) == 5)
      #expect(try await store.auditCursor(of: "a", chain: nil) == 0)
      #expect(try await store.auditCursor(of: "b", chain: nil) == 1)
    }
  }
}
