import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations
@testable import ProviderLab

/// A writer to the database moves sealed tokens, so that a deletion revokes a stranger's access.
@Suite("T15: sealed tokens for revocation at another place", .fewAtOnce)
struct T15RevocationBindingTests {
  enum Row: CaseIterable { case own, account, provider, tenant, project }

  // Fails when the context of the seal leaves out the account, the provider, the tenant or the project (each alone).
  @Test("a kept token that is copied into another row opens nothing there", arguments: Row.allCases)
  func grants(row: Row) async throws {
    try await TestServer.run { server in
      let (user, token) = try await server.signInToRevoke("github.com")
      var account = try #require(try await server.account(user.localID))
      let store = server.service.store
      let now = server.clock.now()
      // Each row differs from its own in one thing alone.
      try await store.apply([.deleteAccount(account.id, account.scope)])
      switch row {
      case .own: break
      case .account: account.id = try #require(AccountID(rawValue: account.id.rawValue + "2"))
      case .provider: account.links[0].providerID = "google.com"
      case .tenant: account.scope.tenant = TenantID(rawValue: try await server.makeTenant())
      case .project:
        let other = try #require(ProjectID(rawValue: "other-project"))
        _ = try await server.backend.administration.create(other)
        account.scope.project = other
      }
      account.version = 0
      try await store.apply([.insertAccount(account)])
      let copy = try #require(try await store.account(account.id, in: account.scope))
      #expect(copy.links.first?.sealedGrant != nil)
      try await server.service.delete(copy, by: StoreWrite.deletion(of: copy, now: now), now: now)
      #expect(try await store.account(account.id, in: account.scope) == nil)
      try await server.waitForRevocations(settled: 1)
      let counts = server.revocationCounts
      #expect(counts.delivered == (row == .own ? 1 : 0) && counts.lost == (row == .own ? 0 : 1))
      #expect(counts.deferred == 0)
      #expect(try await server.requestCount("github.com", endpoint: "revoke") == (row == .own ? 1 : 0))
      #expect((server.lab.state.token(token) == nil) == (row == .own))
    }
  }

  enum Entry: CaseIterable { case own, id, tenant, project, truncated, changed }

  // Fails when the seal does not name the entry, and when `belongs(to:)` does not compare the scope (each alone).
  @Test("a waiting revocation that is moved or changed asks no provider", arguments: Entry.allCases)
  func entries(entry: Entry) async throws {
    try await TestServer.run { server in
      let (user, token) = try await server.signInToRevoke("github.com")
      try await server.setFault("http-500", at: "github.com", endpoint: "revoke")
      let deleted = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
      #expect(deleted.status == 200, "\(deleted.text)")
      try await server.waitForDeferredRevocations()
      let sealed = try await server.waitingRevocation()
      let now = server.clock.now()
      var moved = OutboxEntry(
        id: sealed.id, scope: Scope(project: TestServer.project), channel: .revocation,
        payload: sealed.payload, createdAt: now, expiresAt: now.adding(seconds: 3_600))
      switch entry {
      case .own: break
      case .id: moved.id = String(sealed.id.reversed())
      case .tenant: moved.scope.tenant = TenantID(rawValue: try await server.makeTenant())
      case .project:
        let other = try #require(ProjectID(rawValue: "other-project"))
        _ = try await server.backend.administration.create(other)
        moved.scope.project = other
      case .truncated: moved.payload.removeLast()
      case .changed: moved.payload[moved.payload.count / 2] ^= 1
      }
      try await server.service.store.apply([
        .deleteMessage(id: sealed.id), .insertMessage(moved, limit: 10),
      ])
      server.backend.revocations.wake(.revocation)
      if entry == .own {
        try await server.waitForRevocations()
        #expect(server.lab.state.token(token) == nil)
      } else {
        try await server.waitForOutbox {
          server.log.text.contains("it cannot be opened under the master key")
        }
        #expect(server.lab.state.token(token) != nil)
      }
      #expect(try await server.requestCount("github.com", endpoint: "revoke") == (entry == .own ? 2 : 1))
      #expect(!server.log.text.contains(token))
    }
  }
}
