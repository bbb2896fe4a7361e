import Identity
import TestTools
import Testing

@testable import Storage

@Suite("A sweep goes in small steps", .fewAtOnce)
struct SweepStepTests {
  private static let limit = 500
  private static let tables = [
    "artifacts", "redemptions", "sessions", "diagnoses", "throttles", "outbox", "audit_records",
  ]

  private static func hash(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) } + [UInt8](repeating: 0, count: 24)
  }

  private static func counts(_ store: SQLiteAccountStore) async throws -> [Int64] {
    try await store.read { connection in
      try tables.map { table in
        let statement = SQLStatement("SELECT COUNT(*) FROM \(table)")
        return try connection.first(statement, []) { row in try row.integer(0) } ?? 0
      }
    }
  }

  /// What has expired by `now`, or expires an hour later.
  private static func write(_ table: String, _ number: Int, of account: Account, expired: Bool) throws
    -> StoreWrite
  {
    let end = now.adding(seconds: expired ? -Int64(number % 60) : 7_200)
    let begin = now.adding(seconds: -7_200)
    let scope = account.scope
    switch table {
    case "artifacts":
      return .insertArtifact(
        Artifact(
          tokenHash: hash(number), purpose: "passwordReset", scope: scope, payload: [], createdAt: begin,
          expiresAt: end))
    case "redemptions": return .redeem(key: "\(number)", scope: scope, expiresAt: end, now: begin)
    case "sessions":
      var session = sampleSession(0, of: account)
      session.tokenHash = hash(number)
      session.forgetAt = end
      return .insertSession(session)
    case "diagnoses":
      return .insertDiagnosis(
        DiagnosisRecord(
          id: "\(number)", project: scope.project, recordedAt: begin, expiresAt: end, document: "{}"))
    case "throttles":
      return .remember(ThrottleKey(scope: scope, kind: "k", subject: hash(number)), until: end, now: begin)
    case "outbox":
      // Who may have claimed one has an hour to say what came of it.
      return .insertMessage(
        OutboxEntry(
          id: "\(number)", scope: scope, channel: .mail, payload: [], createdAt: begin,
          expiresAt: end.adding(seconds: -3_600)), limit: 100_000)
    default:
      return .appendAudit(
        AuditEvent(
          id: "\(number)", at: end, project: try projectID("chain-\(number % 7)"), actor: "system",
          action: .update))
    }
  }

  private static func fill(_ store: SQLiteAccountStore, _ counts: [(table: String, rows: Int)]) async throws {
    let scope = try scope()
    var accounts: [Account] = []
    for number in 0..<10 { accounts.append(try plainAccount("a\(number)", in: scope)) }
    try await store.apply(accounts.map { .insertAccount($0) })
    for (table, rows) in counts {
      for start in stride(from: 0, to: rows, by: 1_000) {
        try await store.apply(
          (start..<min(start + 1_000, rows)).map { number in
            try write(table, number, of: accounts[number % 10], expired: true)
          })
      }
      try await store.apply(
        (0..<3).map { try write(table, 1_000_000 + $0, of: accounts[0], expired: false) })
    }
  }

  @Test(
    "50,000 expired rows go, each step takes no more of a kind than it may, and what has not expired stays")
  func steps() async throws {
    try await withSQLite { store in
      let rows = [
        ("artifacts", 15_000), ("redemptions", 9_000), ("sessions", 9_000), ("diagnoses", 5_000),
        ("throttles", 10_000), ("outbox", 2_000),
      ]
      try await Self.fill(store, rows)
      var before = try await Self.counts(store)
      let all = before.reduce(0, +)
      #expect(all == 50_018)
      var steps = 0
      while true {
        let commits = store.commits.figures.commits
        let swept = try await store.sweep(now: now, limit: Self.limit)
        let transactions = store.commits.figures.commits - commits
        #expect(transactions == SweptKind.allCases.count)
        let after = try await Self.counts(store)
        let taken: [Int64] = zip(before, after).map { $0 - $1 }
        let most = try #require(taken.max())
        #expect(most <= Int64(Self.limit), "\(taken)")
        let sum = taken.reduce(0, +)
        #expect(sum == Int64(swept))
        before = after
        if swept == 0 { break }
        steps += 1
      }
      #expect(steps == 15_000 / Self.limit)
      let kept: [Int64] = [3, 3, 3, 3, 3, 3, 0]
      #expect(before == kept)
    }
  }

  @Test("Audit records of all chains together are pruned no more at once than may be")
  func auditSteps() async throws {
    try await withSQLite { store in
      try await Self.fill(store, [("audit_records", 7_000)])
      try await store.sealAudit()
      var before = try await Self.counts(store)
      var steps = 0
      while true {
        let pruned = try await store.pruneAudit(
          before: now.adding(seconds: 1), reserving: nil, limit: Self.limit)
        let after = try await Self.counts(store)
        let taken = Int(before[6] - after[6])
        #expect(taken == pruned.count)
        #expect(taken <= Self.limit)
        before = after
        if pruned.count == 0 { break }
        steps += 1
      }
      // Three chains have a record that has not expired; of the others the last stays.
      #expect(steps == 14 && before[6] == 7)
    }
  }

  @Test("Too many diagnoses of one project go in steps, too")
  func trimmed() async throws {
    try await withSQLite { store in
      let account = try plainAccount("a", in: try scope())
      let count = DiagnosisRecord.maximumCount + 1_200
      for start in stride(from: 0, to: count, by: 1_000) {
        try await store.apply(
          (start..<min(start + 1_000, count)).map {
            try Self.write("diagnoses", $0, of: account, expired: false)
          })
      }
      var taken: [Int] = []
      for _ in 0..<4 { taken.append(try await store.sweep(now: now, limit: Self.limit)) }
      // All are of one moment: as old as the newest that is too many.
      #expect(taken.allSatisfy { $0 <= Self.limit } && taken[0] == Self.limit)
    }
  }
}
