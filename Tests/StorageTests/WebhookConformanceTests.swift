import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The store keeps how far webhooks are", .fewAtOnce)
struct WebhookConformanceTests {
  private static func attempt(_ number: Int, of webhook: String = "w", error: String? = nil) -> WebhookAttempt
  {
    WebhookAttempt(
      webhook: webhook, at: now.adding(seconds: Int64(number)), messageID: "m\(number)", kind: "user.created",
      account: number.isMultiple(of: 2) ? AccountID(rawValue: "ann") : nil, status: error == nil ? 204 : nil,
      milliseconds: 7, error: error)
  }

  // Fails when the attempts of all webhooks are trimmed as one.
  @Test("The last attempts of each webhook are kept as they were noted", arguments: StoreBackend.allCases)
  func attempts(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let first = [Self.attempt(1), Self.attempt(2, error: "nobody answers there")]
      try await store.note(first, of: "w")
      try await store.note([Self.attempt(3, of: "other")], of: "other")
      #expect(try await store.webhookAttempts(of: "w", limit: 10) == first.reversed())
      #expect(try await store.webhookAttempts(of: "w", limit: 1) == [first[1]])
      let many = (1...WebhookAttempt.maximumCount + 5).map { Self.attempt($0) }
      for part in [many.prefix(50), many.dropFirst(50)] { try await store.note(Array(part), of: "w") }
      let kept = try await store.webhookAttempts(of: "w", limit: 1_000)
      #expect(kept == many.suffix(WebhookAttempt.maximumCount).reversed())
      #expect(try await store.webhookAttempts(of: "other", limit: 10).count == 1)
    }
  }

  @Test(
    "A deleted webhook leaves neither attempts nor a place in the chain", arguments: StoreBackend.allCases)
  func deletion(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      var webhook = Webhook(id: "w", url: "https://a.example", secrets: [], createdAt: now)
      let replay = Webhook.Replay(id: "r", start: now, end: later, after: 0, through: 9)
      webhook.replay = replay
      let consumers = [webhook.consumer, webhook.consumer(of: replay)]
      for consumer in consumers + ["hook/other"] {
        try await store.beginAuditCursor(of: consumer, chain: project, at: 5)
      }
      try await store.note([Self.attempt(1)], of: "w")
      try await store.forgetWebhook(webhook, in: project)
      for consumer in consumers {
        #expect(try await store.auditCursor(of: consumer, chain: project) == AuditCursor())
      }
      // Who still knows it is given nothing to send.
      let lease = try await store.leaseAuditCursor(
        of: webhook.consumer, chain: project, lease: "late", until: later, now: now, beginning: false)
      #expect(lease == nil)
      let other = try await store.leaseAuditCursor(
        of: "hook/other", chain: project, lease: "one", until: later, now: now, beginning: false)
      #expect(other?.sequence == 5)
      #expect(try await store.webhookAttempts(of: "w", limit: 10).isEmpty)
    }
  }

  // Fails when a cursor that moves on counts its failures from before.
  @Test(
    "A cursor that failed after some progress keeps it, and counts anew", arguments: StoreBackend.allCases)
  func progress(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let project = try projectID()
      func fail(at sequence: Int64, _ moment: Instant) async throws -> AuditCursor {
        _ = try await store.leaseAuditCursor(
          of: "a", chain: project, lease: "one", until: moment.adding(seconds: 60), now: moment)
        try await store.postponeAuditCursor(
          of: "a", chain: project, lease: "one", at: sequence, until: moment, now: moment)
        return try await store.auditCursor(of: "a", chain: project)
      }
      try await store.beginAuditCursor(of: "a", chain: project, at: 3)
      try await store.beginAuditCursor(of: "a", chain: project, at: 8)
      #expect(try await store.auditCursor(of: "a", chain: project) == AuditCursor(sequence: 3))
      let second = now.adding(seconds: 10)
      let third = now.adding(seconds: 20)
      #expect(
        try await fail(at: 3, now)
          == AuditCursor(sequence: 3, failures: 1, leasedUntil: now, failingSince: now))
      #expect(
        try await fail(at: 1, second)
          == AuditCursor(sequence: 3, failures: 2, leasedUntil: second, failingSince: now))
      #expect(
        try await fail(at: 6, third)
          == AuditCursor(sequence: 6, failures: 1, leasedUntil: third, failingSince: third))
      try await store.retryAuditCursor(of: "a", chain: project)
      #expect(try await store.auditCursor(of: "a", chain: project) == AuditCursor(sequence: 6))
      // Who sends just now goes on.
      let end = third.adding(seconds: 60)
      _ = try await store.leaseAuditCursor(of: "a", chain: project, lease: "one", until: end, now: third)
      try await store.retryAuditCursor(of: "a", chain: project)
      #expect(try await store.auditCursor(of: "a", chain: project).leasedUntil == end)
      #expect(try await store.moveAuditCursor(of: "a", chain: project, lease: "one", to: 7))
    }
  }
}
