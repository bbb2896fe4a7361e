import Dispatch
import Identity
import TestTools
import Testing

@testable import Storage

@Suite(
  "Writers to one project do not wait for each other on PostgreSQL", .fewAtOnce,
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."), .timeLimit(.minutes(15)))
struct ConcurrentWriteTests {
  private func store(_ place: StorePlace) throws -> PostgreSQLAccountStore {
    try PostgreSQLAccountStore(
      PostgreSQLLogin(
        address: try PostgreSQLServer.shared.get().address(schema: place.schema)
          + "&application_name=\(place.schema)"), connections: 4,
      longestWait: StorePlace.longestWait)
  }

  private func event(_ number: Int, in scope: Scope) -> StoreWrite {
    .appendAudit(
      AuditEvent(
        id: "event-\(number)", at: Instant(seconds: Int64(number)), project: scope.project, actor: "user",
        action: .signIn))
  }

  // Fails when a refused batch takes others along, or leaves something behind.
  @Test("Of many batches at once, those that are refused leave their neighbours alone", arguments: 1...3)
  func neighbours(round: Int) async throws {
    let place = try StorePlace(.postgreSQL)
    let stores = [try store(place), try store(place)]
    let scope = try scope()
    var taken = try plainAccount("taken", in: scope)
    taken.email = try email("taken@example.com")
    try await stores[0].apply([.insertAccount(taken)])
    let count = 120
    let refusals = await withTaskGroup(of: (Int, Refusal?).self) { group in
      for number in 0..<count {
        group.addTask {
          do {
            var account = try plainAccount("a-\(number)", in: scope)
            var writes: [StoreWrite] = [.insertAccount(account)]
            if number % 4 == 1 {
              account = try plainAccount("b-\(number)", in: scope)
              account.email = try email("taken@example.com")
              writes.append(.insertAccount(account))
            }
            return (number, await stores[number % 2].refusal(of: writes + [event(number, in: scope)]))
          } catch {
            return (number, nil)
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<count {
      let isRefused = number % 4 == 1
      #expect(refusals[number] == (isRefused ? .conflict(.emailTaken) : nil))
      let found = try await stores[0].account(try accountID("a-\(number)"), in: scope)
      #expect((found == nil) == isRefused)
    }
    try await stores[0].sealAudit()
    let records = try await stores[0].auditRecords(of: scope.project, after: 0, limit: 1_000)
    #expect(records.map(\.sequence) == Array(1...Int64(count * 3 / 4)))
    for store in stores { await store.close() }
  }

  // Fails when a throttle is looked at after the transaction that it should have stopped.
  @Test("No more are let in than a throttle lets")
  func throttled() async throws {
    let place = try StorePlace(.postgreSQL)
    let stores = [try store(place), try store(place)]
    let scope = try scope()
    let key = ThrottleKey(scope: scope, kind: "test", subject: [1, 2, 3])
    let throttle = Throttle.rate(10, per: 3_600)
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let writes: [StoreWrite] = [
            .countTry(key, throttle, now: Instant(seconds: 1_000)), event(number, in: scope),
          ]
          return await stores[number % 2].refusal(of: writes) == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 10)
    try await stores[0].sealAudit()
    let records = try await stores[0].auditRecords(of: scope.project, after: 0, limit: 1_000)
    #expect(records.count == 10)
    for store in stores { await store.close() }
  }

  // Fails when a batch is lost with the connection that it was to be written by.
  @Test("Batches whose connections have ended meanwhile are written by others")
  func endedConnections() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try store(place)
    let scope = try scope()
    let other = try PostgreSQLConnection(
      PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address()))
    for round in 0..<3 {
      try other.run(
        "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity WHERE application_name = '\(place.schema)'"
      )
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          group.addTask {
            let account = try plainAccount("c-\(round)-\(number)", in: scope)
            try await store.apply([.insertAccount(account), event(round * 60 + number, in: scope)])
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(try await store.accountCount(in: scope) == 180)
    await store.close()
  }

  // Fails when writers may have all connections.
  @Test("Readers are answered while more writers wait for a row than there are connections")
  func readersBesideWaitingWriters() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try store(place)
    let scope = try scope()
    let kept = try plainAccount("kept", in: scope)
    try await store.apply([.insertAccount(kept)])
    let other = try PostgreSQLConnection(
      PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address(schema: place.schema)))
    try other.run("BEGIN; SELECT 1 FROM accounts WHERE local_id = 'kept' FOR UPDATE")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        // Those who are not served in time are refused.
        group.addTask {
          _ = await store.refusal(of: [.recordSignIn(kept.id, scope, version: kept.version, at: later)])
        }
      }
      for _ in 0..<20 {
        group.addTask {
          do {
            #expect(try await store.account(kept.id, in: scope) != nil)
          } catch {
            Issue.record(error)
          }
        }
      }
      // All the readers, before the row is free.
      for _ in 0..<20 { await group.next() }
      do { try other.run("COMMIT") } catch { Issue.record(error) }
    }
    await store.close()
  }

  // Fails when whoever waits for a row keeps something that the others need.
  @Test("Who meets a row that somebody keeps is written when it is free, and the others before")
  func keptRow() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try store(place)
    let scope = try scope()
    let kept = try plainAccount("kept", in: scope)
    try await store.apply([.insertAccount(kept), event(0, in: scope)])
    let other = try PostgreSQLConnection(
      PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address(schema: place.schema)))
    try other.run("BEGIN; SELECT 1 FROM accounts WHERE local_id = 'kept' FOR UPDATE")
    let write = StoreWrite.recordSignIn(kept.id, scope, version: kept.version, at: later)
    let keptEvent = event(1, in: scope)
    // Waits for longer than is usual: on a busy machine the others take their time.
    async let waiting: Void = store.write { transaction in
      try transaction.connection.run("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
      try transaction.apply([write, keptEvent])
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 2..<10 {
        group.addTask {
          let account = try plainAccount("d-\(number)", in: scope)
          try await store.apply([.insertAccount(account), event(number, in: scope)])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.account(kept.id, in: scope)?.lastLoginAt != later)
    try other.run("COMMIT")
    try await waiting
    #expect(try await store.account(kept.id, in: scope)?.lastLoginAt == later)
    try await store.sealAudit()
    let records = try await store.auditRecords(of: scope.project, after: 0, limit: 1_000)
    #expect(records.map(\.sequence) == Array(1...10))
    await store.close()
  }
}
