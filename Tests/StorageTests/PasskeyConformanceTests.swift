import Identity
import TestTools
import Testing

@Suite("The store keeps passkeys", .fewAtOnce)
struct PasskeyConformanceTests {
  @Test(
    "A credential is one account's in its scope, and may be another's in another",
    arguments: StoreBackend.allCases)
  func uniqueness(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scopes = [try scope(), try scope(tenant: "one"), try scope("other")]
      for scope in scopes {
        var account = try plainAccount("a", in: scope)
        account.passkeys = [samplePasskey([1])]
        try await store.apply([.insertAccount(account)])
        #expect(try await store.account(passkey: [1], in: scope)?.scope == scope)
      }
      var other = try plainAccount("b", in: scopes[0])
      other.passkeys = [samplePasskey([1])]
      #expect(await store.refusal(of: [.insertAccount(other)]) == .conflict(.passkeyTaken))
      other.passkeys = []
      try await store.apply([.insertAccount(other)])
      other.passkeys = [samplePasskey([2]), samplePasskey([1])]
      #expect(await store.refusal(of: [.updateAccount(other)]) == .conflict(.passkeyTaken))
      #expect(try await store.account(passkey: [2], in: scopes[0]) == nil)
    }
  }

  @Test("A passkey comes, is used and goes with its account's row", arguments: StoreBackend.allCases)
  func changes(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try plainAccount("a", in: scope)
      try await store.apply([.insertAccount(account)])
      for passkeys in [
        [samplePasskey([1])], [samplePasskey([1]), samplePasskey([2], rpID: "example.org")],
        [samplePasskey([2])], [],
      ] {
        account.passkeys = passkeys
        try await store.apply([.updateAccount(account)])
        account.version += 1
        for id in [1, 2] as [UInt8] {
          let isThere = passkeys.contains { $0.credentialID == [id] }
          #expect(try await store.account(passkey: [id], in: scope) == (isThere ? account : nil))
        }
      }
      account.passkeys = [samplePasskey([3])]
      try await store.apply([.updateAccount(account)])
      account.version += 1
      account.passkeys[0].signCount = 9
      try await store.apply([.updateAccount(account)])
      #expect(try await store.account(passkey: [3], in: scope)?.passkeys.first?.signCount == 9)
      try await store.apply([.deleteAccount(account.id, scope)])
      #expect(try await store.account(passkey: [3], in: scope) == nil)
      var next = try plainAccount("b", in: scope)
      next.passkeys = account.passkeys
      try await store.apply([.insertAccount(next)])
      try await store.apply([.deleteAllAccounts(scope)])
      #expect(try await store.account(passkey: [3], in: scope) == nil)
    }
  }

  @Test("Passkeys are counted by the domain that they were made for", arguments: StoreBackend.allCases)
  func counts(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (scope, tenant) = (try scope(), try scope(tenant: "one"))
      #expect(try await store.passkeyCounts(in: scope) == [:])
      for id in ["a", "b"] { try await store.apply([.insertAccount(try fullAccount(id, in: scope))]) }
      var account = try plainAccount("c", in: scope)
      account.passkeys = [samplePasskey([1])]
      try await store.apply([.insertAccount(account), .insertAccount(try fullAccount("a", in: tenant))])
      #expect(try await store.passkeyCounts(in: scope) == ["example.com": 3, "example.org": 2])
      #expect(try await store.passkeyCounts(in: tenant) == ["example.com": 1, "example.org": 1])
    }
  }

  @Test("Of 64 accounts that take one credential at once, one gets it", arguments: StoreBackend.allCases)
  func race(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<64 {
          group.addTask {
            var account = try plainAccount("a\(number)", in: scope)
            account.passkeys = [samplePasskey([1])]
            return await store.refusal(of: [.insertAccount(account)]) == nil
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(taken == 1)
      #expect(try await store.accountCount(in: scope) == 1)
    }
  }

  @Test(
    "An account that has nothing but a passkey is not found among anonymous ones",
    arguments: StoreBackend.allCases)
  func anonymity(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try plainAccount("a", in: scope)
      account.passkeys = [samplePasskey([1])]
      let anonymous = try plainAccount("b", in: scope)
      try await store.apply([.insertAccount(account), .insertAccount(anonymous)])
      let search = AccountSearch([.newest], method: .anonymous)
      let page = try await store.accounts(matching: search, in: scope, from: nil, .forward, limit: 10)
      #expect(page.accounts.map(\.id) == [anonymous.id])
    }
  }
}
