import Identity
import TestTools
import Testing

@Suite("A transaction is applied whole or not at all", .fewAtOnce)
struct AtomicityConformanceTests {
  @Test("One refused write undoes all that stand before it", arguments: StoreBackend.allCases)
  func allOrNone(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var existing = try fullAccount("existing", in: scope)
      existing.version = 0
      try await store.apply([
        .insertAccount(existing), .insertSession(sampleSession(1, of: existing)),
        .insertArtifact(sampleArtifact(1, in: scope)), .insertSigningKey(sampleSigningKey("k")),
      ])
      let added = try fullAccount("added", in: scope)
      var changed = existing
      changed.displayName = "changed"
      changed.links = []
      var retired = sampleSigningKey("k")
      retired.retiredAt = now
      let writes: [StoreWrite] = [
        .insertAccount(added), .updateAccount(changed),
        .endSessions(of: existing, now: later),
        .insertSession(sampleSession(2, of: added)), .insertArtifact(sampleArtifact(2, in: scope)),
        .consumeArtifact(tokenHash: hash(1), purpose: "passwordReset", scope: scope, now: now),
        .redeem(key: "jti", scope: scope, expiresAt: now.adding(seconds: 9), now: now),
        .insertSigningKey(sampleSigningKey("k2")), .updateSigningKey(retired),
        .insertProject(try sampleProject("added", number: "1", apiKeys: ["k"])),
        // Stale: the change above has taken this version.
        .updateAccount(changed),
      ]
      #expect(await store.refusal(of: writes) == .conflict(.stale))
      #expect(try await store.account(existing.id, in: scope) == existing)
      #expect(try await store.account(added.id, in: scope) == nil)
      #expect(try await store.session(tokenHash: hash(1))?.account == existing)
      #expect(try await store.session(tokenHash: hash(1))?.session.endedAt == nil)
      #expect(try await store.session(tokenHash: hash(2)) == nil)
      #expect(try await store.artifact(tokenHash: hash(1), purpose: "passwordReset", now: now) != nil)
      #expect(try await store.artifact(tokenHash: hash(2), purpose: "passwordReset", now: now) == nil)
      #expect(try await store.signingKeys(now: now) == [sampleSigningKey("k")])
      #expect(try await store.projects().isEmpty)
      // Without its last write the same transaction passes, the redemption too.
      try await store.apply(Array(writes.dropLast()))
      #expect(try await store.account(added.id, in: scope) == added)
      #expect(try await store.account(existing.id, in: scope)?.displayName == "changed")
    }
  }

  @Test("The writes of a transaction see each other in their order", arguments: StoreBackend.allCases)
  func order(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let old = try fullAccount("a", in: scope)
      var new = try fullAccount("b", in: scope)
      new.email = old.email
      try await store.apply([.insertAccount(old)])
      try await store.apply([.deleteAccount(old.id, scope), .insertAccount(new)])
      let address = try #require(old.email)
      #expect(try await store.account(email: address, in: scope) == new)
    }
  }

  @Test("Nothing is a transaction too", arguments: StoreBackend.allCases)
  func empty(backend: StoreBackend) async throws {
    try await withStore(backend) { store in try await store.apply([]) }
  }

  @Test("A reader sees every write that was acknowledged before", arguments: StoreBackend.allCases)
  func readYourWrites(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let missed = try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<16 {
          group.addTask {
            var missed = 0
            for number in 0..<25 {
              let account = try plainAccount("\(task)-\(number)", in: scope)
              try await store.apply([.insertAccount(account)])
              if try await store.account(account.id, in: scope) == nil { missed += 1 }
            }
            return missed
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(missed == 0)
      #expect(try await store.accountCount(in: scope) == 400)
    }
  }

  @Test("Refused transactions do not disturb those beside them", arguments: StoreBackend.allCases)
  func neighbours(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      var taken = try plainAccount("taken", in: scope)
      taken.email = try email("taken@example.com")
      try await store.apply([.insertAccount(taken)])
      let batches: [[StoreWrite]] = try (0..<200).map { number in
        let good = try plainAccount("good-\(number)", in: scope)
        var bad = try plainAccount("bad-\(number)", in: scope)
        bad.email = taken.email
        // The odd ones write a good account, too, before the one that is refused.
        return number % 2 == 0 ? [.insertAccount(good)] : [.insertAccount(good), .insertAccount(bad)]
      }
      let refusals = await store.concurrently(200) { batches[$0] }
      #expect(refusals.count { $0 == nil } == 100)
      #expect(refusals.count { $0 == .conflict(.emailTaken) } == 100)
      #expect(try await store.accountCount(in: scope) == 101)
    }
  }
}
