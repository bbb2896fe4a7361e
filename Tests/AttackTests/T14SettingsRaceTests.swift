import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T14: races of webhooks and project files", .fewAtOnce)
struct T14SettingsRaceTests {
  /// The outcomes of 64 at once: the value, or the refusal.
  private static func race<Value: Sendable>(_ body: @Sendable @escaping (Int) async throws -> Value)
    async throws -> [Result<Value, IdentityError>]
  {
    try await withThrowingTaskGroup(of: Result<Value, IdentityError>.self) { group in
      for racer in 0..<64 {
        group.addTask {
          do { return .success(try await body(racer)) } catch let error as IdentityError {
            return .failure(error)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  // Fails when the number of webhooks is looked at before the project is written.
  @Test(
    "of 64 that create a webhook at once, as many do as a project may have",
    arguments: TestServer.Deployment.all)
  func creations(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let outcomes = try await Self.race { _ in
        try await server.backend.webhooks.create("https://example.com/", in: TestServer.project).webhook.id
      }
      let made = Set(outcomes.compactMap { try? $0.get() })
      let stored = try await server.project().webhooks
      #expect(made == Set(stored.map(\.id)))
      // A busy database lets fewer through at once. Those that are missing fit in afterwards, and no more.
      try #require(made.count <= Webhook.maximumCount)
      for _ in made.count..<Webhook.maximumCount {
        _ = try await server.backend.webhooks.create("https://example.com/", in: TestServer.project)
      }
      await #expect(throws: IdentityError.self) {
        _ = try await server.backend.webhooks.create("https://example.com/", in: TestServer.project)
      }
      for case .failure(let error) in outcomes {
        #expect(error.refusal == .tooManyWebhooks || error.retryAfter != nil, "\(error)")
      }
    }
  }

  // Fails when a rotation is decided on secrets that were read before another one.
  @Test(
    "of 64 that rotate a secret at once, the last signs beside the one before it",
    arguments: TestServer.Deployment.all)
  func rotations(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await WebhookReceiver.run { receiver in
        let (webhook, _) = try await server.addWebhook(receiver)
        let outcomes = try await Self.race { _ in
          try await server.backend.webhooks.rotateSecret(of: webhook.id, in: TestServer.project).reveal()
        }
        let secrets = outcomes.compactMap { try? $0.get() }
        #expect(try await server.project().webhooks[0].secrets.count == 2)
        _ = try await server.backend.webhooks.test(webhook.id, in: TestServer.project)
        let delivery = try #require(receiver.deliveries.last)
        #expect(secrets.filter { WebhookDelivery.verify(delivery, $0) }.count == min(2, secrets.count))
      }
    }
  }

  // Fails when a project and its tenants are written one after the other.
  @Test("of 64 project files at once, the last is there as a whole", arguments: TestServer.Deployment.all)
  func files(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let tenant = try await server.openTenant("team-one").id.rawValue
      let exported = try await server.exported()
      let outcomes = try await Self.race { racer in
        let name = "Racer \(racer)"
        let file = exported.replacing("displayName", with: .string(name))
          .replacing("tenants/\(tenant)/config/displayName", with: .string("racer-\(racer)"))
        try await server.apply(file)
        return racer
      }
      let winners = outcomes.compactMap { try? $0.get() }
      #expect(!winners.isEmpty)
      for case .failure(let error) in outcomes {
        #expect(error.refusal == .settingsChanged || error.retryAfter != nil, "\(error)")
      }
      let after = try await server.exported()
      let names = winners.map { "Racer \($0)" }
      let name = try #require(after.at("displayName")?.stringValue)
      #expect(names.contains(name))
      #expect(
        after.at("tenants/\(tenant)/config/displayName")?.stringValue
          == name.replacing("Racer ", with: "racer-"))
    }
  }
}
