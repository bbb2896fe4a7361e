import Dispatch
import Identity
import Synchronization
import TestTools
import Testing

@testable import Storage

@Suite(
  "PostgreSQL", .fewAtOnce, .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."),
  .timeLimit(.minutes(15)))
struct PostgreSQLStoreTests {
  private static func login(_ place: StorePlace) throws -> PostgreSQLLogin {
    PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address(schema: place.schema))
  }

  /// Ends every connection of a schema's stores, as a server does that is stopped.
  private static func endConnections(of place: StorePlace) throws {
    let login = PostgreSQLLogin(address: try PostgreSQLServer.shared.get().address())
    try PostgreSQLConnection(login).run(
      "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity WHERE application_name = '\(place.schema)'"
    )
  }

  private static func store(_ place: StorePlace) throws -> PostgreSQLAccountStore {
    try PostgreSQLAccountStore(
      PostgreSQLLogin(
        address: try PostgreSQLServer.shared.get().address(schema: place.schema)
          + "&application_name=\(place.schema)"), connections: 4,
      longestWait: StorePlace.longestWait)
  }

  // Fails when a lost connection is given back to the pool, or ends what was to be run on it.
  @Test("When the server ends the connections, nobody notices")
  func endedConnections() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try Self.store(place)
    let account = try plainAccount("a", in: try scope())
    try await store.apply([.insertAccount(account)])
    for round in 0..<5 {
      try Self.endConnections(of: place)
      #expect(try await store.account(account.id, in: account.scope) != nil)
      try Self.endConnections(of: place)
      try await store.apply([.insertAccount(try plainAccount("b\(round)", in: account.scope))])
    }
    #expect(try await store.accountCount(in: account.scope) == 6)
    await store.close()
  }

  // Fails when what was lost while it was running is not told from what may have been committed.
  @Test(
    "What is lost before it is committed is done anew; what is lost while it is committed is told, and left")
  func lostInTheMiddle() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try Self.store(place)
    let scope = try scope()
    let runs = Counter()
    try await store.write { transaction in
      try transaction.apply([.insertAccount(try plainAccount("a", in: scope))])
      if runs.next() == 1 { try Self.endConnections(of: place) }
      try transaction.apply([.insertAccount(try plainAccount("b", in: scope))])
    }
    #expect(runs.value == 2)
    await #expect(throws: StoreError.self) {
      try await store.write { transaction in
        _ = runs.next()
        try transaction.apply([.insertAccount(try plainAccount("c", in: scope))])
        try transaction.connection.settle()
        try Self.endConnections(of: place)
      }
    }
    #expect(runs.value == 3)
    #expect(try await store.accountCount(in: scope) == 2)
    await store.close()
  }

  /// Runs a body while a transaction of another store is open, and lets that one go on when the body waits for it, or has
  /// ended without.
  private static func meanwhile(
    _ place: StorePlace, _ open: [StoreWrite], then rest: [StoreWrite],
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let store = try Self.store(place)
    let begun = DispatchSemaphore(value: 0)
    let ended = Counter()
    let login = try login(place)
    async let other: Void = {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          begun.wait()
          continuation.resume()
        }
      }
      try await body()
      _ = ended.next()
    }()
    try await store.write { transaction in
      // Locks are those of the whole.
      try AccountLocks(for: open + rest).take(on: transaction.connection)
      try transaction.apply(open)
      try transaction.connection.settle()
      begun.signal()
      let watcher = try PostgreSQLConnection(login)
      while ended.value == 0 {
        let waiting = try watcher.first(
          "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = $1 AND application_name = $2",
          [.text("Lock"), .text(place.schema)]
        ) { row in try row.integer(0) }
        if waiting == 1 { break }
      }
      try transaction.apply(rest)
    }
    try await other
    await store.close()
  }

  // Fails when an account is not locked before its sessions are ended, or before one is added (each alone).
  @Test("Whoever ends a sign-in meets the session that is added at the same moment, however it is added")
  func endedMeanwhile() async throws {
    for isRotation in [true, false] {
      let place = try StorePlace(.postgreSQL)
      let store = try Self.store(place)
      let account = try plainAccount("a", in: try scope())
      let session = sampleSession(1, of: account)
      let next = sampleSession(2, of: account)
      try await store.apply([.insertAccount(account), .insertSession(session)])
      let forgetAt = now.adding(seconds: 1_000)
      let first: StoreWrite =
        isRotation
        ? .rotateSession(
          tokenHash: session.tokenHash, successor: next, sealedSuccessor: [1], now: now, forgetAt: forgetAt)
        : .requireSignIn(account.id, account.scope, authenticatedAt: session.authenticatedAt)
      try await Self.meanwhile(place, [first], then: isRotation ? [] : [.insertSession(next)]) {
        try await store.apply([.revokeSessionFamily(of: session, now: now, forgetAt: forgetAt)])
      }
      #expect(try await store.session(tokenHash: next.tokenHash)?.session.revokedAt == now, "\(isRotation)")
      await store.close()
    }
  }

  // Fails when nobody waits for who gives an account another spelling of the address (by a new account, by a change; each
  // alone).
  @Test("Two spellings of an address that are given at the same moment are given to one account")
  func spelledMeanwhile() async throws {
    let spellings = ["jos\u{E9}@example.com", "jose\u{301}@example.com"].map { EmailAddress.stored($0) }
    for (first, second) in [(0, 1), (1, 0)] {
      for isChange in [false, true] {
        let place = try StorePlace(.postgreSQL)
        let store = try Self.store(place)
        let scope = try scope()
        var (one, other) = (try plainAccount("one", in: scope), try plainAccount("other", in: scope))
        if isChange { try await store.apply([.insertAccount(one), .insertAccount(other)]) }
        one.email = spellings[first]
        other.email = spellings[second]
        let (winner, loser) = (one, other)
        func write(_ account: Account) -> StoreWrite {
          isChange ? .updateAccount(account) : .insertAccount(account)
        }
        let late = write(loser)
        try await Self.meanwhile(place, [write(winner)], then: []) {
          #expect(await store.refusal(of: [late]) == .conflict(.emailTaken), "\(first), \(isChange)")
        }
        let normal = try email("jos\u{E9}@example.com")
        #expect(try await store.account(holding: normal, in: scope)?.id == winner.id)
        await store.close()
      }
    }
  }

  // Fails when a sweep asks for the condition in the list of rows alone (that of redemptions, throttles, sessions; each
  // alone).
  @Test("What is renewed while it is swept stays")
  func renewedMeanwhile() async throws {
    let scope = try scope()
    let account = try plainAccount("a", in: scope)
    var session = sampleSession(1, of: account)
    let key = ThrottleKey(scope: scope, kind: "kind", subject: [1])
    let end = now.adding(seconds: 100)
    let later = end.adding(seconds: 1)
    let next = later.adding(seconds: 100)
    session.forgetAt = end
    let redemption = { (until: Instant, moment: Instant) in
      StoreWrite.redeem(key: "key", scope: scope, expiresAt: until, now: moment)
    }
    let cases: [(before: [StoreWrite], renewal: StoreWrite)] = [
      ([redemption(end, now)], redemption(next, later)),
      ([.remember(key, until: end, now: now)], .remember(key, until: next, now: later)),
      (
        [.insertAccount(account), .insertSession(session)],
        .noteSessionUse(tokenHash: session.tokenHash, at: later, forgetAt: next)
      ),
    ]
    for (index, (before, renewal)) in cases.enumerated() {
      let place = try StorePlace(.postgreSQL)
      let store = try Self.store(place)
      try await store.apply(before)
      try await Self.meanwhile(place, [renewal], then: []) {
        let count = try await store.sweep(now: later, limit: 10)
        #expect(count == 0, "\(index)")
      }
      await store.close()
    }
  }

  // Fails when a transaction that lost is not run again.
  @Test("Of two transactions that wait for each other, one is run again, and both are kept")
  func deadlock() async throws {
    let place = try StorePlace(.postgreSQL)
    let store = try Self.store(place)
    let scope = try scope()
    let accounts = [try plainAccount("a", in: scope), try plainAccount("b", in: scope)]
    try await store.apply(accounts.map { .insertAccount($0) })
    let (runs, both) = (Counter(), Counter())
    let together = DispatchSemaphore(value: 0)
    @Sendable func write(_ order: [Account]) async throws(StoreError) {
      try await store.write { transaction in
        _ = runs.next()
        for account in order {
          try transaction.apply([.recordSignIn(account.id, scope, version: account.version, at: later)])
          try transaction.connection.settle()
          // Until each has what the other wants next.
          if both.next() == 2 { for _ in 0..<2 { together.signal() } }
          if both.value <= 2 { together.wait() }
        }
      }
    }
    async let one: Void = write(accounts)
    async let other: Void = write(accounts.reversed())
    _ = try await (one, other)
    #expect(runs.value == 3)
    for account in accounts {
      #expect(try await store.account(account.id, in: scope)?.lastLoginAt == later)
    }
    await store.close()
  }

  // Fails when a write does not notify, or notifies before it is committed.
  @Test("What one server changes, the other hears; what is refused, nobody does")
  func changes() async throws {
    // What is said is heard in the whole database.
    let login = PostgreSQLLogin(address: try PostgreSQLServer.shared.get().makeDatabase())
    let (one, other) = (try PostgreSQLAccountStore(login), try PostgreSQLAccountStore(login))
    var heard = other.changes().makeAsyncIterator()
    // It cannot know what it missed.
    var first: Set<StoreChange> = []
    while first.count < 2, let change = await heard.next() { first.insert(change) }
    let key = SigningKeyRecord(
      keyID: "k", algorithm: "RS256", sealedPrivateKey: [1], certificate: "c", createdAt: now, activeFrom: now
    )
    let tenant = Tenant(
      id: try #require(TenantID(rawValue: "none")), project: try projectID(), createdAt: now)
    #expect(await one.refusal(of: [.insertSigningKey(key), .updateTenant(tenant)]) == .conflict(.stale))
    try await one.apply([.insertAccount(try plainAccount("a", in: try scope()))])
    try await one.apply([.insertProject(try sampleProject("demo", number: "1", apiKeys: ["k"]))])
    #expect(await heard.next() == .configuration)
    try await one.apply([.insertSigningKey(key)])
    #expect(await heard.next() == .signingKeys)
    for store in [one, other] { await store.close() }
    while await heard.next() != nil {}
  }

  @Test("A database that would lose what it acknowledges, or cannot hold every text, is refused")
  func unfit() throws {
    let good = PostgreSQLSettings(
      version: 150_004, fsync: "on", fullPageWrites: "on", synchronousCommit: "remote_apply", encoding: "UTF8"
    )
    try good.check()
    for change: (inout PostgreSQLSettings) -> Void in [
      { $0.version = 120_000 }, { $0.fsync = "off" }, { $0.fullPageWrites = "off" },
      { $0.synchronousCommit = "off" }, { $0.encoding = "SQL_ASCII" },
    ] {
      var settings = good
      change(&settings)
      #expect(throws: SQLFailure.self) { try settings.check() }
    }
  }

  @Test("A server that is not there is told without its address, and a wrong login as well")
  func unreachable() throws {
    for address in ["postgresql://secret-user@127.0.0.1:1/secret-database", "nonsense", "postgresql://%zz"] {
      let error = #expect(throws: StoreError.self) {
        try PostgreSQLAccountStore(PostgreSQLLogin(address: address))
      }
      let text = "\(try #require(error))"
      #expect(text.contains("unavailable") && !text.contains("secret"), "\(text)")
    }
  }

  @Test("Servers that start together on an empty database take its steps once")
  func together() async throws {
    let place = try StorePlace(.postgreSQL)
    let stores = try await withThrowingTaskGroup(of: PostgreSQLAccountStore.self) { group in
      for _ in 0..<6 { group.addTask { try Self.store(place) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await stores[0].apply([.insertAccount(try plainAccount("a", in: try scope()))])
    #expect(try await stores[5].accountCount(in: try scope()) == 1)
    for store in stores { await store.close() }
    let state = try PostgreSQLState(of: Self.login(place))
    #expect(state.age == .current && !state.hasSigningKeys)
    #expect(try PostgreSQLState(of: Self.login(try StorePlace(.postgreSQL))).age == .empty)
  }
}

/// Counts in whichever thread.
private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
