import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("The audit webhook")
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

  private static func webhook(
    _ server: TestServer, _ receiver: WebhookReceiver, _ http: OutgoingHTTP,
    _ change: (inout AuditWebhookSettings) -> Void = { _ in }
  ) -> AuditWebhook {
    var settings = AuditWebhookSettings(url: receiver.url, secret: Secret(secret))
    settings.allowPrivateAddresses = true
    settings.projects = [TestServer.project]
    settings.batchSize = 3
    change(&settings)
    return AuditWebhook(settings, store: server.backend.audit, http: http, clock: server.clock)
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
      let webhook = Self.webhook(server, receiver, http)
      receiver.answer(200, 503)
      #expect(try await webhook.deliver() == 3)
      await #expect(throws: AuditWebhook.Failure.self) { try await webhook.deliver() }
      // Another process, which knows no more than the database does.
      let other = Self.webhook(server, receiver, http)
      while try await other.deliver() > 0 {}
      var ids = try Self.ids(receiver)
      #expect(ids[3..<6] == ids[6..<9])
      ids.removeSubrange(3..<6)
      #expect(ids == expected)
      let before = receiver.deliveries.count
      #expect(try await other.deliver() == 0)
      #expect(receiver.deliveries.count == before)
    }
  }

  @Test("a delivery is signed with its time, and each record is what was hashed")
  func signature() async throws {
    try await Self.run { server, receiver, http in
      _ = try await server.signUp("ann@example.com")
      while try await Self.webhook(server, receiver, http).deliver() > 0 {}
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
      let webhook = Self.webhook(server, receiver, http) { $0.allowPrivateAddresses = false }
      await #expect(throws: AuditWebhook.Failure.self) { try await webhook.deliver() }
      #expect(receiver.deliveries.isEmpty)
    }
  }
}
