import Identity
import TestTools
import Testing

@Suite("The store rotates refresh sessions", .fewAtOnce)
struct SessionRotationConformanceTests {
  private static let forgetAt = now.adding(seconds: 600)

  private static func rotation(
    of session: RefreshSession, to seed: UInt8, sealed: [UInt8] = [7], at moment: Instant = now
  ) -> StoreWrite {
    .rotateSession(
      tokenHash: session.tokenHash,
      successor: session.successor(tokenHash: hash(seed), usedAt: moment, forgetAt: nil),
      sealedSuccessor: sealed, now: moment, forgetAt: forgetAt)
  }

  @Test("A used token keeps its successor, which goes on with the session", arguments: StoreBackend.allCases)
  func rotates(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let first = sampleSession(1, of: account)
      try await store.apply([.insertAccount(account), .insertSession(first)])
      try await store.apply([Self.rotation(of: first, to: 2, sealed: [1, 2], at: later)])
      let used = try #require(try await store.session(tokenHash: hash(1))).session
      #expect(used.rotation == .init(at: later, sealedSuccessor: [1, 2]))
      #expect(used.lastUsedAt == later && used.forgetAt == Self.forgetAt)
      let second = try #require(try await store.session(tokenHash: hash(2))).session
      var expected = first
      expected.tokenHash = hash(2)
      expected.family = hash(1)
      expected.lastUsedAt = later
      #expect(second == expected)
      try await store.apply([Self.rotation(of: second, to: 3)])
      #expect(try await store.session(tokenHash: hash(3))?.session.family == hash(1))
      // Once only, and a refused one leaves no successor.
      #expect(await store.refusal(of: [Self.rotation(of: first, to: 4)]) == .conflict(.stale))
      #expect(try await store.session(tokenHash: hash(4)) == nil)
    }
  }

  @Test("Of 64 that use one token up at once, one does", arguments: StoreBackend.allCases)
  func race(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let session = sampleSession(1, of: account)
      try await store.apply([.insertAccount(account), .insertSession(session)])
      let winners = await withTaskGroup(of: Bool.self) { group in
        for seed in 100..<164 as Range<UInt8> {
          group.addTask { await store.refusal(of: [Self.rotation(of: session, to: seed)]) == nil }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(winners == 1)
    }
  }

  @Test(
    "A revoked family rotates no more, nor what was opened from its ID tokens, and no other is touched",
    arguments: StoreBackend.allCases)
  func revoked(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let neighbour = try plainAccount("b", in: try scope())
      let first = sampleSession(1, of: account)
      // An ID token keeps the second of the proof alone.
      var opened = sampleSession(3, of: account)
      opened.authenticatedAt = Instant(seconds: first.authenticatedAt.seconds)
      opened.createdAt = now.adding(seconds: 60)
      var other = sampleSession(5, of: account)
      other.authenticatedAt = first.authenticatedAt.adding(seconds: 1)
      let foreign = sampleSession(6, of: neighbour)
      try await store.apply([
        .insertAccount(account), .insertAccount(neighbour), .insertSession(first), .insertSession(opened),
        .insertSession(other), .insertSession(foreign),
      ])
      try await store.apply([Self.rotation(of: first, to: 2)])
      let second = try #require(try await store.session(tokenHash: hash(2))).session
      let proof = StoreWrite.requireSignIn(
        account.id, account.scope, authenticatedAt: opened.authenticatedAt)
      try await store.apply([proof])
      try await store.apply([.revokeSessionFamily(of: second, now: later, forgetAt: Self.forgetAt)])
      // The first moment stays.
      try await store.apply([
        .revokeSessionFamily(of: first, now: later.adding(seconds: 9), forgetAt: Self.forgetAt)
      ])
      #expect(await store.refusal(of: [proof]) == .conflict(.signInEnded))
      try await store.apply([
        .requireSignIn(account.id, account.scope, authenticatedAt: other.authenticatedAt),
        .requireSignIn(neighbour.id, account.scope, authenticatedAt: first.authenticatedAt),
      ])
      for seed in [1, 2, 3] as [UInt8] {
        let found = try #require(try await store.session(tokenHash: hash(seed))).session
        #expect(found.revokedAt == later && found.forgetAt == Self.forgetAt)
        #expect(found.rotation?.sealedSuccessor.isEmpty != false)
        #expect(!found.isValid(for: account))
      }
      #expect(await store.refusal(of: [Self.rotation(of: second, to: 3)]) == .conflict(.stale))
      #expect(try await store.session(tokenHash: hash(5))?.session == other)
      #expect(try await store.session(tokenHash: hash(6))?.session == foreign)
    }
  }

  @Test(
    "Of an account's sessions in use the oldest goes for one too many; used tokens stay",
    arguments: StoreBackend.allCases)
  func bounded(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let neighbour = try plainAccount("b", in: try scope())
      func session(_ number: Int) -> RefreshSession {
        var session = sampleSession(0, of: account)
        session.tokenHash = [UInt8(number >> 8), UInt8(number & 255)]
        session.createdAt = now.adding(seconds: Int64(number))
        return session
      }
      let used = session(0)
      try await store.apply([
        .insertAccount(account), .insertAccount(neighbour), .insertSession(sampleSession(9, of: neighbour)),
        .insertSession(used), Self.rotation(of: used, to: 1),
      ])
      let limit = RefreshSession.maximumPerAccount
      try await store.apply((1..<limit).map { .insertSession(session($0)) })
      #expect(try await store.session(tokenHash: hash(1)) != nil)
      try await store.apply([.insertSession(session(limit))])
      #expect(try await store.session(tokenHash: hash(1)) == nil, "the successor began first")
      for number in [0, 1, limit] {
        #expect(try await store.session(tokenHash: session(number).tokenHash) != nil, "\(number)")
      }
      #expect(try await store.session(tokenHash: hash(9)) != nil)
      // A rotation makes none more.
      try await store.apply([Self.rotation(of: session(limit), to: 7)])
      #expect(try await store.session(tokenHash: session(1).tokenHash) != nil)
    }
  }

  @Test("A use is noted, but for a token that was used up", arguments: StoreBackend.allCases)
  func noted(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let session = sampleSession(1, of: account)
      try await store.apply([.insertAccount(account), .insertSession(session)])
      let note = { (moment: Instant) in
        StoreWrite.noteSessionUse(tokenHash: hash(1), at: moment, forgetAt: moment.adding(seconds: 5))
      }
      try await store.apply([note(later)])
      let found = try #require(try await store.session(tokenHash: hash(1))).session
      #expect(found.lastUsedAt == later && found.forgetAt == later.adding(seconds: 5))
      try await store.apply([Self.rotation(of: session, to: 2), note(later.adding(seconds: 60))])
      #expect(try await store.session(tokenHash: hash(1))?.session.lastUsedAt == now)
      try await store.apply([.noteSessionUse(tokenHash: hash(9), at: later, forgetAt: nil)])
    }
  }

  @Test("A sweep forgets sessions whose time has come, and no others", arguments: StoreBackend.allCases)
  func swept(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      var ending = sampleSession(1, of: account)
      ending.forgetAt = Self.forgetAt
      try await store.apply([
        .insertAccount(account), .insertSession(ending), .insertSession(sampleSession(2, of: account)),
      ])
      #expect(try await store.session(tokenHash: hash(1))?.session == ending)
      #expect(try await store.sweep(now: Self.forgetAt.adding(seconds: -1), limit: 100) == 0)
      #expect(try await store.sweep(now: Self.forgetAt, limit: 100) == 1)
      #expect(try await store.session(tokenHash: hash(1)) == nil)
      #expect(try await store.session(tokenHash: hash(2)) != nil)
    }
  }
}
