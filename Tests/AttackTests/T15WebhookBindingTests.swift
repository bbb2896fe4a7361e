import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T15: a project's webhooks reached from elsewhere", .fewAtOnce)
struct T15WebhookBindingTests {
  /// Every operation on a webhook, with a message that it takes.
  private static let operations: [(method: String, suffix: String, message: JSONValue?)] = [
    ("GET", "", nil), ("PATCH", "", ["enabled": false]), ("GET", "/deliveries", nil), ("POST", "/test", [:]),
    ("POST", "/rotateSecret", ["overlapSeconds": 0]),
    ("POST", "/replay", ["startTime": "2026-01-31T12:00:00Z"]), ("DELETE", "", nil),
  ]

  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    options.isDevelopment = false
    options.privateFunctionHosts = ["127.0.0.1"]
    try await TestServer.run(options, body)
  }

  private static func token(
    _ server: TestServer, _ name: String, for seconds: Int64? = nil,
    in project: ProjectID = TestServer.project
  ) async throws -> String {
    try await server.backend.administration.createAdministratorToken(
      name, scopes: [.cloudPlatform], expiresAt: seconds.map { server.clock.now().adding(seconds: $0) },
      in: project
    ).reveal()
  }

  private static func call(
    _ server: TestServer, _ operation: (method: String, suffix: String, message: JSONValue?), at id: String,
    of project: ProjectID = TestServer.project, bearer: String?
  ) async throws -> TestResponse {
    var headers = ["Content-Type": "application/json"]
    headers["Authorization"] = bearer.map { "Bearer \($0)" }
    return try await server.send(
      operation.method,
      "/identitytoolkit.googleapis.com/v2/projects/\(project)/webhooks/\(id)\(operation.suffix)",
      headers: headers, body: operation.message.map { JSONWriter.text($0) })
  }

  // Fails when a webhook is looked for in all projects, and when a token administers another project (each alone).
  @Test("no operation takes another project's webhook, or another project's administrator")
  func otherProject() async throws {
    try await Self.run { server in
      try await WebhookReceiver.run { receiver in
        let (webhook, secret) = try await server.addWebhook(receiver)
        let stored = try await server.project().webhooks
        let other = try await server.addProject("other-app")
        let stranger = try await Self.token(server, "stranger", in: other.id)
        for operation in Self.operations {
          let what = "\(operation.method) \(operation.suffix)"
          let own = try await Self.call(server, operation, at: webhook.id, of: other.id, bearer: stranger)
          #expect(own.status == 404, "\(what): \(own.text)")
          let foreign = try await Self.call(server, operation, at: webhook.id, bearer: stranger)
          #expect(foreign.status == 401 || foreign.status == 403, "\(what): \(foreign.text)")
          #expect(!(own.text + foreign.text).contains(receiver.url), "\(what)")
        }
        #expect(try await server.project().webhooks == stored && receiver.deliveries.isEmpty)
        _ = try await server.backend.webhooks.test(webhook.id, in: TestServer.project)
        #expect(WebhookDelivery.verify(try #require(receiver.deliveries.last), secret))
      }
    }
  }

  // Fails when ids are compared by how they begin, without regard to case, or without their marks (each alone).
  @Test("a webhook answers to the bytes of its id alone")
  func spellings() async throws {
    try await Self.run { server in
      try await WebhookReceiver.run { receiver in
        let (webhook, _) = try await server.addWebhook(receiver)
        try await server.changeProject { $0.webhooks[0].id = "wA" + webhook.id }
        let stored = try await server.project().webhooks
        let administrator = try await Self.token(server, "nightly")
        let id = "wA" + webhook.id
        let shown = try await Self.call(server, Self.operations[0], at: id, bearer: administrator)
        #expect(shown.status == 200, "\(shown.text)")
        let others = [
          "Wa" + webhook.id, String(id.dropLast()), id + "0", "%20" + id, "%00", webhook.id,
          "w%CC%81A" + webhook.id,
          id + "%00", id + String(repeating: "%CC%81", count: 1_000),
        ]
        for other in others {
          for operation in Self.operations {
            let answer = try await Self.call(server, operation, at: other, bearer: administrator)
            #expect(
              (400..<500).contains(answer.status), "\(operation.method) \(other.prefix(60)): \(answer.status)"
            )
          }
        }
        #expect(try await server.project().webhooks == stored && receiver.deliveries.isEmpty)
      }
    }
  }

  // Fails when a route takes a user's token, and when a token is looked at in the server's copy of the project alone.
  @Test("nobody who was an administrator reaches a webhook, and no user")
  func staleCredentials() async throws {
    try await Self.run { server in
      try await WebhookReceiver.run { receiver in
        let (webhook, _) = try await server.addWebhook(receiver)
        let stored = try await server.project().webhooks
        let deleted = try await Self.token(server, "deleted")
        let expired = try await Self.token(server, "expired", for: 60)
        #expect(
          try await Self.call(server, Self.operations[0], at: webhook.id, bearer: deleted).status == 200)
        try await server.backend.administration.deleteAdministratorToken("deleted", in: TestServer.project)
        server.clock.advance(seconds: 61)
        let key = try await server.project().apiKeys[0]
        let user = try await server.call(
          "accounts:signUp", ["email": "ann@example.com", "password": "correct horse"], key: key)
        let idToken = try require(user, "idToken")
        for bearer in [deleted, expired, idToken, String(deleted.dropLast()), "owner", nil] {
          for operation in Self.operations {
            let answer = try await Self.call(server, operation, at: webhook.id, bearer: bearer)
            #expect(
              answer.status == 401 || answer.status == 403,
              "\(operation.method) \(operation.suffix): \(answer.text)")
          }
        }
        #expect(try await server.project().webhooks == stored && receiver.deliveries.isEmpty)
      }
    }
  }
}
