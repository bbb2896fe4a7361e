import Foundation
import Identity
import Testing

@testable import Operations
@testable import Storage

@Suite("Verifying the audit log")
struct AuditVerificationTests {
  private static let project = ProjectID(rawValue: "example")

  private func verify(
    _ store: SQLiteAccountStore, keeping: Int64? = nil, _ tampering: SQLStatement...
  ) async throws -> AuditVerification.Report {
    var kept: [AuditVerification.KeptHead] = []
    if let keeping {
      let record = try #require(
        try await store.auditRecords(of: Self.project, after: keeping - 1, limit: 1).first)
      kept = [.init(chain: Self.project, sequence: keeping, hash: record.hash)]
    }
    _ = try await store.commits.run { connection in
      for statement in tampering { try connection.execute(statement) }
      return 0
    }
    let head = try #require(try await store.auditHeads().first { $0.chain == Self.project })
    return try await AuditVerification(store: store).verify(head, against: kept)
  }

  private func withLog(
    _ count: Int = 6, _ body: @Sendable (SQLiteAccountStore) async throws -> Void
  ) async throws {
    let store = try SQLiteAccountStore(path: nil)
    for index in 0..<count {
      let event = AuditEvent(
        id: "event\(index)", at: Instant(seconds: Int64(index)), project: Self.project, actor: "system",
        action: .update)
      try await store.apply([.appendAudit(event)])
    }
    try await store.sealAudit()
    do {
      try await body(store)
      await store.close()
    } catch {
      await store.close()
      throw error
    }
  }

  @Test("a log that nobody touched is as it was written, also across pages and after pruning")
  func intact() async throws {
    try await withLog(2_100) { store in
      let report = try await verify(store, keeping: 1_500)
      #expect(report.fault == nil && report.count == 2_100 && report.last == 2_100)
      #expect(
        try await store.pruneAudit(before: Instant(seconds: 10), reserving: nil, limit: 100).count == 10)
      let rest = try await verify(store, keeping: 1_500)
      #expect(rest.fault == nil && rest.count == 2_090 && rest.first == 11)
    }
  }

  // Fails when the hash is not of the text, or is not compared.
  @Test("a changed record is found, also when its own hash was made to fit")
  func changed() async throws {
    try await withLog { store in
      let report = try await verify(
        store, "UPDATE audit_records SET record = replace(record, 'system', 'nobody') WHERE sequence = 3")
      #expect(report.fault == .changed(3) && report.last == 2)
    }
    try await withLog { store in
      let records = try await store.auditRecords(of: Self.project, after: 0, limit: 10)
      let forged = records[2].text.replacing("system", with: "nobody")
      let hash = AuditChain.hash(after: records[1].hash, forged)
      let report = try await verify(
        store,
        SQLStatement(
          "UPDATE audit_records SET record = replace(record, 'system', 'nobody'), "
            + "hash = x'\(hexadecimalText(hash))' WHERE sequence = 3"))
      #expect(report.fault == .changed(4))
    }
  }

  // Fails when places are not counted, and when a misplaced record's own number is not looked at.
  @Test("a removed record and two that changed places are found")
  func removed() async throws {
    try await withLog { store in
      let report = try await verify(store, "DELETE FROM audit_records WHERE sequence = 4")
      #expect(report.fault == .missing(4, next: 5))
    }
    try await withLog { store in
      let report = try await verify(
        store, "UPDATE audit_records SET sequence = 99 WHERE sequence = 2",
        "UPDATE audit_records SET sequence = 2 WHERE sequence = 5",
        "UPDATE audit_records SET sequence = 5 WHERE sequence = 99")
      #expect(report.fault == .misplaced(2, writtenFor: 5))
    }
  }

  // Fails when the head is not compared, and when a kept head is not.
  @Test("an end that was cut off is found, with the head's help or that of a head that was kept")
  func truncated() async throws {
    try await withLog { store in
      let report = try await verify(store, "DELETE FROM audit_records WHERE sequence > 4")
      #expect(report.fault == .truncated(last: 4, expected: 6))
    }
    let cuts: [SQLStatement] = [
      "DELETE FROM audit_records WHERE sequence > 4",
      """
      UPDATE audit_heads SET sequence = 4, hash = (SELECT hash FROM audit_records WHERE sequence = 4)
      WHERE chain = 'example'
      """,
    ]
    try await withLog { store in
      let report = try await verify(store, cuts[0], cuts[1])
      #expect(report.fault == nil)
    }
    try await withLog { store in
      let report = try await verify(store, keeping: 5, cuts[0], cuts[1])
      #expect(report.fault == .truncated(last: 4, expected: 5))
    }
  }

  @Test("a log that was written anew is found by a head that was kept")
  func rewritten() async throws {
    try await withLog { store in
      let records = try await store.auditRecords(of: Self.project, after: 0, limit: 10)
      let kept = AuditVerification.KeptHead(chain: Self.project, sequence: 4, hash: records[3].hash)
      var hash = records[0].hash
      for record in records.dropFirst() {
        let text = record.text.replacing("system", with: "nobody")
        hash = AuditChain.hash(after: hash, text)
        let place = record.sequence
        let (forged, digits) = (text, hexadecimalText(hash))
        _ = try await store.commits.run { connection in
          try connection.execute(
            SQLStatement("UPDATE audit_records SET record = $1, hash = x'\(digits)' WHERE sequence = $2"),
            [.text(forged), .integer(place)])
        }
      }
      let digits = hexadecimalText(hash)
      let head = SQLStatement("UPDATE audit_heads SET hash = x'\(digits)' WHERE chain = 'example'")
      #expect(try await verify(store, head).fault == nil)
      let end = try #require(try await store.auditHeads().first)
      #expect(try await AuditVerification(store: store).verify(end, against: [kept]).fault == .rewritten(4))
    }
  }

  // Fails when the head is read once.
  @Test("what a server prunes meanwhile is not missing, whatever the head was that the reader began with")
  func prunedMeanwhile() async throws {
    try await withLog { store in
      let head = try #require(try await store.auditHeads().first)
      _ = try await store.pruneAudit(before: Instant(seconds: 3), reserving: nil, limit: 100)
      let report = try await AuditVerification(store: store).verify(head)
      #expect(report.fault == nil && report.first == 4 && report.last == 6)
      // All that the first head was of is gone.
      for index in 6..<9 as Range<Int64> {
        let event = AuditEvent(
          id: "event\(index)", at: Instant(seconds: index), project: Self.project, actor: "system",
          action: .update)
        try await store.apply([.appendAudit(event)])
      }
      try await store.sealAudit()
      _ = try await store.pruneAudit(before: Instant(seconds: 8), reserving: nil, limit: 100)
      let rest = try await AuditVerification(store: store).verify(head)
      #expect(rest.fault == nil && rest.first == 9 && rest.last == 9)
      // What nobody pruned is missing all the same.
      let latest = try #require(try await store.auditHeads().first)
      _ = try await store.commits.run { connection in
        try connection.execute("DELETE FROM audit_records WHERE sequence = 9")
        return 0
      }
      let cut = try await AuditVerification(store: store).verify(latest)
      #expect(cut.fault == .truncated(last: 8, expected: 9))
    }
  }

  @Test("records before a head that was kept may not have been pruned unseen")
  func prunedPastHead() async throws {
    try await withLog { store in
      _ = try await store.pruneAudit(before: Instant(seconds: 4), reserving: nil, limit: 100)
      let head = try #require(try await store.auditHeads().first)
      let kept = AuditVerification.KeptHead(chain: Self.project, sequence: 2, hash: head.hash)
      let report = try await AuditVerification(store: store).verify(head, against: [kept])
      #expect(report.fault == .pruned(2, through: 4))
      let same = AuditVerification.KeptHead(chain: Self.project, sequence: 4, hash: head.prunedHash)
      #expect(try await AuditVerification(store: store).verify(head, against: [same]).fault == nil)
    }
  }

  // MARK: In steps

  private func steps(
    _ store: SQLiteAccountStore, of limit: Int,
    between: (Int) async throws -> Void = { _ in }
  ) async throws -> [AuditVerification.Step] {
    var steps: [AuditVerification.Step] = []
    var place: AuditVerification.KeptHead?
    repeat {
      let step = try await AuditVerification(store: store).step(of: Self.project, after: place, limit: limit)
      steps.append(try #require(step))
      place = step?.next
      try await between(steps.count)
    } while place != nil
    return steps
  }

  @Test("a chain is verified part by part, to what was appended meanwhile, over what was pruned meanwhile")
  func inSteps() async throws {
    try await withLog(10) { store in
      let plain = try await steps(store, of: 4)
      #expect(plain.map(\.report.last) == [4, 8, 10] && plain.map(\.report.count) == [4, 4, 2])
      #expect(plain.allSatisfy { $0.report.fault == nil })
      let whole = try await steps(store, of: 10)
      #expect(whole.count == 1)
      let grown = try await steps(store, of: 6) { count in
        guard count == 1 else { return }
        let event = AuditEvent(
          id: "new", at: Instant(seconds: 99), project: Self.project, actor: "system", action: .update)
        try await store.apply([.appendAudit(event)])
        try await store.sealAudit()
        _ = try await store.pruneAudit(before: Instant(seconds: 8), reserving: nil, limit: 100)
      }
      #expect(grown.map(\.report.first) == [1, 9] && grown.map(\.report.last) == [6, 11])
      #expect(grown.allSatisfy { $0.report.fault == nil })
      let other = try await AuditVerification(store: store).step(of: ProjectID(rawValue: "none"), limit: 9)
      #expect(other == nil)
    }
  }

  // Fails when a step takes the place that it is told for verified without looking.
  @Test("what is changed between two steps, or in one, is found")
  func tamperedBetweenSteps() async throws {
    for (statement, fault) in [
      ("UPDATE audit_records SET hash = x'00' WHERE sequence = 4", .rewritten(4)),
      ("DELETE FROM audit_records WHERE sequence = 4", .missing(4, next: 5)),
      ("UPDATE audit_records SET record = replace(record, 'system', 'x') WHERE sequence = 6", .changed(6)),
      ("DELETE FROM audit_records WHERE sequence > 7", .truncated(last: 7, expected: 10)),
    ] as [(SQLStatement, AuditVerification.Fault)] {
      try await withLog(10) { store in
        let found = try await steps(store, of: 4) { count in
          guard count == 1 else { return }
          _ = try await store.commits.run { connection in try connection.execute(statement) }
        }
        #expect(found.last?.report.fault == fault && found.last?.next == nil)
      }
    }
  }
}
