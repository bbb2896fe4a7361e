import Identity
import Testing

@testable import Operations
@testable import Storage

@Suite("What users do is gathered and written down")
struct ActivityRecorderTests {
  private static let begin = Instant(seconds: 1_800_000_000)
  private static let project = Scope(project: ProjectID(rawValue: "example")!)

  private static func withStore(_ body: (SQLiteAccountStore, SettableClock) async throws -> Void) async throws
  {
    let store = try SQLiteAccountStore(path: nil)
    let result: Result<Void, any Error>
    do {
      try await body(store, SettableClock(begin))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await store.close()
    try result.get()
  }

  private static func counts(_ store: SQLiteAccountStore) async throws -> [Int64] {
    try await store.activity(
      in: project, by: .hour, from: begin.adding(seconds: -86_400), until: begin.adding(seconds: 86_400)
    ).map(\.count)
  }

  @Test("counts of many tasks add up, each in the hour in which it was made")
  func gathering() async throws {
    try await Self.withStore { store, clock in
      let recorder = ActivityRecorder(store: store, clock: clock)
      let activity = Activity(.signIn, by: "password", .success)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { recorder.count(activity, in: Self.project) } }
      }
      clock.advance(seconds: 3_600)
      recorder.count(activity, in: Self.project)
      #expect(try await Self.counts(store).isEmpty)
      #expect(try await recorder.flush() == 0)
      #expect(try await Self.counts(store) == [100, 1])
      try await recorder.flush()
      #expect(try await Self.counts(store) == [100, 1])
    }
  }

  // Fails when a flush forgets what it could not write.
  @Test("what the database does not take waits for the next time, and adds up with what comes")
  func failure() async throws {
    try await Self.withStore { store, clock in
      let recorder = ActivityRecorder(store: store, clock: clock)
      let activity = Activity(.signUp, by: "google.com", .success)
      for _ in 0..<3 { recorder.count(activity, in: Self.project) }
      try await Self.rename("activity_counts", to: "away", store)
      await #expect(throws: StoreError.self) { try await recorder.flush() }
      recorder.count(activity, in: Self.project)
      try await Self.rename("away", to: "activity_counts", store)
      try await recorder.flush()
      #expect(try await Self.counts(store) == [4])
    }
  }

  // Fails when a flush that ends halfway puts back what it has written, or forgets what was left out.
  @Test("of a flush that ends halfway nothing is counted twice, and what was left out is told the next time")
  func halfway() async throws {
    try await Self.withStore { store, clock in
      let recorder = ActivityRecorder(store: store, clock: clock)
      for number in 0..<ActivityRecorder.maximumWaiting + 3 {
        recorder.count(Activity(.signIn, by: "oidc.\(number)", .success), in: Self.project)
      }
      let rows = 2 * ActivityRecorder.maximumBatch + 100
      try await Self.execute(
        """
        CREATE TRIGGER full_table BEFORE INSERT ON activity_counts
        WHEN (SELECT count(*) FROM activity_counts) >= \(rows) BEGIN SELECT RAISE(ABORT, 'full'); END
        """, store)
      await #expect(throws: StoreError.self) { try await recorder.flush() }
      #expect(try await !Self.counts(store).isEmpty)
      try await Self.execute("DROP TRIGGER full_table", store)
      #expect(try await recorder.flush() == 3)
      let counts = try await Self.counts(store)
      #expect(counts.count == ActivityRecorder.maximumWaiting && counts.allSatisfy { $0 == 1 })
    }
  }

  private static func execute(_ statement: String, _ store: SQLiteAccountStore) async throws {
    _ = try await store.write { transaction in
      try transaction.connection.execute(SQLStatement(statement))
    }
  }

  private static func rename(_ table: String, to other: String, _ store: SQLiteAccountStore) async throws {
    try await execute("ALTER TABLE \(table) RENAME TO \(other)", store)
  }

  // Fails when nothing bounds how many different counts wait.
  @Test("however many different things are counted, the memory that they take has an end")
  func bounded() async throws {
    try await Self.withStore { store, clock in
      let recorder = ActivityRecorder(store: store, clock: clock)
      for number in 0..<ActivityRecorder.maximumWaiting + 5 {
        recorder.count(Activity(.signIn, by: "oidc.\(number)", .success), in: Self.project)
      }
      recorder.count(Activity(.signIn, by: "oidc.1", .success), in: Self.project)
      #expect(try await recorder.flush() == 5)
      let counts = try await Self.counts(store)
      #expect(counts.count == ActivityRecorder.maximumWaiting && counts.contains(2))
      #expect(try await recorder.flush() == 0)
    }
  }

  @Test("hours and days are forgotten each in their time")
  func retention() async throws {
    try await Self.withStore { store, clock in
      let recorder = ActivityRecorder(store: store, clock: clock)
      recorder.count(Activity(.signIn, by: "password", .success), in: Self.project)
      try await recorder.flush()
      let retention = ActivityRetention(hours: 8 * 86_400, days: 30 * 86_400)
      func pruned(after seconds: Int64) async throws -> Int {
        try await retention.prune(store, now: Self.begin.adding(seconds: seconds), limit: 10)
      }
      #expect(try await pruned(after: 8 * 86_400 - 3_600) == 0)
      #expect(try await pruned(after: 8 * 86_400 + 3_600) == 1)
      #expect(try await pruned(after: 29 * 86_400) == 0)
      #expect(try await pruned(after: 31 * 86_400) == 1)
      #expect(
        try await ActivityRetention(days: nil).prune(store, now: Instant(milliseconds: .max), limit: 9) == 0
      )
    }
  }
}
