import Identity
import TestTools
import Testing

@Suite("A store's tenants", .fewAtOnce)
struct TenantConformanceTests {
  private static let project = ProjectID(rawValue: "attempts")

  private func sample(_ store: any AccountStore, tenants names: [String]) async throws -> [Tenant] {
    let id = try #require(Self.project)
    try await store.apply([
      .insertProject(
        Project(id: id, number: "100000000009", apiKeys: ["k9"], authorizedDomains: [], createdAt: now))
    ])
    var tenants: [Tenant] = []
    for name in names {
      var tenant = Tenant(id: try #require(TenantID(rawValue: name)), project: id, createdAt: now)
      tenant.displayName = "Tenant \(name)"
      tenants.append(tenant)
      try await store.apply([.insertTenant(tenant)])
    }
    return tenants
  }

  @Test(
    "A tenant is read as it was written, in the order of the ids, page by page",
    arguments: StoreBackend.allCases)
  func pages(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let tenants = try await sample(store, tenants: ["b", "a", "c"])
      #expect(try await store.tenant(tenants[0].id, in: tenants[0].project) == tenants[0])
      let first = try await store.tenants(in: tenants[0].project, after: nil, limit: 2)
      #expect(first.map(\.id.rawValue) == ["a", "b"])
      let second = try await store.tenants(in: tenants[0].project, after: first.last?.id, limit: 2)
      #expect(second.map(\.id.rawValue) == ["c"])
    }
  }

  @Test("A write that was decided on an older revision is refused", arguments: StoreBackend.allCases)
  func stale(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      var tenant = try await sample(store, tenants: ["a"])[0]
      tenant.displayName = "first"
      try await store.apply([.updateTenant(tenant)])
      tenant.displayName = "second"
      #expect(await store.refusal(of: [.updateTenant(tenant)]) == .conflict(.stale))
      #expect(try await store.tenant(tenant.id, in: tenant.project)?.displayName == "first")
      #expect(await store.refusal(of: [.insertTenant(tenant)]) == .conflict(.tenantTaken))
    }
  }

  @Test("A deleted tenant takes its accounts along and nobody else's", arguments: StoreBackend.allCases)
  func deletion(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let tenants = try await sample(store, tenants: ["a", "b"])
      for tenant in tenants {
        let id = try #require(AccountID(rawValue: "same"))
        try await store.apply([.insertAccount(Account(id: id, scope: tenant.scope, createdAt: now))])
      }
      try await store.apply([.deleteTenant(tenants[0].id, tenants[0].project)])
      #expect(try await store.accountCount(in: tenants[0].scope) == 0)
      #expect(try await store.accountCount(in: tenants[1].scope) == 1)
      #expect(
        await store.refusal(of: [.deleteTenant(tenants[0].id, tenants[0].project)]) == .conflict(.stale))
    }
  }
}
