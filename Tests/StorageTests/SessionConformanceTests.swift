import Identity
import IdentityWire
import TestTools
import Testing

@Suite("The store keeps refresh sessions", .fewAtOnce)
struct SessionConformanceTests {
  @Test("A session comes back with all its facts and its account", arguments: StoreBackend.allCases)
  func roundTrip(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try fullAccount("a", in: try scope(tenant: "t"))
      let full = sampleSession(1, of: account)
      var plain = sampleSession(2, of: account)
      plain.signIn = SignInFacts(provider: "password")
      try await store.apply([.insertAccount(account), .insertSession(full), .insertSession(plain)])
      for session in [full, plain] {
        let found = try #require(try await store.session(tokenHash: session.tokenHash))
        #expect(found.session == session)
        #expect(found.account == account)
      }
      #expect(try await store.session(tokenHash: hash(3)) == nil)
      #expect(try await store.session(tokenHash: []) == nil)
    }
  }

  @Test(
    "An account's sessions that are in use are listed, the newest first", arguments: StoreBackend.allCases)
  func inUse(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope(tenant: "t")
      let one = try plainAccount("a", in: scope)
      let other = try plainAccount("b", in: scope)
      let sessions = (1...5).map { seed in
        var session = sampleSession(UInt8(seed), of: one)
        session.createdAt = now.adding(seconds: Int64(seed * 7 % 5))
        session.authenticatedAt = session.createdAt
        return session
      }
      try await store.apply([.insertAccount(one), .insertAccount(other)])
      try await store.apply(sessions.map { .insertSession($0) })
      try await store.apply([.insertSession(sampleSession(9, of: other))])
      let successor = sessions[0].successor(tokenHash: hash(8), usedAt: later, forgetAt: nil)
      try await store.apply([
        .rotateSession(
          tokenHash: hash(1), successor: successor, sealedSuccessor: [1], now: later, forgetAt: later),
        .revokeSessionFamily(of: sessions[1], now: later, forgetAt: later),
      ])
      let expected = ([successor] + sessions.dropFirst(2)).sorted { $0.createdAt > $1.createdAt }
      #expect(try await store.sessionsInUse(of: one.id, in: scope, limit: 9) == expected)
      #expect(try await store.sessionsInUse(of: one.id, in: scope, limit: 2) == Array(expected.prefix(2)))
      #expect(try await store.sessionsInUse(of: one.id, in: try StorageTests.scope(), limit: 9).isEmpty)
      try await store.apply([.endSessions(of: one, now: later)])
      #expect(try await store.sessionsInUse(of: one.id, in: scope, limit: 9).isEmpty)
    }
  }

  @Test("An account ends its sessions, all or old ones, and nobody else's", arguments: StoreBackend.allCases)
  func endSessions(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let one = try plainAccount("a", in: scope)
      let other = try plainAccount("b", in: scope)
      try await store.apply([
        .insertAccount(one), .insertAccount(other), .insertSession(sampleSession(1, of: one)),
        .insertSession(sampleSession(3, of: other)),
      ])
      var newer = sampleSession(2, of: one)
      newer.createdAt = now.adding(seconds: 100)
      newer.forgetAt = now.adding(seconds: 5)
      try await store.apply([.insertSession(newer)])
      func found(_ seed: UInt8) async throws -> RefreshSession {
        try #require(try await store.session(tokenHash: hash(seed))).session
      }
      try await store.apply([.endSessions(of: one, createdBefore: now, now: later)])
      #expect(try await found(1).endedAt == nil)
      try await store.apply([.endSessions(of: one, createdBefore: now.adding(seconds: 1), now: later)])
      let ended = try await found(1)
      #expect(ended.endedAt == later && ended.forgetAt == later.adding(seconds: SessionPolicy.memory))
      #expect(!ended.isValid(for: one))
      #expect(try await found(2) == newer)
      // The clock may have been ahead when it began.
      try await store.apply([.endSessions(of: one, now: now), .insertSession(sampleSession(4, of: one))])
      let (first, second) = (try await found(1), try await found(2))
      #expect(first.endedAt == later && second.endedAt == now && second.forgetAt == newer.forgetAt)
      #expect(try await found(4) == sampleSession(4, of: one))
      #expect(try await found(3) == sampleSession(3, of: other))
      let rotation = StoreWrite.rotateSession(
        tokenHash: hash(2), successor: newer.successor(tokenHash: hash(8), usedAt: later, forgetAt: nil),
        sealedSuccessor: [1], now: later, forgetAt: later)
      #expect(await store.refusal(of: [rotation]) == .conflict(.stale))
    }
  }

  @Test(
    "Of a deleted account's sessions it is known for a while that they were", arguments: StoreBackend.allCases
  )
  func remembered(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let one = try plainAccount("a", in: try scope(tenant: "t"))
      let other = try plainAccount("b", in: try scope(tenant: "t"))
      try await store.apply([
        .insertAccount(one), .insertAccount(other), .insertSession(sampleSession(1, of: one)),
        .insertSession(sampleSession(2, of: one)), .insertSession(sampleSession(3, of: other)),
      ])
      func left(_ seed: UInt8, at moment: Instant = now) async throws -> Artifact? {
        try await store.artifact(
          tokenHash: hash(seed), purpose: RefreshSession.purposeOfDeletedAccounts, now: moment)
      }
      #expect(try await left(1) == nil)
      try await store.apply(StoreWrite.deletion(of: one, now: now))
      #expect(try await store.session(tokenHash: hash(1)) == nil)
      for seed in [1, 2] as [UInt8] {
        let found = try #require(try await left(seed))
        #expect(found.scope == one.scope && found.createdAt == now)
        #expect(try await left(seed, at: found.expiresAt) == nil)
        #expect(found.expiresAt == now.adding(seconds: 30 * 86_400))
      }
      #expect(try await left(3) == nil)
      #expect(try await store.session(tokenHash: hash(3)) != nil)
      // A rolled back deletion leaves nothing behind.
      #expect(await store.refusal(of: StoreWrite.deletion(of: one, now: now)) == .conflict(.stale))
    }
  }

  @Test("A session cannot begin for an account that has gone", arguments: StoreBackend.allCases)
  func orphan(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let session = sampleSession(1, of: account)
      #expect(await store.refusal(of: [.insertSession(session)]) == .conflict(.stale))
      #expect(try await store.session(tokenHash: hash(1)) == nil)
    }
  }

  @Test("A session's token hash is used once", arguments: StoreBackend.allCases)
  func duplicate(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let one = try plainAccount("a", in: try scope())
      let other = try plainAccount("b", in: try scope())
      try await store.apply([
        .insertAccount(one), .insertAccount(other), .insertSession(sampleSession(1, of: one)),
      ])
      let again = sampleSession(1, of: other)
      #expect(await store.refusal(of: [.insertSession(again)]) == .conflict(.stale))
      #expect(try await store.session(tokenHash: hash(1))?.account.id == one.id)
    }
  }

  @Test("Claims that could not be read again are refused", arguments: StoreBackend.allCases)
  func unreadableClaims(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      var session = sampleSession(1, of: account)
      var deep = JSONValue.integer(1)
      for _ in 0..<300 { deep = .array([deep]) }
      session.signIn.additionalClaims = ["deep": deep]
      #expect(
        await store.refusal(of: [.insertAccount(account), .insertSession(session)]) == .unavailable)
      #expect(try await store.account(account.id, in: account.scope) == nil)
    }
  }

  @Test("A session and its account are of one moment", arguments: StoreBackend.allCases)
  func consistency(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      var account = try fullAccount("a", in: try scope())
      account.version = 0
      account.links = [ProviderLink(providerID: "google.com", rawID: "0")]
      account.displayName = "0"
      try await store.apply([.insertAccount(account), .insertSession(sampleSession(1, of: account))])
      let writer = Task { [account] in
        var account = account
        for number in 1...200 {
          account.displayName = String(number)
          account.links = [ProviderLink(providerID: "google.com", rawID: String(number))]
          try await store.apply([.updateAccount(account)])
          account.version += 1
        }
      }
      var isConsistent = true
      for _ in 0..<400 {
        let read = try #require(try await store.session(tokenHash: hash(1))).account
        isConsistent =
          isConsistent && read.displayName == read.links.first?.rawID
          && read.displayName == String(read.version)
      }
      try await writer.value
      #expect(isConsistent)
    }
  }
}
