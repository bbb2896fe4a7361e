import Composition
import Foundation
import Identity
import IdentityProviders
import Logging
import Messaging
import TestSupport
import Testing

@testable import Operations

@Suite("Losses of the outbox")
struct OutboxLossTests {
  /// A backend with one account, whose link keeps a token, and its log and metrics.
  private struct Bench {
    let backend: Backend
    let log: CapturedLog
    let telemetry: ServerTelemetry
    let scope: Scope

    var revocations: OutboxTally.Counts { backend.outboxTally.counts(of: .revocation) }

    func insert(_ id: String, sealedGrant: [UInt8]?) async throws -> Account {
      let now = backend.service.clock.now()
      var account = Account(id: try #require(AccountID(rawValue: id)), scope: scope, createdAt: now)
      account.links = [ProviderLink(providerID: "github.com", rawID: id)]
      account.links[0].sealedGrant = sealedGrant
      try await backend.service.store.apply([.insertAccount(account)])
      return account
    }

    func sealedGrant(_ id: String) throws -> [UInt8] {
      let account = Account(
        id: try #require(AccountID(rawValue: id)), scope: scope, createdAt: backend.service.clock.now())
      let link = ProviderLink(providerID: "github.com", rawID: id)
      let grant = Data(
        (#"{"clientID":"id","rawID":"\#(id)","token":"\#(OutboxLossTests.token)","kind":"access_token","#
          + #""addresses":"none"}"#).utf8)
      return Array(
        try backend.secretBox.seal(grant, context: ProviderGrants.context(link, of: account)))
    }

    func delete(_ account: Account) async throws {
      let now = backend.service.clock.now()
      try await backend.service.delete(account, by: StoreWrite.deletion(of: account, now: now), now: now)
      #expect(try await backend.service.store.account(account.id, in: account.scope) == nil)
    }

    /// Checks the log's line and the metric of an outcome.
    func expect(_ outcome: OutboxEvent.Outcome, _ count: Int = 1, log text: String) {
      let line = "latchkey_outbox_total{channel=\"revocation\",outcome=\"\(outcome.rawValue)\"} \(count)\n"
      let page = telemetry.registry.render()
      #expect(page.contains(line), "\(page)")
      #expect(log.text.contains("warning access is not revoked at a provider: \(text)"), "\(log.text)")
      #expect(!log.text.contains(OutboxLossTests.token))
      #expect(revocations.lost == count && revocations.failure?.outcome == outcome)
    }
  }

  private static let token = "gho_kept"

  private func run(_ body: (Bench) async throws -> Void) async throws {
    let log = CapturedLog()
    let telemetry = ServerTelemetry()
    var options = Backend.Options(nil)
    options.log = Logger(label: "test") { _ in log.handler() }
    options.telemetry = telemetry
    let backend = try await Backend.open(options)
    let project = try await backend.administration.create(TestServer.project)
    try await body(
      Bench(backend: backend, log: log, telemetry: telemetry, scope: Scope(project: project.id)))
    await backend.close()
  }

  // Fails when a token that does not open is passed over in silence.
  @Test("a kept token of another key is logged and counted, and the account is deleted")
  func unreadable() async throws {
    try await run { bench in
      try await bench.delete(try await bench.insert("ann", sealedGrant: [0, 1, 2]))
      bench.expect(.unreadable, log: "the kept token could not be opened")
      #expect(bench.log.text.contains("github.com"))
      #expect(try await bench.backend.revocations.depth(of: .revocation).waiting == 0)
    }
  }

  // Fails when a deletion that is refused reports its losses.
  @Test("a deletion that is refused loses nothing")
  func refused() async throws {
    try await run { bench in
      var account = try await bench.insert("ann", sealedGrant: [0, 1, 2])
      account.version += 1
      let stale = account
      await #expect(throws: StoreError.self) {
        let now = bench.backend.service.clock.now()
        try await bench.backend.service.delete(stale, by: StoreWrite.deletion(of: stale, now: now), now: now)
      }
      #expect(bench.revocations.lost == 0)
      #expect(bench.telemetry.registry.render().contains(#"channel="revocation",outcome="unreadable"} 0"#))
    }
  }

  // Fails when the store leaves an entry out in silence.
  @Test("a full outbox is logged and counted")
  func full() async throws {
    try await run { bench in
      let entry = OutboxEntry(
        id: "left out", scope: bench.scope, channel: .revocation, payload: [1],
        createdAt: bench.backend.service.clock.now(),
        expiresAt: bench.backend.service.clock.now().adding(seconds: 60))
      try await bench.backend.service.store.apply([.insertMessageIfRoom(entry, limit: 0)])
      bench.expect(.full, log: "the outbox is full")
    }
  }

  @Test("a queue that goes with its tenant is logged and counted")
  func tenant() async throws {
    try await run { bench in
      let id = try #require(TenantID(rawValue: "team-1"))
      let now = bench.backend.service.clock.now()
      let tenant = Tenant(id: id, project: bench.scope.project, createdAt: now)
      try await bench.backend.projects.insert(tenant)
      let inner = Bench(
        backend: bench.backend, log: bench.log, telemetry: bench.telemetry,
        scope: Scope(project: bench.scope.project, tenant: id))
      for name in ["ann", "bob"] {
        try await inner.delete(
          try await inner.insert(name, sealedGrant: try inner.sealedGrant(name)))
      }
      #expect(try await bench.backend.revocations.depth(of: .revocation).waiting == 2)
      #expect(bench.revocations.lost == 0)
      try await bench.backend.administration.deleteTenant(tenant)
      #expect(try await bench.backend.revocations.depth(of: .revocation).waiting == 0)
      inner.expect(.scopeDeleted, 2, log: "the waiting revocations were deleted with their accounts")
    }
  }

  private struct Unsealable: OutboxPayload {
    func belongs(to entry: OutboxEntry) -> Bool { true }
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: OutboxLossTests.token))
    }
  }

  @Test("a revocation that cannot be sealed is logged and counted")
  func unsealed() async throws {
    try await run { bench in
      let now = bench.backend.service.clock.now()
      do throws(OutboxEvent) {
        _ = try bench.backend.revocations.write(revocation: Unsealable(), in: bench.scope, now: now)
        Issue.record("it was sealed")
      } catch {
        bench.backend.revocations.note(error)
      }
      bench.expect(.unsealed, log: "the revocation could not be sealed")
    }
  }
}
