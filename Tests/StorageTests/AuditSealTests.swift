import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

@Suite("Audit records get their places when they are sealed", .fewAtOnce)
struct AuditSealTests {
  private static func event(_ id: String, in project: ProjectID?, at moment: Instant = now) -> StoreWrite {
    .appendAudit(AuditEvent(id: id, at: moment, project: project, actor: "system", action: .update))
  }

  /// The events of a chain in their order, where each hash is that of the one before and the text.
  private static func ids(_ store: any AuditStore, of chain: ProjectID?) async throws -> [String] {
    let records = try await store.auditRecords(of: chain, after: 0, limit: 10_000)
    var hash = AuditHead.genesis
    var ids: [String] = []
    for (index, record) in records.enumerated() {
      hash = AuditChain.hash(after: hash, record.text)
      let event = try JSONDecoder().decode(AuditEvent.self, from: Data(record.text.utf8))
      #expect(record.hash == hash && record.sequence == Int64(index) + 1 && event.sequence == record.sequence)
      ids.append(event.id)
    }
    let head = try await store.auditHeads().first { $0.chain == chain }
    #expect((head?.sequence ?? 0) == Int64(ids.count) && (head?.hash ?? AuditHead.genesis) == hash)
    return ids
  }

  @Test("What is not sealed is in no chain, and is sealed a step at a time", arguments: StoreBackend.allCases)
  func steps(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (one, other) = (try projectID("one"), try projectID("other"))
      #expect(try await store.oldestUnsealedAuditRecord() == nil)
      #expect(try await store.sealAudit(limit: 5, waiting: false)?.count == 0)
      for index in 0..<6 as Range<Int64> {
        try await store.apply([
          Self.event("a\(index)", in: one, at: now.adding(seconds: index)),
          Self.event("b\(index)", in: other),
        ])
      }
      #expect(try await store.auditHeads().isEmpty)
      #expect(try await store.unsealedAuditRecordCount() == 12)
      #expect(try await store.oldestUnsealedAuditRecord() == now)
      #expect(try await store.sealAudit(limit: 5, waiting: false)?.count == 5)
      #expect(try await store.unsealedAuditRecordCount() == 7)
      #expect(try await Self.ids(store, of: one) == ["a0", "a1", "a2"])
      #expect(try await Self.ids(store, of: other) == ["b0", "b1"])
      #expect(try await store.oldestUnsealedAuditRecord() == now)
      try await store.sealAudit()
      #expect(try await Self.ids(store, of: one) == (0..<6).map { "a\($0)" })
      #expect(try await Self.ids(store, of: other) == (0..<6).map { "b\($0)" })
      #expect(try await store.unsealedAuditRecordCount() == 0)
    }
  }

  // Fails when two seal at once, or when one takes what another has taken.
  @Test("Of 64 that seal while others write, each record gets one place", arguments: StoreBackend.persistent)
  func race(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let stores = [try place.open(), try place.open()]
    let project = try projectID()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<300 {
        group.addTask { try await stores[index % 2].apply([Self.event("e\(index)", in: project)]) }
      }
      for index in 0..<64 {
        group.addTask {
          for _ in 0..<4 {
            _ = try await stores[index % 2].sealAudit(limit: 3 + index % 5, waiting: index.isMultiple(of: 3))
          }
        }
      }
      try await group.waitForAll()
    }
    try await stores[0].sealAudit()
    let ids = try await Self.ids(stores[1], of: project)
    #expect(ids.count == 300 && Set(ids).count == 300)
    for store in stores { await store.close() }
  }

  @Test("A chain goes on while its beginning is pruned", arguments: StoreBackend.persistent)
  func pruning(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let stores = [try place.open(), try place.open()]
    let project = try projectID()
    try await stores[0].apply((0..<100).map { Self.event("old\($0)", in: project) })
    try await stores[0].sealAudit()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          try await stores[0].apply([Self.event("new\(index)", in: project, at: later)])
          _ = try await stores[index % 2].sealAudit(limit: 10, waiting: true)
        }
        group.addTask { _ = try await stores[1].pruneAudit(before: later, reserving: nil, limit: 7) }
      }
      try await group.waitForAll()
    }
    try await stores[0].sealAudit()
    _ = try await stores[0].pruneAudit(before: later, reserving: nil, limit: 1_000)
    let head = try #require(try await stores[0].auditHeads().first)
    #expect(head.sequence == 140 && head.prunedSequence == 100)
    var hash = head.prunedHash
    for record in try await stores[0].auditRecords(of: project, after: 0, limit: 1_000) {
      hash = AuditChain.hash(after: hash, record.text)
      #expect(record.hash == hash)
    }
    #expect(hash == head.hash)
    for store in stores { await store.close() }
  }

  // Fails when one chain's failure ends the transaction of all, and when its records keep others from being found.
  @Test("A chain that takes no record keeps no other waiting", arguments: StoreBackend.persistent)
  func stuck(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let store = try place.open()
    let (bad, good) = (try projectID("bad"), try projectID("good"))
    // The place that the chain's first record is to have.
    let intruder: [SQLValue] = [
      .text(bad.rawValue), .integer(1), SQLValue(now), .text("{}"), .blob(AuditHead.genesis),
    ]
    try await Self.run([(AuditStatements.insert, intruder)], on: store)
    try await store.apply((0..<30).map { Self.event("bad\($0)", in: bad) })
    try await store.apply((0..<7).map { Self.event("good\($0)", in: good) } + [Self.event("all", in: nil)])
    let first = try #require(try await store.sealAudit(limit: 5, waiting: true))
    #expect(first.count == 5 && first.stuck.map(\.name) == ["bad"])
    #expect(first.stuck.first?.cause.contains("auditRecord") == true)
    let second = try #require(try await store.sealAudit(limit: 5, waiting: true))
    #expect(second.count == 3 && second.stuck.count == 1)
    #expect(try await Self.ids(store, of: good) == (0..<7).map { "good\($0)" })
    #expect(try await Self.ids(store, of: nil) == ["all"])
    #expect(try await store.unsealedAuditRecordCount() == 30)
    try await store.sealAudit()

    try await Self.run([("DELETE FROM audit_records WHERE chain = $1", [.text(bad.rawValue)])], on: store)
    try await store.sealAudit()
    #expect(try await Self.ids(store, of: bad) == (0..<30).map { "bad\($0)" })
    await store.close()
  }

  private static func run(_ statements: [(SQLStatement, [SQLValue])], on store: any Store) async throws {
    func run(on store: some Store) async throws {
      try await store.write { transaction in
        for (statement, arguments) in statements { try transaction.connection.execute(statement, arguments) }
      }
    }
    try await run(on: store)
  }

  // Fails when records are looked for behind the last id that was sealed.
  @Test(
    "What is committed late is sealed, too, and nobody waits for it",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."))
  func late() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try place.open()
    let project = try projectID()
    let text = AuditEvent(id: "late", at: now, project: project, actor: "system", action: .update).entryText
    let other = try PostgreSQLConnection(
      PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address(schema: place.schema)))
    try other.run("BEGIN")
    try other.execute(
      AuditStatements.insertEntry,
      [.text(project.rawValue), SQLValue(now), .text(text.beginning), .text(text.end)])
    try await store.apply([Self.event("first", in: project), Self.event("second", in: project)])
    try await store.sealAudit()
    #expect(try await Self.ids(store, of: project) == ["first", "second"])
    try other.run("COMMIT")
    try await store.sealAudit()
    #expect(try await Self.ids(store, of: project) == ["first", "second", "late"])
    await store.close()
  }

  // Fails when the chains' lock is waited for by who should not.
  @Test(
    "Whoever does not wait leaves the chains to who has them",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."))
  func busy() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try place.open()
    let project = try projectID()
    let other = try PostgreSQLConnection(
      PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address(schema: place.schema)))
    try other.run("BEGIN")
    try other.execute(AuditStatements.waitForChains)
    try await store.apply([Self.event("one", in: project)])
    #expect(try await store.sealAudit(limit: 10, waiting: false) == nil)
    try other.run("COMMIT")
    #expect(try await store.sealAudit(limit: 10, waiting: false)?.count == 1)
    await store.close()
  }

  @Test("A record's text is the event's, with its place in it")
  func text() throws {
    var event = AuditEvent(id: "e", at: now, project: try projectID("one"), actor: "ü\"", action: .signIn)
    event.details = ["sequence": "\"sequence\":0"]
    event.tenant = try scope(tenant: "t").tenant
    let text = event.entryText.at(4_711)
    event.sequence = 4_711
    #expect(try JSONDecoder().decode(AuditEvent.self, from: Data(text.utf8)) == event)
  }
}
