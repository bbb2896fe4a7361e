import Identity
import Testing

@Suite("The store rotates refresh sessions")
struct SessionRotationConformanceTests {
  private static let forgetAt = now.adding(seconds: 600)

  private static func rotation(
    of session: RefreshSession, to seed: UInt8, sealed: [UInt8] = [7], at moment: Timestamp = now
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

  @Test("A revoked family rotates no more, and no other is touched", arguments: StoreBackend.allCases)
  func revoked(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let first = sampleSession(1, of: account)
      let other = sampleSession(5, of: account)
      try await store.apply([.insertAccount(account), .insertSession(first), .insertSession(other)])
      try await store.apply([Self.rotation(of: first, to: 2)])
      let second = try #require(try await store.session(tokenHash: hash(2))).session
      try await store.apply([.revokeSessionFamily(hash(1), now: later, forgetAt: Self.forgetAt)])
      // The first moment stays.
      try await store.apply([
        .revokeSessionFamily(hash(1), now: later.adding(seconds: 9), forgetAt: Self.forgetAt)
      ])
      for seed in [1, 2] as [UInt8] {
        let found = try #require(try await store.session(tokenHash: hash(seed))).session
        #expect(found.revokedAt == later && found.forgetAt == Self.forgetAt)
        #expect(found.rotation?.sealedSuccessor.isEmpty != false)
        #expect(!found.isValid(for: account))
      }
      #expect(await store.refusal(of: [Self.rotation(of: second, to: 3)]) == .conflict(.stale))
      #expect(try await store.session(tokenHash: hash(5))?.session == other)
    }
  }

  @Test("A use is noted, but for a token that was used up", arguments: StoreBackend.allCases)
  func noted(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let account = try plainAccount("a", in: try scope())
      let session = sampleSession(1, of: account)
      try await store.apply([.insertAccount(account), .insertSession(session)])
      let note = { (moment: Timestamp) in
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
