import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("Webhooks", .fewAtOnce)
struct WebhookTests {
  private static func run(
    _ body: @Sendable @escaping (TestServer, WebhookReceiver) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      try await WebhookReceiver.run { receiver in try await body(server, receiver) }
    }
  }

  private static func messages(_ receiver: WebhookReceiver) throws -> [WebhookDelivery] {
    try receiver.deliveries.map(WebhookDelivery.init)
  }

  /// Another process on the same database, as far as webhooks go.
  private static func node(_ server: TestServer) throws -> WebhookDeliverer {
    let audit = try #require(server.backend.audit as? any AuditStore & WebhookLog)
    return WebhookDeliverer(
      projects: server.backend.projects, audit: audit, sender: server.backend.webhookSender,
      clock: server.clock, random: SystemRandom())
  }

  // Fails when an event is left out, or told of before its account.
  @Test("what happens to users is told, signed, each event by its kind, with the user as the account is")
  func events() async throws {
    try await Self.run { server, receiver in
      _ = try await server.signUp("early@example.com")
      let (_, secret) = try await server.addWebhook(receiver)
      let ann = try await server.signUp("ann@example.com")
      _ = try await server.call(
        "accounts:signInWithPassword",
        ["email": "ann@example.com", "password": "correct horse", "returnSecureToken": true])
      _ = try await server.call(
        "accounts:signInWithPassword", ["email": "ann@example.com", "password": "wrong"])
      _ = try await server.administer(
        "accounts:update", ["localId": .string(ann.localID), "disableUser": true])
      _ = try await server.administer("accounts:delete", ["localId": .string(ann.localID)])
      try await server.sendWebhooks()
      let messages = try Self.messages(receiver)
      #expect(
        messages.map(\.type) == [
          "user.created", "user.signed_in", "user.signed_in", "user.disabled", "user.deleted",
        ])
      #expect(messages.allSatisfy { $0.uid == ann.localID })
      #expect(Set(messages.map(\.id)).count == messages.count)
      #expect(receiver.deliveries.allSatisfy { WebhookDelivery.verify($0, secret) })
      // The account is gone by now.
      #expect(messages.allSatisfy { $0.data["user"] == nil })
      let bob = try await server.signUp("bob@example.com")
      try await server.sendWebhooks()
      let told = try #require(try Self.messages(receiver).first { $0.uid == bob.localID })
      #expect(told.data["user"]?["email"] == "bob@example.com")
      #expect(told.data["provider"] == "password")
      #expect(!receiver.deliveries.contains { $0.body.contains("correct horse") })
    }
  }

  @Test("a webhook is sent the kinds that it asks for, and no user's record where it wants none")
  func filter() async throws {
    try await Self.run { server, receiver in
      _ = try await server.addWebhook(receiver) { change in
        change.kinds = [.created, .deleted]
        change.includesUser = false
      }
      let ann = try await server.signUp("ann@example.com")
      _ = try await server.administer("accounts:delete", ["localId": .string(ann.localID)])
      try await server.sendWebhooks()
      #expect(try Self.messages(receiver).map(\.type) == ["user.created", "user.deleted"])
      #expect(!receiver.deliveries.contains { $0.body.contains("ann@example.com") })
      #expect(!receiver.deliveries.contains { $0.body.contains("127.0.0.1") })
    }
  }

  // Fails when another node, which reads on from the last message, sends what happened before the change.
  @Test("kinds that are added are sent from then on by every node, and earlier events by a replay")
  func addedKinds() async throws {
    try await Self.run { server, receiver in
      let (webhook, _) = try await server.addWebhook(receiver) { $0.kinds = [.deleted] }
      let administration = server.backend.webhooks
      let ann = try await server.signUp("ann@example.com")
      try await server.sendWebhooks()
      #expect(receiver.deliveries.isEmpty)
      #expect(try await administration.status(of: webhook, in: TestServer.project).waiting == 0)
      server.clock.advance(seconds: 60)
      var change = WebhookChange()
      change.kinds = [.deleted, .created]
      _ = try await administration.change(webhook.id, change, in: TestServer.project)
      let bob = try await server.signUp("bob@example.com")
      try await server.sendWebhooks(by: Self.node(server))
      #expect(try Self.messages(receiver).map(\.uid) == [bob.localID])
      _ = try await administration.replay(
        webhook.id, from: Instant(seconds: 1_900_000_000), in: TestServer.project)
      try await server.sendWebhooks()
      let replayed = try Self.messages(receiver).dropFirst().map(\.uid)
      #expect(replayed.count == 2 && Set(replayed) == [ann.localID, bob.localID])
    }
  }

  // Fails when the cursor moves before the answer, or when a failure is forgotten.
  @Test("a receiver that is down loses nothing, and each account's events come in their order")
  func deadReceiver() async throws {
    try await Self.run { server, receiver in
      let (webhook, _) = try await server.addWebhook(receiver)
      receiver.answer { _ in (503, "") }
      var ids: [String] = []
      for number in 0..<5 { ids.append(try await server.signUp("user\(number)@example.com").localID) }
      var waits: [Int64] = []
      for _ in 0..<6 {
        let turns = try await server.sendWebhooks()
        let refusal = try #require(turns.compactMap(\.refusal).last)
        waits.append(refusal.wait)
        let before = receiver.deliveries.count
        #expect(try await server.sendWebhooks().allSatisfy { $0.refusal == nil }, "it waits")
        #expect(receiver.deliveries.count == before)
        server.clock.advance(seconds: refusal.wait)
      }
      #expect(waits.last ?? 0 > waits.first ?? 0)
      let status = try await server.backend.webhooks.status(of: webhook, in: TestServer.project)
      #expect(status.failures == 6 && status.failingSince != nil && status.waiting > 0)
      receiver.answer(by: nil)
      let refused = receiver.deliveries.count
      for id in ids { _ = try await server.administer("accounts:delete", ["localId": .string(id)]) }
      try await server.sendWebhooks()
      let taken = try receiver.deliveries.dropFirst(refused).map(WebhookDelivery.init)
      for id in ids {
        #expect(
          taken.filter { $0.uid == id }.map(\.type) == ["user.created", "user.signed_in", "user.deleted"])
      }
      #expect(Set(taken.map(\.id)).count == taken.count, "nothing was taken twice")
      let attempts = try await server.backend.webhooks.attempts(of: webhook)
      #expect(attempts.contains { $0.error == "HTTP 503" && $0.status == 503 })
      #expect(attempts.first?.error == nil)
    }
  }

  // Fails when what was sent is not sent again, or under another id.
  @Test("a process that ends while it sends leaves the event to another, which sends it under the same id")
  func endedProcess() async throws {
    try await Self.run { server, receiver in
      _ = try await server.addWebhook(receiver) { $0.kinds = [.created] }
      _ = try await server.signUp("ann@example.com")
      try await server.backend.audit.sealAudit()
      // As one that died with the lease, after the receiver had taken the event.
      let deliverer = server.backend.webhookDeliverer
      let stream = try #require(try await deliverer.due().first)
      let lease = try await server.backend.audit.leaseAuditCursor(
        of: stream.consumer, chain: TestServer.project, lease: "dead",
        until: server.clock.now().adding(seconds: 60), now: server.clock.now())
      #expect(lease != nil)
      #expect(try await deliverer.deliver(stream).delivered == 0)
      #expect(receiver.deliveries.isEmpty)
      server.clock.advance(seconds: 61)
      #expect(try await Self.node(server).deliver(stream).delivered == 1)
      #expect(try await Self.node(server).deliver(stream).delivered == 0)
      #expect(receiver.deliveries.count == 1)
    }
  }

  // Fails when no lease is taken.
  @Test("of many nodes on one database, one sends each event")
  func nodes() async throws {
    try await Self.run { server, receiver in
      _ = try await server.addWebhook(receiver) { $0.kinds = [.created] }
      for number in 0..<20 { _ = try await server.signUp("user\(number)@example.com") }
      try await server.backend.audit.sealAudit()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          let node = try Self.node(server)
          group.addTask { _ = try await node.deliverDue() }
        }
        try await group.waitForAll()
      }
      let ids = try Self.messages(receiver).map(\.id)
      #expect(ids.count == 20 && Set(ids).count == 20)
    }
  }

  // Fails when the cursor moves over a message that was not taken.
  @Test("one account's event that is refused holds up its later ones, and what others had is not lost")
  func order() async throws {
    try await Self.run { server, receiver in
      _ = try await server.addWebhook(receiver)
      let ann = try await server.signUp("ann@example.com")
      let bob = try await server.signUp("bob@example.com")
      let refuses = Watched(true)
      receiver.answer { delivery in
        let isRefused =
          refuses.value && delivery.body.contains(ann.localID) && delivery.body.contains("signed_in")
        return (isRefused ? 500 : 200, "")
      }
      _ = try await server.administer("accounts:delete", ["localId": .string(ann.localID)])
      for _ in 0..<3 {
        let wait = try await server.sendWebhooks().compactMap(\.refusal).last?.wait
        server.clock.advance(seconds: try #require(wait))
      }
      #expect(try !Self.messages(receiver).contains { $0.uid == ann.localID && $0.type == "user.deleted" })
      refuses.change { $0 = false }
      try await server.sendWebhooks()
      var seen: Set<String> = []
      let taken = try Self.messages(receiver).reversed().filter { seen.insert($0.id).inserted }.reversed()
      #expect(
        taken.filter { $0.uid == ann.localID }.map(\.type)
          == ["user.created", "user.signed_in", "user.deleted"])
      #expect(taken.filter { $0.uid == bob.localID }.map(\.type) == ["user.created", "user.signed_in"])
    }
  }

  // Fails when a turn uses the webhook as it was when the backlog was found.
  @Test("a webhook that is turned off, moved or replayed anew during a backlog is heeded at the next turn")
  func changedDuringBacklog() async throws {
    try await Self.run { server, receiver in
      try await WebhookReceiver.run { other in
        let (webhook, _) = try await server.addWebhook(receiver) { $0.kinds = [.created] }
        let administration = server.backend.webhooks
        let deliverer = server.backend.webhookDeliverer
        func change(_ configure: (inout WebhookChange) -> Void) async throws {
          var change = WebhookChange()
          configure(&change)
          _ = try await administration.change(webhook.id, change, in: TestServer.project)
        }
        _ = try await server.signUp("ann@example.com")
        try await server.backend.audit.sealAudit()
        let stream = try #require(try await deliverer.due().first)
        try await change { $0.isEnabled = false }
        #expect(try await deliverer.deliver(stream).delivered == 0)
        let address = other.url
        try await change {
          $0.isEnabled = true
          $0.url = address
        }
        #expect(try await deliverer.deliver(stream).delivered == 1)
        #expect(receiver.deliveries.isEmpty && other.deliveries.count == 1)
        let start = Instant(seconds: 1_900_000_000)
        _ = try await administration.replay(webhook.id, from: start, in: TestServer.project)
        let replaced = try #require(try await deliverer.due().first { $0.consumer != webhook.consumer })
        _ = try await administration.replay(webhook.id, from: start, in: TestServer.project)
        #expect(try await deliverer.deliver(replaced).delivered == 0)
        #expect(try await server.sendWebhooks().map(\.delivered).reduce(0, +) == 1)
      }
    }
  }

  @Test("a time is replayed beside what happens, under the ids of before")
  func replay() async throws {
    try await Self.run { server, receiver in
      let (webhook, _) = try await server.addWebhook(receiver) { $0.kinds = [.created] }
      var moments: [Instant] = []
      for number in 0..<6 {
        moments.append(server.clock.now())
        _ = try await server.signUp("user\(number)@example.com")
        try await server.sendWebhooks()
        server.clock.advance(seconds: 3_600)
      }
      let first = try Self.messages(receiver)
      #expect(first.count == 6)
      let administration = server.backend.webhooks
      _ = try await administration.replay(
        webhook.id, from: moments[2], to: moments[4], in: TestServer.project)
      _ = try await server.signUp("later@example.com")
      try await server.sendWebhooks()
      let again = try Self.messages(receiver).dropFirst(6)
      #expect(Set(again.map(\.id)).intersection(first.map(\.id)) == Set(first[2..<4].map(\.id)))
      #expect(again.count == 3)
      let stored = try await administration.webhook(webhook.id, in: TestServer.project)
      #expect(try await administration.status(of: stored, in: TestServer.project).replayWaiting == 0)
      try await server.sendWebhooks()
      #expect(receiver.deliveries.count == 9, "a replay ends")
      await #expect(throws: IdentityError.self) {
        _ = try await administration.replay(
          webhook.id, from: moments[4], to: moments[2], in: TestServer.project)
      }
    }
  }

  @Test("an answer of 410, and days without an answer of 2xx, turn a webhook off; turned on, it goes on")
  func ending() async throws {
    try await Self.run { server, receiver in
      let (webhook, _) = try await server.addWebhook(receiver) { $0.kinds = [.created] }
      let administration = server.backend.webhooks
      func ending() async throws -> Webhook.Ending? {
        let stored = try await administration.webhook(webhook.id, in: TestServer.project)
        return stored.isEnabled ? nil : stored.ending
      }
      _ = try await server.signUp("ann@example.com")
      receiver.answer(410)
      try await server.sendWebhooks()
      #expect(try await ending() == .gone)
      #expect(try await server.sendWebhooks().isEmpty)
      var change = WebhookChange()
      change.isEnabled = true
      _ = try await administration.change(webhook.id, change, in: TestServer.project)
      receiver.answer { _ in (500, "") }
      try await server.sendWebhooks()
      #expect(try await ending() == nil)
      server.clock.advance(seconds: Webhook.patience)
      try await server.sendWebhooks()
      #expect(try await ending() == .failing)
      receiver.answer(by: nil)
      _ = try await administration.change(webhook.id, change, in: TestServer.project)
      let before = receiver.deliveries.count
      try await server.sendWebhooks()
      #expect(receiver.deliveries.count == before + 1, "nothing was lost")
      let events = try await server.auditEvents().filter { $0.details["changed"] == "webhooks" }
      #expect(events.contains { $0.actor == "system" })
    }
  }

  @Test("a new secret signs beside the former one until that expires, and a test says what came of it")
  func rotation() async throws {
    try await Self.run { server, receiver in
      let (webhook, former) = try await server.addWebhook(receiver)
      let administration = server.backend.webhooks
      let present = try await administration.rotateSecret(
        of: webhook.id, keepingFormer: 60, in: TestServer.project
      ).reveal()
      #expect(try await administration.test(webhook.id, in: TestServer.project).status == 200)
      let first = try #require(receiver.deliveries.last)
      #expect(WebhookDelivery.verify(first, former) && WebhookDelivery.verify(first, present))
      #expect(try WebhookDelivery(first).type == "webhook.test")
      server.clock.advance(seconds: 60)
      receiver.answer(500)
      #expect(try await administration.test(webhook.id, in: TestServer.project).error == "HTTP 500")
      let second = try #require(receiver.deliveries.last)
      #expect(!WebhookDelivery.verify(second, former) && WebhookDelivery.verify(second, present))
      let stored = String(decoding: try JSONEncoder().encode(try await server.project()), as: UTF8.self)
      #expect(!stored.contains(present) && !stored.contains(former))
      for number in 2...Webhook.maximumCount {
        _ = try await administration.create("https://example.com/\(number)", in: TestServer.project)
      }
      await #expect(throws: IdentityError.self) {
        _ = try await administration.create("https://example.com/more", in: TestServer.project)
      }
    }
  }

  @Test("a running server sends what happens by itself")
  func service() async throws {
    var options = TestServer.Options()
    options.sendsWebhooks = true
    try await TestServer.run(options) { server in
      try await WebhookReceiver.run { receiver in
        let (_, secret) = try await server.addWebhook(receiver)
        let ann = try await server.signUp("ann@example.com")
        let delivery = try #require(await receiver.first { $0.body.contains(ann.localID) })
        #expect(WebhookDelivery.verify(delivery, secret))
      }
    }
  }
}
