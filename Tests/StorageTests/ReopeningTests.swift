import Identity
import TestTools
import Testing

@Suite("What was acknowledged is there after closing", .fewAtOnce)
struct ReopeningTests {
  @Test("Everything survives being closed and opened again", arguments: StoreBackend.persistent)
  func survives(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let scope = try scope(tenant: "t")
    let account = try fullAccount("a", in: scope)
    let session = sampleSession(1, of: account)
    let artifact = sampleArtifact(2, in: scope)
    let project = try sampleProject("demo", number: "1", apiKeys: ["k"])
    let redeem = StoreWrite.redeem(key: "jti", scope: scope, expiresAt: now.adding(seconds: 60), now: now)
    let consume = StoreWrite.consumeArtifact(
      tokenHash: hash(3), purpose: "passwordReset", scope: scope, now: now)

    let first = try place.open()
    try await first.apply([
      .insertProject(project), .insertAccount(account), .insertSession(session), .insertArtifact(artifact),
      .insertArtifact(sampleArtifact(3, in: scope)), redeem, consume,
      .insertSigningKey(sampleSigningKey("k")),
    ])
    await first.close()

    let second = try place.open()
    #expect(try await second.project(apiKey: "k") == project)
    #expect(try await second.account(account.id, in: scope) == account)
    let found = try #require(try await second.session(tokenHash: hash(1)))
    #expect(found.session == session)
    #expect(found.account == account)
    #expect(try await second.artifact(tokenHash: hash(2), purpose: artifact.purpose, now: now) == artifact)
    #expect(await second.refusal(of: [consume]) == .artifactGone)
    #expect(await second.refusal(of: [redeem]) == .alreadyRedeemed)
    #expect(try await second.signingKeys(now: now) == [sampleSigningKey("k")])
    await second.close()
  }

  @Test("Two that have one database open see each other's writes", arguments: StoreBackend.persistent)
  func twoAtOnce(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let one = try place.open()
    let other = try place.open()
    let scope = try scope()
    var account = try plainAccount("a", in: scope)
    try await one.apply([.insertAccount(account)])
    #expect(try await other.account(account.id, in: scope) == account)
    try await other.apply([.updateAccount(account)])
    #expect(await one.refusal(of: [.updateAccount(account)]) == .conflict(.stale))
    account.version = 1
    #expect(try await one.account(account.id, in: scope) == account)
    let redeem = StoreWrite.redeem(key: "code", scope: scope, expiresAt: now.adding(seconds: 9), now: now)
    async let ours = one.concurrently(32) { _ in [redeem] }
    async let theirs = other.concurrently(32) { _ in [redeem] }
    let refusals = await ours + theirs
    #expect(refusals.count { $0 == nil } == 1)
    #expect(refusals.count { $0 == .alreadyRedeemed } == 63)
    await one.close()
    await other.close()
  }

  @Test("A closed store fails every call instead of answering nothing", arguments: StoreBackend.allCases)
  func closed(backend: StoreBackend) async throws {
    let store = try StorePlace(backend).open()
    let scope = try scope()
    let account = try plainAccount("a", in: scope)
    await store.close()
    await store.close()
    #expect(await store.refusal(of: [.insertAccount(account)]) == .unavailable)
    for refusal in [
      await refusal { () async throws(StoreError) in try await store.projects() },
      await refusal { () async throws(StoreError) in try await store.project(scope.project) },
      await refusal { () async throws(StoreError) in try await store.project(apiKey: "k") },
      await refusal { () async throws(StoreError) in try await store.account(account.id, in: scope) },
      await refusal { () async throws(StoreError) in try await store.accountCount(in: scope) },
      await refusal { () async throws(StoreError) in
        try await store.accounts(in: scope, after: nil, limit: 1)
      },
      await refusal { () async throws(StoreError) in try await store.session(tokenHash: hash(1)) },
      await refusal { () async throws(StoreError) in
        try await store.artifact(tokenHash: hash(1), purpose: "p", now: now)
      },
      await refusal { () async throws(StoreError) in try await store.signingKeys(now: now) },
      await refusal { () async throws(StoreError) in try await store.sweep(now: now, limit: 1) },
    ] {
      #expect(refusal == .unavailable)
    }
  }

  @Test("Closing waits for the writes that were begun", arguments: StoreBackend.persistent)
  func closingDrains(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let store = try place.open()
    let scope = try scope()
    let accounts = try (0..<100).map { try plainAccount("account-\($0)", in: scope) }
    async let refusals = store.concurrently(100) { [.insertAccount(accounts[$0])] }
    await Task.yield()
    await store.close()
    let acknowledged = await refusals.count { $0 == nil }
    #expect(await refusals.allSatisfy { $0 == nil || $0 == .unavailable })
    let again = try place.open()
    #expect(try await again.accountCount(in: scope) == acknowledged)
    await again.close()
  }
}
