import Identity
import TestTools
import Testing

@Suite("The store's artifacts are used once", .fewAtOnce)
struct ArtifactConformanceTests {
  private func consume(
    _ seed: UInt8, purpose: String = "passwordReset", in scope: Scope, at moment: Instant = now
  ) -> StoreWrite {
    .consumeArtifact(tokenHash: hash(seed), purpose: purpose, scope: scope, now: moment)
  }

  @Test("An artifact comes back until it is consumed", arguments: StoreBackend.allCases)
  func roundTrip(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope(tenant: "t")
      var artifact = sampleArtifact(1, in: scope)
      var empty = sampleArtifact(2, in: scope)
      empty.payload = []
      artifact.payload = (0..<5000).map { UInt8($0 & 255) }
      try await store.apply([.insertArtifact(artifact), .insertArtifact(empty)])
      for artifact in [artifact, empty] {
        for _ in 0..<2 {
          let found = try await store.artifact(
            tokenHash: artifact.tokenHash, purpose: artifact.purpose, now: now)
          #expect(found == artifact)
        }
      }
      try await store.apply([consume(1, in: scope)])
      #expect(try await store.artifact(tokenHash: hash(1), purpose: "passwordReset", now: now) == nil)
      #expect(await store.refusal(of: [consume(1, in: scope)]) == .artifactGone)
      #expect(try await store.artifact(tokenHash: hash(2), purpose: "passwordReset", now: now) == empty)
    }
  }

  @Test("Of 64 that consume one artifact at once, one succeeds", arguments: StoreBackend.allCases)
  func concurrent(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([.insertArtifact(sampleArtifact(1, in: scope))])
      let write = consume(1, in: scope)
      let refusals = await store.concurrently(64) { _ in [write] }
      #expect(refusals.count { $0 == nil } == 1)
      #expect(refusals.count { $0 == .artifactGone } == 63)
    }
  }

  @Test("Neither another purpose nor another scope consumes it", arguments: StoreBackend.allCases)
  func wrongPurposeOrScope(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let owner = try scope(tenant: "t")
      try await store.apply([.insertArtifact(sampleArtifact(1, in: owner))])
      #expect(await store.refusal(of: [consume(1, purpose: "emailSignIn", in: owner)]) == .artifactGone)
      #expect(await store.refusal(of: [consume(1, purpose: "", in: owner)]) == .artifactGone)
      for other in [try scope(), try scope(tenant: "u"), try scope("other", tenant: "t")] {
        #expect(await store.refusal(of: [consume(1, in: other)]) == .artifactGone)
      }
      #expect(try await store.artifact(tokenHash: hash(1), purpose: "emailSignIn", now: now) == nil)
      #expect(try await store.artifact(tokenHash: hash(1), purpose: "passwordReset", now: now) != nil)
      try await store.apply([consume(1, in: owner)])
    }
  }

  @Test("An artifact counts up to the millisecond before it expires", arguments: StoreBackend.allCases)
  func expiry(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let artifact = sampleArtifact(1, in: scope)
      try await store.apply([.insertArtifact(artifact)])
      let end = artifact.expiresAt
      let last = Instant(milliseconds: end.milliseconds - 1)
      #expect(try await store.artifact(tokenHash: hash(1), purpose: artifact.purpose, now: end) == nil)
      #expect(await store.refusal(of: [consume(1, in: scope, at: end)]) == .artifactGone)
      #expect(try await store.artifact(tokenHash: hash(1), purpose: artifact.purpose, now: last) == artifact)
      try await store.apply([consume(1, in: scope, at: last)])
    }
  }

  @Test("A refused transaction gives the artifact back", arguments: StoreBackend.allCases)
  func rollback(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([.insertArtifact(sampleArtifact(1, in: scope))])
      let missing = try plainAccount("nobody", in: scope)
      let writes = [consume(1, in: scope), .updateAccount(missing)]
      #expect(await store.refusal(of: writes) == .conflict(.stale))
      try await store.apply([consume(1, in: scope)])
    }
  }
}
