import Identity
import TestTools
import Testing

@Suite("The store keeps accounts", .fewAtOnce)
struct AccountConformanceTests {
  @Test("Every field of an account comes back as it was written", arguments: StoreBackend.allCases)
  func roundTrip(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      for account in [try fullAccount("full", in: scope), try plainAccount("plain", in: scope)] {
        try await store.apply([.insertAccount(account)])
        #expect(try await store.account(account.id, in: scope) == account)
      }
    }
  }

  @Test("A field that is added to a stored type is noticed here")
  func fieldCounts() throws {
    // A new field has a default, so nothing else would fail if the table forgot it.
    let account = try fullAccount("a", in: try scope())
    #expect(Mirror(reflecting: account).children.count == 27)
    #expect(Mirror(reflecting: account.passkeys[0]).children.count == 12)
    #expect(Mirror(reflecting: account.links[0]).children.count == 8)
    let session = sampleSession(1, of: account)
    #expect(Mirror(reflecting: session).children.count == 14)
    #expect(Mirror(reflecting: session.signIn).children.count == 4)
    #expect(Mirror(reflecting: sampleArtifact(1, in: account.scope)).children.count == 6)
    #expect(Mirror(reflecting: sampleSigningKey("k")).children.count == 7)
  }

  @Test("An account is found by id, address, number and provider link", arguments: StoreBackend.allCases)
  func lookups(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let account = try fullAccount("a", in: scope)
      try await store.apply([.insertAccount(account), .insertAccount(try fullAccount("b", in: scope))])
      let number = try #require(account.phoneNumber)
      #expect(try await store.account(email: try email("A@EXAMPLE.com"), in: scope) == account)
      #expect(try await store.account(phoneNumber: number, in: scope) == account)
      #expect(try await store.account(providerID: "apple.com", rawID: "001234.a", in: scope) == account)
      #expect(try await store.account(passkey: account.passkeys[0].credentialID, in: scope) == account)
      #expect(try await store.account(passkey: [1, 2, 3], in: scope) == nil)
      #expect(try await store.account(try accountID("nobody"), in: scope) == nil)
      #expect(try await store.account(email: try email("no@example.com"), in: scope) == nil)
      #expect(try await store.account(phoneNumber: "+1", in: scope) == nil)
      #expect(try await store.account(providerID: "google.com", rawID: "001234.a", in: scope) == nil)
    }
  }

  @Test("Changing an account stores every field and the next version", arguments: StoreBackend.allCases)
  func update(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try plainAccount("a", in: scope)
      try await store.apply([.insertAccount(account)])
      let full = try fullAccount("a", in: scope)
      for var next in [full, try plainAccount("a", in: scope)] {
        next.version = account.version
        try await store.apply([.updateAccount(next)])
        next.version += 1
        account = next
        #expect(try await store.account(account.id, in: scope) == account)
      }
    }
  }

  @Test("Sign-ins are recorded beside each other, and not after a change", arguments: StoreBackend.allCases)
  func recordSignIn(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try fullAccount("a", in: scope)
      let other = try fullAccount("b", in: scope)
      try await store.apply([.insertAccount(account), .insertAccount(other)])
      func signIn(_ version: Int64, after seconds: Int64) -> StoreWrite {
        .recordSignIn(account.id, scope, version: version, at: now.adding(seconds: seconds))
      }
      let read = account.version
      for seconds in 1...3 as ClosedRange<Int64> {
        try await store.apply([signIn(read, after: seconds)])
        account.lastLoginAt = now.adding(seconds: seconds)
        account.lastRefreshAt = account.lastLoginAt
        #expect(try await store.account(account.id, in: scope) == account)
      }
      #expect(try await store.account(other.id, in: scope) == other)
      // Who decided on the account as it was may still change it.
      try await store.apply([.updateAccount(account)])
      #expect(await store.refusal(of: [signIn(read, after: 4)]) == .conflict(.stale))
      try await store.apply([.deleteAccount(account.id, scope)])
      #expect(await store.refusal(of: [signIn(read + 1, after: 5)]) == .conflict(.stale))
    }
  }

  @Test("Changing an account replaces its links, in their order", arguments: StoreBackend.allCases)
  func updateLinks(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try fullAccount("a", in: scope)
      try await store.apply([.insertAccount(account)])
      let apple = account.links[1]
      account.links = [apple, ProviderLink(providerID: "github.com", rawID: "1"), account.links[0]]
      account.links[2].displayName = "Countess"
      try await store.apply([.updateAccount(account)])
      account.version += 1
      #expect(try await store.account(account.id, in: scope) == account)
      account.links = [ProviderLink(providerID: "github.com", rawID: "1")]
      try await store.apply([.updateAccount(account)])
      #expect(try await store.account(providerID: "apple.com", rawID: "001234.a", in: scope) == nil)
      #expect(try await store.account(providerID: "github.com", rawID: "1", in: scope)?.id == account.id)
    }
  }

  @Test("The sealed token of a link comes and goes with it, in every read", arguments: StoreBackend.allCases)
  func sealedGrants(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try plainAccount("a", in: scope)
      account.links = [ProviderLink(providerID: "github.com", rawID: "1")]
      try await store.apply([.insertAccount(account)])
      for sealed in [[1, 2, 3], [4, 0, 255], nil, [5]] as [[UInt8]?] {
        account.links[0].sealedGrant = sealed
        try await store.apply([.updateAccount(account)])
        account.version += 1
        #expect(try await store.account(account.id, in: scope) == account)
        #expect(try await store.account(providerID: "github.com", rawID: "1", in: scope) == account)
        #expect(try await store.accounts(in: scope, after: nil, limit: 10) == [account])
        #expect(
          try await store.accounts(in: scope, orderedBy: AccountOrder(key: .id), offset: 0, limit: 10)
            == [account])
      }
      account.links = []
      try await store.apply([.updateAccount(account)])
      account.version += 1
      account.links = [ProviderLink(providerID: "github.com", rawID: "1")]
      try await store.apply([.updateAccount(account)])
      #expect(try await store.account(account.id, in: scope)?.links.first?.sealedGrant == nil)
    }
  }

  @Test("A change that was decided on an older version is refused", arguments: StoreBackend.allCases)
  func stale(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var account = try plainAccount("a", in: scope)
      #expect(await store.refusal(of: [.updateAccount(account)]) == .conflict(.stale))
      try await store.apply([.insertAccount(account)])
      account.displayName = "first"
      try await store.apply([.updateAccount(account)])
      account.displayName = "second"
      #expect(await store.refusal(of: [.updateAccount(account)]) == .conflict(.stale))
      account.version = 2
      #expect(await store.refusal(of: [.updateAccount(account)]) == .conflict(.stale))
      #expect(try await store.account(account.id, in: scope)?.displayName == "first")
    }
  }

  @Test("Of many changes decided on one version, one succeeds", arguments: StoreBackend.allCases)
  func concurrentUpdates(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      try await store.apply([.insertAccount(account)])
      let refusals = await store.concurrently(64) { number in
        var changed = account
        changed.displayName = "writer \(number)"
        return [.updateAccount(changed)]
      }
      #expect(refusals.count { $0 == nil } == 1)
      #expect(refusals.count { $0 == .conflict(.stale) } == 63)
      #expect(try await store.account(account.id, in: account.scope)?.version == 1)
    }
  }

  @Test("What is taken is named, on insert and on change", arguments: StoreBackend.allCases)
  func unique(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let first = try fullAccount("a", in: scope)
      let second = try plainAccount("b", in: scope)
      try await store.apply([.insertAccount(first), .insertAccount(second)])

      let sameID = try plainAccount("a", in: scope)
      #expect(await store.refusal(of: [.insertAccount(sameID)]) == .conflict(.accountIDTaken))
      for (conflict, change) in [
        (StoreConflict.emailTaken, { (account: inout Account) in account.email = first.email }),
        (.phoneNumberTaken, { $0.phoneNumber = first.phoneNumber }),
        (.providerLinkTaken, { $0.links = [ProviderLink(providerID: "google.com", rawID: "g-a")] }),
      ] {
        var inserted = try plainAccount("c", in: scope)
        change(&inserted)
        #expect(await store.refusal(of: [.insertAccount(inserted)]) == .conflict(conflict))
        var updated = second
        change(&updated)
        #expect(await store.refusal(of: [.updateAccount(updated)]) == .conflict(conflict))
      }
      #expect(try await store.accountCount(in: scope) == 2)
      for (limit, count) in [(1, 1), (2, 2), (3, 2)] {
        #expect(try await store.accountCount(in: scope, upTo: limit) == count)
      }
      #expect(try await store.account(second.id, in: scope) == second)
    }
  }

  @Test("Of many sign-ups with one address, one succeeds", arguments: StoreBackend.allCases)
  func concurrentSignUps(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var template = try plainAccount("x", in: scope)
      template.email = try email("ada@example.com")
      let accounts = try (0..<64).map { number in
        var account = template
        account.id = try accountID("account-\(number)")
        return account
      }
      let refusals = await store.concurrently(64) { number in [.insertAccount(accounts[number])] }
      #expect(refusals.count { $0 == nil } == 1)
      #expect(refusals.count { $0 == .conflict(.emailTaken) } == 63)
    }
  }

  @Test("Deleting an account takes its links and sessions along", arguments: StoreBackend.allCases)
  func delete(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let account = try fullAccount("a", in: scope)
      let other = try fullAccount("b", in: scope)
      try await store.apply([
        .insertAccount(account), .insertAccount(other), .insertSession(sampleSession(1, of: account)),
        .insertSession(sampleSession(2, of: other)),
      ])
      try await store.apply([.deleteAccount(account.id, scope)])
      #expect(try await store.account(account.id, in: scope) == nil)
      #expect(try await store.account(providerID: "google.com", rawID: "g-a", in: scope) == nil)
      #expect(try await store.session(tokenHash: hash(1)) == nil)
      #expect(try await store.session(tokenHash: hash(2))?.account == other)
      #expect(await store.refusal(of: [.deleteAccount(account.id, scope)]) == .conflict(.stale))
      // Nothing of the old account comes back to a new one of the same id.
      let reborn = try plainAccount("a", in: scope)
      try await store.apply([.insertAccount(reborn)])
      #expect(try await store.account(account.id, in: scope) == reborn)
      #expect(try await store.session(tokenHash: hash(1)) == nil)
    }
  }

  @Test("Pages follow the order of the ids and miss nothing", arguments: StoreBackend.allCases)
  func paging(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let names = ["Zoe", "a", "aa", "ab", "b", "10", "9", "é", "z", "_", "A"]
      let accounts = try names.map { name in
        var account = try fullAccount(name, in: scope)
        account.email = nil
        return account
      }
      try await store.apply(accounts.shuffled().map { .insertAccount($0) })
      try await store.apply([.insertAccount(try fullAccount("b", in: Scope(project: try projectID("other"))))]
      )
      let expected = accounts.sorted { $0.id.rawValue.utf8.lexicographicallyPrecedes($1.id.rawValue.utf8) }
      for limit in [1, 3, 11, 100] {
        var found: [Account] = []
        while true {
          let page = try await store.accounts(in: scope, after: found.last?.id, limit: limit)
          #expect(page.count <= limit)
          if page.isEmpty { break }
          found += page
        }
        #expect(found == expected)
      }
      #expect(try await store.accounts(in: scope, after: nil, limit: 0).isEmpty)
      #expect(try await store.accounts(in: scope, after: nil, limit: -1).isEmpty)
      #expect(try await store.accountCount(in: scope) == names.count)
    }
  }

  @Test("Ids that only look alike are different accounts", arguments: StoreBackend.allCases)
  func spellings(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var composed = try plainAccount("\u{E9}", in: scope)
      composed.links = [ProviderLink(providerID: "google.com", rawID: "\u{E9}")]
      var decomposed = try plainAccount("e\u{301}", in: scope)
      decomposed.links = [ProviderLink(providerID: "google.com", rawID: "e\u{301}")]
      try await store.apply([.insertAccount(composed), .insertAccount(decomposed)])
      let page = try await store.accounts(in: scope, after: nil, limit: 10)
      #expect(page.map(\.links.count) == [1, 1])
      // A link whose spelling alone changes is written.
      composed.links[0].displayName = "\u{E9}"
      try await store.apply([.updateAccount(composed)])
      composed.version += 1
      composed.links[0].displayName = "e\u{301}"
      try await store.apply([.updateAccount(composed)])
      let stored = try await store.account(composed.id, in: scope)?.links[0].displayName
      #expect(stored.map { Array($0.utf8) } == Array("e\u{301}".utf8))
    }
  }

  @Test("A text that hides a null character is refused, not cut short", arguments: StoreBackend.allCases)
  func nullCharacter(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var victim = try plainAccount("victim", in: scope)
      victim.links = [ProviderLink(providerID: "oidc.x", rawID: "1")]
      try await store.apply([.insertAccount(victim)])
      var attacker = try plainAccount("attacker", in: scope)
      attacker.links = [ProviderLink(providerID: "oidc.x", rawID: "2\0")]
      #expect(await store.refusal(of: [.insertAccount(attacker)]) == .unavailable)
      let found = await refusal { () async throws(StoreError) in
        try await store.account(providerID: "oidc.x", rawID: "1\0", in: scope)
      }
      #expect(found == .unavailable)
      #expect(try await store.accountCount(in: scope) == 1)
    }
  }

  @Test("Whatever address is accepted can be read again", arguments: StoreBackend.allCases)
  func growingAddress(backend: StoreBackend) async throws {
    // Lower case, this letter takes one byte more.
    #expect(EmailAddress(String(repeating: "\u{130}", count: 120) + "@example.com") == nil)
    let address = try email(String(repeating: "\u{130}", count: 80) + "@example.com")
    try await withStore(backend) { store in
      var account = try plainAccount("a", in: try scope())
      account.email = address
      try await store.apply([.insertAccount(account)])
      #expect(try await store.account(email: address, in: account.scope) == account)
    }
  }
}
