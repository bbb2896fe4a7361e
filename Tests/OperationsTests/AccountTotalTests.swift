import Identity
import TestSupport
import Testing

@testable import Operations

@Suite("How many accounts there are")
struct AccountTotalTests {
  private static func add(_ ids: ClosedRange<Int>, _ server: TestServer) async throws {
    let scope = Scope(project: TestServer.project)
    try await server.service.store.apply(
      try ids.map { id in
        .insertAccount(
          Account(
            id: try #require(AccountID(rawValue: "u\(id)")), scope: scope, createdAt: Instant(seconds: 1)))
      })
  }

  // Fails when AccountTotals counts all of them for every page, or never again.
  @Test("few are counted at once, many beside the page and from time to time")
  func totals() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_800_000_000))
    try await TestServer.run(options) { server in
      let scope = Scope(project: TestServer.project)
      let (store, clock) = (server.service.store, server.clock)
      let totals = AccountTotals(limit: 3, lifetime: 600)
      func total() async throws -> AccountTotal { try await totals.total(in: scope, store, clock) }
      try await Self.add(1...3, server)
      #expect(try await total() == AccountTotal(count: 3))
      try await Self.add(4...5, server)
      #expect(try await total() == AccountTotal(count: 3, isLowerBound: true))
      await totals.settle()
      let countedAt = clock.now()
      #expect(try await total() == AccountTotal(count: 5, countedAt: countedAt))
      try await Self.add(6...6, server)
      clock.advance(seconds: 599)
      #expect(try await total() == AccountTotal(count: 5, countedAt: countedAt))
      clock.advance(seconds: 1)
      #expect(try await total() == AccountTotal(count: 5, countedAt: countedAt))
      await totals.settle()
      #expect(try await total() == AccountTotal(count: 6, countedAt: clock.now()))
    }
  }

  @Test("a tenant's accounts are its own, and administrators alone are told")
  func scopes() async throws {
    try await TestServer.run { server in
      let tenant = try await server.openTenant("tea")
      try await Self.add(1...2, server)
      let project = try await server.project()
      let administrator = Caller(project: project, authority: .administrator)
      #expect(try await server.service.accountTotal(administrator).count == 2)
      let other = Caller(project: project, tenant: tenant, authority: .administrator)
      #expect(try await server.service.accountTotal(other).count == 0)
      let user = Caller(project: project, authority: .apiKey)
      await #expect(throws: IdentityError.self) { _ = try await server.service.accountTotal(user) }
    }
  }
}
