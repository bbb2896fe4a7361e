import Identity
import TestTools
import Testing

@Suite("The store forgets what expired", .fewAtOnce)
struct SweepConformanceTests {
  @Test("A sweep takes expired rows only, at most its limit of each kind", arguments: StoreBackend.allCases)
  func bounded(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      let redeem = { (key: String, seconds: Int64) in
        StoreWrite.redeem(key: key, scope: scope, expiresAt: now.adding(seconds: seconds), now: now)
      }
      try await store.apply(
        (0..<5).map { .insertArtifact(sampleArtifact($0, in: scope, expiresIn: 10)) }
          + (0..<3).map { redeem("expired \($0)", 10) }
          + [.insertArtifact(sampleArtifact(9, in: scope, expiresIn: 60)), redeem("kept", 60)])
      #expect(try await store.sweep(now: now, limit: 100) == 0)
      let later = now.adding(seconds: 30)
      #expect(try await store.sweep(now: later, limit: 0) == 0)
      #expect(try await store.sweep(now: later, limit: -1) == 0)
      #expect(try await store.sweep(now: later, limit: 2) == 4)
      #expect(try await store.sweep(now: later, limit: 2) == 3)
      #expect(try await store.sweep(now: later, limit: 2) == 1)
      #expect(try await store.sweep(now: later, limit: 2) == 0)
      // Asked for a moment at which all would still count, what was swept is gone and the rest is there.
      #expect(try await store.artifact(tokenHash: hash(0), purpose: "passwordReset", now: now) == nil)
      #expect(try await store.artifact(tokenHash: hash(9), purpose: "passwordReset", now: now) != nil)
      #expect(await store.refusal(of: [redeem("kept", 60)]) == .alreadyRedeemed)
      try await store.apply([redeem("expired 0", 60)])
    }
  }
}
