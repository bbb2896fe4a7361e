import Identity
import Testing

@testable import Operations
@testable import Storage

@Suite("Looking through the audit log")
struct AuditSearchTests {
  private static let project = ProjectID(rawValue: "example")

  /// Of a hundred records every tenth is of an administrator, and every fifth about Ann.
  private func withLog(_ body: @Sendable (SQLiteAccountStore, AuditSearch) async throws -> Void) async throws
  {
    let store = try SQLiteAccountStore(path: nil)
    let result: Result<Void, any Error>
    do {
      let events = try (1...100).map { index in
        var event = AuditEvent(
          id: "event\(index)", at: Instant(seconds: Int64(index)), project: Self.project,
          actor: index.isMultiple(of: 10) ? "admin:ann" : "user:u\(index)",
          action: index.isMultiple(of: 2) ? .signIn : .update)
        event.account = try #require(AccountID(rawValue: index.isMultiple(of: 5) ? "an\"n" : "u\(index)"))
        // What a detail says is nobody's doing.
        event.details = ["note": "\"account\":\"u1\"", "via": "x:ann"]
        if index > 95 { event.tenant = TenantID(rawValue: "team") }
        return StoreWrite.appendAudit(event)
      }
      try await store.apply(events)
      try await body(store, AuditSearch(store: store))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await store.close()
    try result.get()
  }

  /// The places of everything that is found, page by page.
  private func all(_ search: AuditSearch, _ filter: AuditSearch.Filter, by limit: Int) async throws -> [Int64]
  {
    var found: [Int64] = []
    var place: Int64?
    repeat {
      let page = try await search.page(of: Self.project, filter, before: place, limit: limit)
      #expect(page.entries.count <= limit)
      found += page.entries.map(\.sequence)
      place = page.next
    } while place != nil
    return found
  }

  @Test("the newest comes first, page by page, each record once")
  func pages() async throws {
    try await withLog { _, search in
      for limit in [1, 7, 50, 100, 101] {
        #expect(try await all(search, .init(), by: limit) == Array((1...100).reversed()), "\(limit)")
      }
      let page = try await search.page(of: Self.project, before: 4, limit: 10)
      #expect(page.entries.map(\.sequence) == [3, 2, 1] && page.next == nil)
      #expect(page.entries.first?.event?.id == "event3")
      for place in [Int64.min, 0, 1] {
        #expect(try await search.page(of: Self.project, before: place, limit: 10).entries.isEmpty)
      }
      #expect(try await search.page(of: Self.project, before: .max, limit: 1).entries.first?.sequence == 100)
      #expect(try await search.page(of: ProjectID(rawValue: "none"), limit: 10).entries.isEmpty)
    }
  }

  @Test("it is found by account, actor, action and tenant, and by what these are alone")
  func filters() async throws {
    try await withLog { _, search in
      let ann = try await all(search, .init(account: "an\"n"), by: 3)
      // The last is of a tenant's: those of the project itself are found without being looked for.
      #expect(ann == stride(from: 95, to: 0, by: -5).map { Int64($0) })
      let team = AuditSearch.Filter(tenant: TenantID(rawValue: "team"), account: "an\"n")
      #expect(try await all(search, team, by: 3) == [100])
      #expect(try await all(search, .init(account: "u1"), by: 9) == [1], "not what a detail says")
      #expect(try await all(search, .init(account: "u99"), by: 9) == [99], "a tenant's, where none is named")
      let tens = stride(from: 100, to: 0, by: -10).map { Int64($0) }
      for actor in ["admin:ann", "ann", "admin"] {
        #expect(try await all(search, .init(actor: actor), by: 4) == tens, "\(actor)")
      }
      #expect(try await all(search, .init(actor: "adm"), by: 4).isEmpty)
      #expect(try await all(search, .init(account: "an\"n", actor: "ann", action: .update), by: 9).isEmpty)
      #expect(
        try await all(search, .init(account: "an\"n", action: .signIn), by: 2)
          == stride(from: 90, to: 0, by: -10).map { Int64($0) })
      let both = AuditSearch.Filter(tenant: TenantID(rawValue: "team"), action: .signIn)
      #expect(try await all(search, both, by: 9) == [100, 98, 96])
    }
  }

  @Test("what was pruned is not looked for, and what cannot be read has its place")
  func gaps() async throws {
    try await withLog { store, search in
      try await store.sealAudit()
      _ = try await store.pruneAudit(before: Instant(seconds: 90), reserving: nil, limit: 100)
      #expect(try await all(search, .init(), by: 4) == Array((90...100).reversed()))
      _ = try await store.commits.run { connection in
        try connection.execute(
          "UPDATE audit_records SET record = replace(record, 'account.update', 'new.thing') WHERE sequence = 99"
        )
      }
      let page = try await search.page(of: Self.project, limit: 3)
      #expect(page.entries.map { $0.event == nil } == [false, true, false])
    }
  }

  // Fails when a page is looked for to the end of the chain.
  @Test("a page of what is rare is there at once, and says where to go on")
  func bounded() async throws {
    let store = try SQLiteAccountStore(path: nil)
    for start in stride(from: 0, to: AuditSearch.maximumLookedAt + 500, by: 500) {
      try await store.apply(
        (start..<start + 500).map { index in
          .appendAudit(
            AuditEvent(
              id: "e\(index)", at: Instant(seconds: 1), project: Self.project,
              actor: index == 0 ? "cli:root" : "system", action: .update))
        })
    }
    let search = AuditSearch(store: store)
    let page = try await search.page(of: Self.project, .init(actor: "root"), limit: 10)
    #expect(page.entries.isEmpty && page.count == AuditSearch.maximumLookedAt)
    #expect(try await all(search, .init(actor: "root"), by: 10) == [1])
    await store.close()
  }
}
