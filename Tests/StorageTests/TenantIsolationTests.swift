import Identity
import TestTools
import Testing

@Suite("Projects and tenants do not see each other", .fewAtOnce)
struct TenantIsolationTests {
  /// The same account in each of four scopes, told apart by its name.
  private func populate(_ store: any AccountStore) async throws -> [Account] {
    let scopes = [
      try scope("one"), try scope("one", tenant: "a"), try scope("one", tenant: "b"), try scope("two"),
    ]
    return try await withThrowingTaskGroup(of: Account.self) { group in
      for (number, scope) in scopes.enumerated() {
        var account = try fullAccount("same", in: scope)
        account.displayName = "number \(number)"
        let writes: [StoreWrite] = [
          .insertAccount(account), .insertSession(sampleSession(UInt8(number), of: account)),
          .insertArtifact(sampleArtifact(UInt8(number), in: scope)),
        ]
        group.addTask { [account] in
          try await store.apply(writes)
          return account
        }
      }
      let accounts = try await group.reduce(into: []) { $0.append($1) }
      return accounts.sorted { ($0.displayName ?? "") < ($1.displayName ?? "") }
    }
  }

  @Test("One id, address, number and identity may stand in each", arguments: StoreBackend.allCases)
  func lookups(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      for account in try await populate(store) {
        let scope = account.scope
        let address = try #require(account.email)
        let number = try #require(account.phoneNumber)
        #expect(try await store.account(account.id, in: scope) == account)
        #expect(try await store.account(email: address, in: scope) == account)
        #expect(try await store.account(phoneNumber: number, in: scope) == account)
        #expect(try await store.account(providerID: "google.com", rawID: "g-same", in: scope) == account)
        #expect(try await store.accountCount(in: scope) == 1)
        #expect(try await store.accounts(in: scope, after: nil, limit: 10) == [account])
      }
      let empty = try scope("two", tenant: "a")
      #expect(try await store.account(try accountID("same"), in: empty) == nil)
      #expect(try await store.account(email: try email("same@example.com"), in: empty) == nil)
      #expect(try await store.account(providerID: "google.com", rawID: "g-same", in: empty) == nil)
      #expect(try await store.accounts(in: empty, after: nil, limit: 10).isEmpty)
      #expect(try await store.accountCount(in: empty) == 0)
    }
  }

  @Test("A change in one leaves the others as they were", arguments: StoreBackend.allCases)
  func update(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      var accounts = try await populate(store)
      accounts[1].links = []
      accounts[1].email = nil
      try await store.apply([.updateAccount(accounts[1])])
      accounts[1].version += 1
      for account in accounts { #expect(try await store.account(account.id, in: account.scope) == account) }
    }
  }

  @Test("Deleting in one deletes nothing in the others", arguments: StoreBackend.allCases)
  func delete(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let accounts = try await populate(store)
      let used = try #require(try await store.session(tokenHash: hash(0))).session
      try await store.apply([
        .endSessions(of: accounts[0], now: later),
        .revokeSessionFamily(of: used, now: later, forgetAt: later),
      ])
      #expect(try await store.session(tokenHash: hash(0))?.session.endedAt == later)
      for seed in 1..<4 as Range<UInt8> {
        let other = try #require(try await store.session(tokenHash: hash(seed))).session
        #expect(other.endedAt == nil && other.revokedAt == nil)
      }
      try await store.apply([.deleteAccount(accounts[1].id, accounts[1].scope)])
      for number in [0, 2, 3] {
        #expect(try await store.account(accounts[number].id, in: accounts[number].scope) == accounts[number])
      }
      for number in [2, 3] {
        #expect(try await store.session(tokenHash: hash(UInt8(number)))?.account == accounts[number])
      }
    }
  }

  @Test("Clearing one takes its accounts, sessions and artifacts only", arguments: StoreBackend.allCases)
  func deleteAll(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let accounts = try await populate(store)
      try await store.apply([.deleteAllAccounts(accounts[0].scope)])
      #expect(try await store.accountCount(in: accounts[0].scope) == 0)
      #expect(try await store.account(accounts[0].id, in: accounts[0].scope) == nil)
      #expect(try await store.session(tokenHash: hash(0)) == nil)
      #expect(try await store.artifact(tokenHash: hash(0), purpose: "passwordReset", now: now) == nil)
      for number in 1..<4 {
        let seed = UInt8(number)
        #expect(try await store.account(accounts[number].id, in: accounts[number].scope) == accounts[number])
        #expect(try await store.session(tokenHash: hash(seed))?.account == accounts[number])
        #expect(try await store.artifact(tokenHash: hash(seed), purpose: "passwordReset", now: now) != nil)
      }
      // Clearing what is empty is no error.
      try await store.apply([.deleteAllAccounts(accounts[0].scope)])
    }
  }
}
