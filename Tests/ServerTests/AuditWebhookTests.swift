import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("The audit webhook", .fewAtOnce)
struct AuditWebhookTests {
  private static let secret = "a secret of the webhook"

  /// Events of a body, each with its hash.
  private static func events(_ body: String) throws -> [JSONValue] {
    try #require(try JSONParser().parse(body)["events"]?.arrayValue)
  }

  private static func ids(_ receiver: WebhookReceiver) throws -> [String] {
    try receiver.deliveries.flatMap { try events($0.body) }
      .compactMap { $0["record"]?["id"]?.stringValue }
  }

  /// Of what was recorded until now.
  private static func webhook(
    _ server: TestServer, _ receiver: WebhookReceiver, _ http: OutgoingHTTP,
    _ change: (inout AuditWebhookSettings) -> Void = { _ in }
  ) async throws -> AuditWebhook {
    try await server.backend.audit.sealAudit()
    var settings = AuditWebhookSettings(url: receiver.url, secret: Secret(secret))
    settings.allowPrivateAddresses = true
    settings.projects = [TestServer.project]
    settings.batchSize = 3
    change(&settings)
    return AuditWebhook(
      settings, store: server.backend.audit, http: http, clock: server.clock, random: SystemRandom())
  }

  private static func run(
    _ body: @Sendable @escaping (TestServer, WebhookReceiver, OutgoingHTTP) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      try await WebhookReceiver.run { receiver in
        let http = OutgoingHTTP()
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(server, receiver, http)) } catch { outcome = .failure(error) }
        await http.shutDown()
        try outcome.get()
      }
    }
  }

  // Fails when the cursor is not kept, or moves before the answer.
  @Test(
    "every event is delivered in its order, and what is not taken is delivered again, also after a restart")
  func delivery() async throws {
    try await Self.run { server, receiver, http in
      for number in 0..<7 { _ = try await server.signUp("user\(number)@example.com") }
      let expected = try await server.auditEvents().map(\.id)
      let webhook = try await Self.webhook(server, receiver, http)
      receiver.answer(200, 503)
      #expect(try await webhook.deliver().delivered == 3)
      let refused = try await webhook.deliver()
      #expect(refused.delivered == 0 && refused.refusals.map(\.cause) == ["HTTP 503"])
      // Another process, which knows no more than the database does.
      let other = try await Self.webhook(server, receiver, http)
      #expect(try await other.deliver().delivered == 0, "it is not due yet")
      server.clock.advance(seconds: 2)
      while try await other.deliver().delivered > 0 {}
      var ids = try Self.ids(receiver)
      #expect(ids[3..<6] == ids[6..<9])
      ids.removeSubrange(3..<6)
      #expect(ids == expected)
      let before = receiver.deliveries.count
      #expect(try await other.deliver().delivered == 0)
      #expect(receiver.deliveries.count == before)
    }
  }

  @Test("a delivery is signed with its time, and each record is what was hashed")
  func signature() async throws {
    try await Self.run { server, receiver, http in
      _ = try await server.signUp("ann@example.com")
      while try await Self.webhook(server, receiver, http).deliver().delivered > 0 {}
      var hash = AuditHead.genesis
      for delivery in receiver.deliveries {
        let header = try #require(delivery.header(AuditWebhook.signatureHeader))
        let parts = header.split(separator: ",").map { $0.split(separator: "=")[1] }
        let time = try #require(Int64(parts[0]))
        #expect(abs(time - server.clock.now().seconds) < 60)
        let key = SymmetricKey(data: Data(Self.secret.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).\(delivery.body)".utf8), using: key)
        #expect(String(parts[1]) == hexadecimalText(code))
        // As a receiver in any language can: the text between "record": and the last brace.
        let list = String(delivery.body.dropFirst(#"{"events":["#.count).dropLast(2))
        for text in list.components(separatedBy: #"},{"hash""#) {
          let record = try #require(text.range(of: #""record":"#)).upperBound
          let end = text.hasSuffix("}}") ? text.index(before: text.endIndex) : text.endIndex
          hash = Array(SHA256.hash(data: Data(hash) + Data(text[record..<end].utf8)))
          #expect(text.contains(hexadecimalText(hash)))
        }
      }
    }
  }

  @Test("without leave a webhook does not reach this machine")
  func privateAddress() async throws {
    try await Self.run { server, receiver, http in
      let webhook = try await Self.webhook(server, receiver, http) { $0.allowPrivateAddresses = false }
      let round = try await webhook.deliver()
      #expect(round.refusals.count == 1 && round.delivered == 0)
      #expect(receiver.deliveries.isEmpty)
    }
  }

  // Fails when no lease is taken.
  @Test("of many nodes on one database, one sends each event")
  func nodes() async throws {
    try await Self.run { server, receiver, http in
      for number in 0..<20 { _ = try await server.signUp("user\(number)@example.com") }
      let expected = try await server.auditEvents().map(\.id)
      let delivered = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let node = try await Self.webhook(server, receiver, http) { $0.batchSize = 2 }
            var count = 0
            while try Self.ids(receiver).count < expected.count {
              count += try await node.deliver().delivered
            }
            return count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(try Self.ids(receiver) == expected)
      #expect(delivered == expected.count)
    }
  }

  // Fails when a refusal ends the round.
  @Test("a project whose events are refused holds up no other, and waits longer after each failure")
  func chains() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      try await WebhookReceiver.run { receiver in
        let http = OutgoingHTTP()
        _ = try await server.signUp("ann@example.com")
        let last = try await server.addProject("zz-last")
        let refused = #""project":"\#(TestServer.project)""#
        receiver.answer { $0.body.contains(refused) ? (500, "") : (200, "") }
        let webhook = try await Self.webhook(server, receiver, http) {
          $0.projects = [TestServer.project, last.id]
        }
        var waits: [Int64] = []
        var delivered = 0
        for _ in 0..<4 {
          let round = try await webhook.deliver()
          delivered += round.delivered
          waits += round.refusals.map(\.wait)
          #expect(round.refusals.map(\.chain) == [TestServer.project])
          #expect(try await webhook.deliver().refusals.isEmpty, "it waits")
          server.clock.advance(seconds: waits.last ?? 0)
        }
        #expect(waits == [2, 4, 8, 16])
        let expected = try await server.auditEvents(of: last.id)
        #expect(delivered == expected.count)
        receiver.answer(by: nil)
        #expect(try await webhook.deliver().delivered > 0)
        await http.shutDown()
      }
    }
  }

  // Fails when an answer's body is read, and is too large for it.
  @Test("an answer that takes the events takes them, however much else it says")
  func longAnswer() async throws {
    try await Self.run { server, receiver, _ in
      var limits = OutgoingHTTP.Limits()
      limits.maximumBodyBytes = 1_000
      let http = OutgoingHTTP(limits: limits)
      for number in 0..<7 { _ = try await server.signUp("user\(number)@example.com") }
      receiver.answer { _ in (200, String(repeating: "thanks ", count: 1_000_000)) }
      let webhook = try await Self.webhook(server, receiver, http)
      while try await webhook.deliver().delivered > 0 {}
      let expected = try await server.auditEvents()
      #expect(try Self.ids(receiver) == expected.map(\.id))
      await http.shutDown()
    }
  }
}
