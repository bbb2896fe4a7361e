import Foundation
import Identity
import Operations
import TestSupport
import Testing

@Suite("T10: forged and replayed deliveries of webhooks", .fewAtOnce)
struct T10WebhookForgeryTests {
  // Fails when the signature leaves out the id, the time or the body.
  @Test("what is changed of a delivery no longer fits its signature, nor that of another project's webhook")
  func forgery() async throws {
    try await TestServer.run { server in
      try await WebhookReceiver.run { receiver in
        let (webhook, secret) = try await server.addWebhook(receiver)
        let other = try await server.addProject("other-app")
        let foreign = try await server.backend.webhooks.create(receiver.url, in: other.id).secret.reveal()
        _ = try await server.backend.webhooks.test(webhook.id, in: TestServer.project)
        let genuine = try #require(receiver.deliveries.last)
        #expect(WebhookDelivery.verify(genuine, secret))
        #expect(!WebhookDelivery.verify(genuine, foreign))
        #expect(!WebhookDelivery.verify(genuine, secret, body: genuine.body + " "))
        for name in ["webhook-id", "webhook-timestamp"] {
          var forged = genuine
          let field = try #require(genuine.headers.first { $0.name.canonicalName == name }?.name)
          forged.headers[field] = name == "webhook-id" ? "another" : "1"
          #expect(!WebhookDelivery.verify(forged, secret), "\(name)")
        }
      }
    }
  }

  // Fails when a repeated delivery is signed with the time of the first.
  @Test("an old delivery is known by its time, and a repeated one by its id")
  func replay() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      try await WebhookReceiver.run { receiver in
        let (_, secret) = try await server.addWebhook(receiver) { $0.kinds = [.created] }
        _ = try await server.signUp("ann@example.com")
        receiver.answer(500)
        let wait = try #require(try await server.sendWebhooks().compactMap(\.refusal).first?.wait)
        server.clock.advance(seconds: wait)
        try await server.sendWebhooks()
        let deliveries = receiver.deliveries
        try #require(deliveries.count == 2)
        #expect(deliveries[0].header("webhook-id") == deliveries[1].header("webhook-id"))
        #expect(deliveries[1].header("webhook-timestamp") == String(server.clock.now().seconds))
        #expect(deliveries[0].header("webhook-timestamp") != deliveries[1].header("webhook-timestamp"))
        #expect(deliveries.allSatisfy { WebhookDelivery.verify($0, secret) })
      }
    }
  }

  // Fails when a secret is sealed without its project or its webhook.
  @Test("a webhook's secret opens for no other webhook")
  func transplantedSecret() async throws {
    try await TestServer.run { server in
      try await WebhookReceiver.run { receiver in
        let (first, _) = try await server.addWebhook(receiver)
        let (second, _) = try await server.addWebhook(receiver)
        try await server.changeProject { project in
          project.webhooks[1].secrets = project.webhooks[0].secrets
        }
        #expect(try await server.backend.webhooks.test(first.id, in: TestServer.project).error == nil)
        #expect(try await server.backend.webhooks.test(second.id, in: TestServer.project).error != nil)
        #expect(receiver.deliveries.count == 1)
      }
    }
  }
}
