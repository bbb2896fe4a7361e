import Identity
import IdentityWire
import TestSupport
import Testing

@testable import ProviderLab

@Suite("T10: revocations that are delivered again", .fewAtOnce)
struct T10RevocationReplayTests {
  // Fails when a provider's answer to a token that is revoked already is taken for a failure.
  @Test("a revocation whose process died before it noted the success is asked once more, and ends")
  func crash() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [
        "apple.com", "facebook.com", "github.com", "google.com", "oauth.lab", "oidc.lab",
      ]) { provider in
        let before = server.revocationCounts
        let (user, token) = try await server.signInToRevoke(provider)
        // The first attempt leaves the entry, so that another process can take it.
        try await server.setFault("http-500", at: provider, endpoint: "revoke")
        _ = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        try await server.waitForDeferredRevocations(before.deferred + 1)
        let later = server.clock.now().adding(seconds: 40)
        let claimed = try await server.sharedDatabase().claimMessages(
          of: .revocation, lease: "a-process-that-dies", until: later.adding(seconds: 120), now: later,
          limit: 1)
        #expect(claimed.count == 1)
        // It had its success at the provider.
        let grant = try #require(server.lab.state.token(token)?.grant)
        server.lab.state.revokeGrant(to: grant.clientID, of: grant.subject, at: grant.provider)
        #expect(server.lab.state.token(token) == nil)
        server.retryRevocations(after: 161)
        try await server.waitForRevocations(settled: before.delivered + before.lost + 1)
        #expect(try await server.requestCount(provider, endpoint: "revoke") == 2)
        let counts = server.revocationCounts
        #expect(
          counts.delivered == before.delivered + 1 && counts.lost == 0
            && counts.deferred == before.deferred + 1, "\(counts)")
      }
    }
  }

  // Fails when an entry that was delivered stays, or when an old one finds another user's token.
  @Test("an entry that is put back after its delivery revokes nothing of a later account")
  func putBack() async throws {
    try await TestServer.run { server in
      let (user, _) = try await server.signInToRevoke("github.com")
      try await server.setFault("http-500", at: "github.com", endpoint: "revoke")
      _ = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
      try await server.waitForDeferredRevocations()
      let sealed = try await server.waitingRevocation()
      server.retryRevocations()
      try await server.waitForRevocations()
      let (later, token) = try await server.signInToRevoke("github.com")
      #expect(later.localID != user.localID)
      let now = server.clock.now()
      let entry = OutboxEntry(
        id: sealed.id, scope: Scope(project: TestServer.project), channel: .revocation,
        payload: sealed.payload, createdAt: now, expiresAt: now.adding(seconds: 3_600))
      try await server.service.store.apply([.insertMessage(entry, limit: 10)])
      server.backend.revocations.wake(.revocation)
      try await server.waitForRevocations()
      #expect(try await server.requestCount("github.com", endpoint: "revoke") == 3)
      #expect(server.lab.state.token(token) != nil)
      #expect(try await server.account(later.localID)?.links.first?.sealedGrant != nil)
    }
  }
}
