import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("Old anonymous accounts", .fewAtOnce)
struct AnonymousAccountCleanupTests {
  private static let day: Int64 = 86_400

  private static func server(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options, body)
  }

  private static func account(
    _ name: String, of server: TestServer, tenant: TenantID? = nil, daysOld days: Int64 = 31,
    _ change: (inout Account) -> Void = { _ in }
  ) async throws {
    let id = try #require(AccountID(rawValue: name))
    var account = Account(
      id: id, scope: Scope(project: TestServer.project, tenant: tenant),
      createdAt: server.clock.now().adding(seconds: -days * day))
    account.lastLoginAt = account.createdAt
    change(&account)
    try await server.service.store.apply([.insertAccount(account)])
  }

  private static func ids(_ server: TestServer, tenant: TenantID? = nil) async throws -> Set<String> {
    let scope = Scope(project: TestServer.project, tenant: tenant)
    return Set(
      try await server.service.store.accounts(in: scope, after: nil, limit: 1_000).map(\.id.rawValue))
  }

  @Test(
    "they are deleted 30 days after they were made, where that is asked for, and their sessions with them")
  func due() async throws {
    try await Self.server { server in
      let old = try await server.signUpAnonymously()
      server.clock.advance(seconds: Self.day)
      let young = try await server.signUpAnonymously()
      server.clock.advance(seconds: 29 * Self.day)
      var cleanup = AnonymousAccountCleanup(service: server.service)
      #expect(try await cleanup.run() == 0)
      try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = true }
      server.clock.advance(seconds: -1)
      #expect(try await cleanup.run() == 0)
      server.clock.advance(seconds: 1)
      let count = try await server.auditEvents().count
      #expect(try await cleanup.run() == 1)
      let events = try await server.auditEvents().dropFirst(count)
      #expect(events.map(\.action) == [.deletion] && events.map(\.actor) == ["system"])
      #expect(events.first?.account?.rawValue == old.localID)
      #expect(try await Self.ids(server) == [young.localID])
      #expect(try await server.refresh(old.refreshToken).errorMessage == "USER_NOT_FOUND")
      server.clock.advance(seconds: Self.day)
      #expect(try await cleanup.run() == 1)
      #expect(try await Self.ids(server).isEmpty)
    }
  }

  @Test("whoever has a way to sign in, or was made by an administrator and never came, stays")
  func kept() async throws {
    try await Self.server { server in
      try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = true }
      try await Self.account("nobody", of: server)
      try await Self.account("disabled", of: server) { $0.disabled = true }
      try await Self.account("phone", of: server) { $0.phoneNumber = "+15555550100" }
      try await Self.account("email", of: server) { $0.email = EmailAddress("ann@example.com") }
      try await Self.account("custom", of: server) { $0.customAuth = true }
      try await Self.account("linked", of: server) {
        $0.links = [ProviderLink(providerID: "github.com", rawID: "1")]
      }
      try await Self.account("passkey", of: server) {
        $0.passkeys = [
          Passkey(
            credentialID: [1], publicKey: [2], signCount: 0, isBackupEligible: true, isBackedUp: true,
            aaguid: [], name: "phone", rpID: "localhost", userHandle: [3], createdAt: $0.createdAt)
        ]
      }
      try await Self.account("made", of: server) { $0.lastLoginAt = nil }
      var cleanup = AnonymousAccountCleanup(service: server.service)
      #expect(try await cleanup.run() == 2)
      #expect(try await Self.ids(server) == ["phone", "email", "custom", "linked", "passkey", "made"])
    }
  }

  // Fails when an account is deleted without another look at it, and without comparing its version as it is.
  @Test("of 64 of which some get a way to sign in while others are deleted, each that got it stays")
  func race() async throws {
    try await Self.server { server in
      try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = true }
      let store = server.service.store
      let scope = Scope(project: TestServer.project)
      var kept: Set<String> = []
      for round in 0..<8 {
        for index in 0..<64 { try await Self.account("\(round)-\(index)", of: server) }
        let found = try await store.accounts(in: scope, after: nil, limit: 1_000).filter(\.isAnonymous)
        let cleaning = Task {
          var cleanup = AnonymousAccountCleanup(service: server.service)
          return try await cleanup.run()
        }
        while try await store.accountCount(in: scope) == kept.count + 64 { await Task.yield() }
        var linked = 0
        for var account in found.shuffled() {
          account.customAuth = true
          do { try await store.apply([.updateAccount(account)]) } catch { continue }
          kept.insert(account.id.rawValue)
          linked += 1
        }
        #expect(try await cleaning.value == 64 - linked)
        #expect(try await Self.ids(server) == kept)
      }
      #expect(!kept.isEmpty)
    }
  }

  @Test("each tenant has a setting of its own, and others' accounts are left alone")
  func tenants() async throws {
    try await Self.server { server in
      let (tea, milk) = (try #require(TenantID(rawValue: "tea")), try #require(TenantID(rawValue: "milk")))
      for id in [tea, milk] {
        var tenant = Tenant(id: id, project: TestServer.project, createdAt: server.clock.now())
        tenant.signIn.deletesOldAnonymousUsers = id == tea
        try await server.backend.projects.insert(tenant)
        try await Self.account("one", of: server, tenant: id)
      }
      try await Self.account("one", of: server)
      var cleanup = AnonymousAccountCleanup(service: server.service)
      #expect(try await cleanup.run() == 1)
      #expect(try await Self.ids(server, tenant: tea).isEmpty)
      #expect(try await Self.ids(server, tenant: milk) == ["one"])
      #expect(try await Self.ids(server) == ["one"])
    }
  }

  @Test("where it is turned off meanwhile, it ends after a hundred", arguments: [nil, "tea"])
  func turnedOff(tenant name: String?) async throws {
    try await Self.server { server in
      let tea = name.flatMap(TenantID.init)
      if let tea {
        var tenant = Tenant(id: tea, project: TestServer.project, createdAt: server.clock.now())
        tenant.signIn.deletesOldAnonymousUsers = true
        try await server.backend.projects.insert(tenant)
      } else {
        try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = true }
      }
      for index in 0..<250 { try await Self.account("a\(index)", of: server, tenant: tea) }
      var cleanup = AnonymousAccountCleanup(service: server.service)
      let deleted = try await cleanup.run {
        guard let tea else {
          return try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = false }
        }
        _ = try await server.backend.projects.updateTenant(tea, in: TestServer.project) {
          (tenant) throws(IdentityError) in
          tenant.signIn.deletesOldAnonymousUsers = false
        }
      }
      #expect(deleted == 100)
      #expect(try await Self.ids(server, tenant: tea).count == 150)
    }
  }

  @Test(
    "however many there are, each is found, and what was looked at is not looked at again until it starts over"
  )
  func many() async throws {
    try await Self.server { server in
      try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = true }
      for index in 0..<250 {
        try await Self.account("a\(index)", of: server, daysOld: 31 + Int64(index % 7)) {
          if index.isMultiple(of: 50) { $0.customAuth = true }
        }
      }
      var cleanup = AnonymousAccountCleanup(service: server.service)
      var pauses = 0
      let deleted = try await cleanup.run(pause: { pauses += 1 })
      #expect(deleted == 245 && pauses == 3)
      try await Self.account("late", of: server)
      #expect(try await cleanup.run() == 0)
      cleanup.startOver()
      #expect(try await cleanup.run() == 1)
    }
  }
}
