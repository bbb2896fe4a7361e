import Identity
import TestTools
import Testing

@Suite("The store remembers one-time evidence", .fewAtOnce)
struct RedemptionConformanceTests {
  private func redeem(_ key: String, in scope: Scope, at moment: Instant = now) -> StoreWrite {
    .redeem(key: key, scope: scope, expiresAt: moment.adding(seconds: 60), now: moment)
  }

  @Test("Evidence is redeemed once until its memory expires, then again", arguments: StoreBackend.allCases)
  func expiry(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([redeem("jti", in: scope)])
      #expect(await store.refusal(of: [redeem("jti", in: scope)]) == .alreadyRedeemed)
      let last = Instant(milliseconds: now.milliseconds + 59_999)
      #expect(await store.refusal(of: [redeem("jti", in: scope, at: last)]) == .alreadyRedeemed)
      let expired = now.adding(seconds: 60)
      try await store.apply([redeem("jti", in: scope, at: expired)])
      #expect(await store.refusal(of: [redeem("jti", in: scope, at: expired)]) == .alreadyRedeemed)
    }
  }

  @Test("Evidence that may be repeated is refused once it was redeemed", arguments: StoreBackend.allCases)
  func repeatable(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      func requirement(at moment: Instant = now) -> StoreWrite {
        .requireUnredeemed(key: "jti", scope: scope, now: moment)
      }
      for _ in 0..<2 { try await store.apply([requirement()]) }
      try await store.apply([redeem("jti", in: scope)])
      #expect(await store.refusal(of: [requirement()]) == .alreadyRedeemed)
      try await store.apply([requirement(at: now.adding(seconds: 60))])
    }
  }

  @Test("A refused redemption does not prolong the memory", arguments: StoreBackend.allCases)
  func refusedLeavesNoTrace(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([redeem("jti", in: scope)])
      #expect(
        await store.refusal(of: [redeem("jti", in: scope, at: now.adding(seconds: 59))]) == .alreadyRedeemed)
      try await store.apply([redeem("jti", in: scope, at: now.adding(seconds: 60))])
    }
  }

  @Test("Of 64 that redeem one key at once, one succeeds", arguments: StoreBackend.allCases)
  func concurrent(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let write = redeem("code", in: try scope())
      for moment in [now, now.adding(seconds: 120)] {
        let later = redeem("code", in: try scope(), at: moment)
        let refusals = await store.concurrently(64) { _ in [moment == now ? write : later] }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == .alreadyRedeemed } == 63)
      }
    }
  }

  @Test("Keys of different scopes do not meet", arguments: StoreBackend.allCases)
  func scopes(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      for scope in [try scope(), try scope(tenant: "a"), try scope(tenant: "b"), try scope("other")] {
        try await store.apply([redeem("same", in: scope), redeem("another", in: scope)])
        #expect(await store.refusal(of: [redeem("same", in: scope)]) == .alreadyRedeemed)
      }
    }
  }

  @Test("A refused transaction forgets the redemption", arguments: StoreBackend.allCases)
  func rollback(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let missing = try plainAccount("nobody", in: scope)
      #expect(
        await store.refusal(of: [redeem("jti", in: scope), .updateAccount(missing)]) == .conflict(.stale))
      try await store.apply([redeem("jti", in: scope)])
    }
  }

  @Test("Clearing a scope's accounts keeps what was redeemed", arguments: StoreBackend.allCases)
  func survivesClearing(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([redeem("jti", in: scope), .deleteAllAccounts(scope)])
      #expect(await store.refusal(of: [redeem("jti", in: scope)]) == .alreadyRedeemed)
    }
  }
}
