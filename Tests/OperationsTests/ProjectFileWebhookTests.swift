import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("Webhooks in a project file", .fewAtOnce)
struct ProjectFileWebhookTests {
  private static func webhook(_ name: String, at server: TestServer) async throws -> Webhook {
    try #require(try await server.project().webhooks.first { $0.name == name })
  }

  private static func file(_ receiver: WebhookReceiver, _ more: [String: JSONValue] = [:]) -> JSONValue {
    ["webhooks": ["crm": .object(["url": .string(receiver.url)].merging(more) { $1 })]]
  }

  // Fails when a new webhook has no place in the chain before it is stored, and when its secret is another than the file's.
  @Test("a webhook of a file is sent what happens from then on, signed with the secret that the file names")
  func delivered() async throws {
    try await WebhookReceiver.run { receiver in
      try await TestServer.run { server in
        _ = try await server.signUp("before@example.com")
        let secret = ProjectFileSample.webhookSecret
        let plan = try await server.apply(
          Self.file(receiver, ["kinds": ["user.created"], "secret": ["fromEnvironment": "S"]]),
          overwrites: true, variables: ["S": secret])
        #expect(plan.newSecrets.isEmpty)
        let user = try await server.signUp("after@example.com")
        try await server.sendWebhooks()
        #expect(receiver.deliveries.count == 1)
        let delivery = try #require(receiver.deliveries.first)
        #expect(try WebhookDelivery(delivery).uid == user.localID)
        #expect(WebhookDelivery.verify(delivery, secret))
      }
    }
  }

  // Fails when the secret of a plan that is not applied is the one that is shown, and when each application makes one.
  @Test("a secret that the file leaves out is made once and shown once")
  func madeSecret() async throws {
    try await WebhookReceiver.run { receiver in
      try await TestServer.run { server in
        let file = Self.file(receiver)
        let dry = try await server.apply(file, isDryRun: true)
        #expect(dry.newSecrets.isEmpty)
        #expect(
          dry.differences.map(\.text).contains("projects/example/webhooks/crm/secret: the secret is set"))
        let plan = try await server.apply(file, overwrites: true)
        #expect(plan.newSecrets.map(\.path) == ["projects/example/webhooks/crm/secret"])
        let secret = try #require(plan.newSecrets.first).secret.reveal()
        #expect(!plan.differences.map(\.text).joined().contains(secret))
        let again = try await server.apply(file, overwrites: true)
        #expect(again.newSecrets.isEmpty && again.differences.isEmpty, "\(again.differences)")
        let id = try await Self.webhook("crm", at: server).id
        _ = try await server.backend.webhooks.test(id, in: TestServer.project)
        #expect(WebhookDelivery.verify(try #require(receiver.deliveries.last), secret))
      }
    }
  }

  // Fails when the former secret is dropped at once, and when an equal one counts as another.
  @Test("another secret signs from then on, and the former one for a day beside it")
  func rotated() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      try await WebhookReceiver.run { receiver in
        let file = Self.file(receiver, ["secret": ["fromEnvironment": "S"]])
        let (first, second) = (
          ProjectFileSample.webhookSecret, "whsec_" + String(repeating: "QUJD", count: 8)
        )
        for (secret, changes) in [(first, 5), (first, 0), (second, 1)] {
          let plan = try await server.apply(file, overwrites: true, variables: ["S": secret])
          #expect(plan.differences.filter { $0.secretChange == nil }.isEmpty == (changes < 2))
          #expect(plan.differences.isEmpty == (changes == 0), "\(plan.differences)")
        }
        let id = try await Self.webhook("crm", at: server).id
        for isBoth in [true, false] {
          _ = try await server.backend.webhooks.test(id, in: TestServer.project)
          let delivery = try #require(receiver.deliveries.last)
          #expect(WebhookDelivery.verify(delivery, second))
          #expect(WebhookDelivery.verify(delivery, first) == isBoth)
          server.clock.advance(seconds: WebhookAdministration.overlap)
        }
      }
    }
  }

  // Fails when a webhook that the file lacks goes at once, never, or leaves its place in the chain behind.
  @Test("a webhook that the file lacks stays with a note, and goes when it prunes")
  func prune() async throws {
    try await WebhookReceiver.run { receiver in
      try await TestServer.run { server in
        _ = try await server.signUp("before@example.com")
        try await server.backend.audit.sealAudit()
        let (made, _) = try await server.addWebhook(receiver)
        let exported = try await server.exported()
        #expect(exported.at("webhooks/\(made.id)/url")?.stringValue == receiver.url)
        let file = exported.replacing("webhooks", with: [:])
        let kept = try await server.apply(file)
        #expect(kept.differences.isEmpty && kept.notes.contains { $0.contains(made.id) })
        try await server.apply(file, prunes: true)
        #expect(try await server.project().webhooks.isEmpty)
        #expect(try await server.exported()["webhooks"] == [:])
        let cursor = try await server.backend.audit.auditCursor(
          of: made.consumer, chain: TestServer.project)
        #expect(cursor.sequence == 0)
        _ = try await server.signUp("ann@example.com")
        try await server.sendWebhooks()
        #expect(receiver.deliveries.isEmpty)
      }
    }
  }

  // Fails when a file has the server's doings for the administrator's wishes.
  @Test(
    "a webhook that the server turned off differs in nothing, stays off, and is on again at another address")
  func turnedOff() async throws {
    try await WebhookReceiver.run { receiver in
      try await TestServer.run { server in
        _ = try await server.addWebhook(receiver)
        let exported = try await server.exported()
        try await server.changeProject { project in
          project.webhooks[0].isEnabled = false
          project.webhooks[0].ending = .failing
        }
        #expect(try await server.exported() == exported)
        #expect(try await server.apply(exported).differences.isEmpty)
        let renamed = exported.replacing("displayName", with: "Other")
        try await server.apply(renamed)
        #expect(try await server.project().webhooks[0].isEnabled == false)
        let id = try await server.project().webhooks[0].id
        try await server.apply(
          renamed.replacing("webhooks/\(id)/url", with: "https://hooks.example.com/"), overwrites: true)
        let moved = try await server.project().webhooks[0]
        #expect(moved.isEnabled && moved.ending == nil && moved.url == "https://hooks.example.com/")
      }
    }
  }

  // Fails when members that a named webhook lacks keep their values.
  @Test("members that a named webhook lacks get their defaults")
  func defaults() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      try await server.apply(
        ["webhooks": ["crm": ["url": "https://hooks.example.com/crm"]]], overwrites: true)
      let crm = try #require(try await server.exported().at("webhooks/crm"))
      #expect(
        crm.replacing("secret", with: nil) == [
          "url": "https://hooks.example.com/crm", "enabled": true, "kinds": [], "includesUser": true,
        ])
      #expect(try await Self.webhook("stock", at: server).isEnabled == false, "it is not named")
    }
  }

  // Fails when a value goes past the check that it has in the API.
  @Test("is refused with the place of a value that cannot be")
  func refused() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      try await eachCase(
        of: [
          ("crm/url", "https://10.0.0.1/", "a private one"), ("crm/url", "", "crm"),
          ("crm/url", .null, "url"),
          ("crm/kinds", ["user.exploded"], "user.exploded"), ("crm/kinds", ["webhook.test"], "webhook.test"),
          ("crm/description", "a\u{7}", "crm"), ("crm/secret", .null, "always"),
          ("crm/secret", "whsec_AAAA", "fromEnvironment"),
          ("crm/secret", ["fromEnvironment": "SHORT"], "whsec_"),
          ("crm/secret", ["fromEnvironment": "LONG"], "whsec_"),
          ("crm/secret", ["fromEnvironment": "BARE"], "whsec_"),
          ("crm/createTime", "2026-01-01T00:00:00Z", "createTime"), ("crm/name", "x", "name"),
          ("new", ["enabled": true], "url"), ("a b", ["url": "https://example.com"], "name"),
          ("new", ["url": "https://example.com", "secret": ["fromEnvironment": "NOT_SET"]], "NOT_SET"),
        ] as [(String, JSONValue, String)]
      ) { path, value, reason in
        let file = try await server.exported().replacing("webhooks/\(path)", with: value)
        let before = try await server.project()
        let error = await #expect(throws: IdentityError.self) {
          try await server.apply(
            file, overwrites: true,
            variables: [
              "SHORT": "whsec_QUJD", "LONG": "whsec_" + String(repeating: "QUJD", count: 22),
              "BARE": String(repeating: "QUJD", count: 8),
            ])
        }
        #expect(error?.detail?.contains(reason) == true, "\(path): \(String(describing: error))")
        #expect(error?.detail?.hasPrefix("projects/example/webhooks") == true, "\(String(describing: error))")
        #expect(error?.detail?.contains("QUJD") != true)
        #expect(try await server.project() == before)
      }
    }
  }

  @Test("a project has no more of them than elsewhere")
  func tooMany() async throws {
    try await TestServer.run { server in
      let all = (0...Webhook.maximumCount).map { ("w\($0)", ["url": "https://example.com/"] as JSONValue) }
      let error = await #expect(throws: IdentityError.self) {
        try await server.apply(
          ["webhooks": .object(Dictionary(uniqueKeysWithValues: all))], overwrites: true)
      }
      #expect(error?.detail?.contains("at most 5") == true, "\(String(describing: error))")
      let project = try await server.project()
      #expect(project.webhooks.isEmpty)
    }
  }

  // Fails when a webhook keeps the id of the project that its file was made of: deliveries are kept by it.
  @Test("a copy of a project has webhooks of its own")
  func copied() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      let file = try await server.exported().replacing("number", with: nil).replacing("apiKeys", with: nil)
        .replacing("tokenIssuer", with: nil)
      try await server.apply(file, to: "copy", variables: ProjectFileSample.environment(of: server))
      let id = try #require(ProjectID(rawValue: "copy"))
      let copy = try #require(try await server.backend.projects.project(id)).webhooks
      let original = try await server.project().webhooks
      #expect(copy.map(\.name) == original.map(\.name))
      #expect(Set((copy + original).map(\.id)).count == 4)
      #expect(copy.map(\.secrets) != original.map(\.secrets))
    }
  }
}
