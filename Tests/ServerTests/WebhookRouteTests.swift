import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Webhooks by the API", .fewAtOnce)
struct WebhookRouteTests {
  @Test("a webhook is made, shown, changed, tried, replayed and deleted by administrators alone")
  func lifecycle() async throws {
    try await TestServer.run { server in
      try await WebhookReceiver.run { receiver in
        let made = try await server.configure(
          "POST", "webhooks", ["url": .string(receiver.url), "kinds": ["user.created"]])
        #expect(made.status == 200, "\(made.text)")
        let secret = try #require(made.json["secret"]?.stringValue)
        let path = try #require(made.json["name"]?.stringValue?.split(separator: "/", maxSplits: 2).last)
        let shown = try await server.configure("GET", "\(path)")
        #expect(shown.json["kinds"] == ["user.created"] && shown.json["enabled"] == true)
        #expect(!shown.text.contains(secret) && shown.json["failures"] == 0)
        let changed = try await server.configure("PATCH", "\(path)", ["kinds": [], "includesUser": false])
        #expect(changed.json["kinds"] == [] && changed.json["url"]?.stringValue == receiver.url)
        #expect(try await server.configure("POST", "\(path)/test", [:]).json["status"] == 200)
        let delivery = try #require(receiver.deliveries.last)
        #expect(WebhookDelivery.verify(delivery, secret))
        let rotated = try await server.configure("POST", "\(path)/rotateSecret", ["overlapSeconds": 0])
        #expect(rotated.json["secret"]?.stringValue.map { $0 != secret } == true)
        let deliveries = try await server.configure("GET", "\(path)/deliveries")
        #expect(deliveries.json["deliveries"]?.arrayValue?.count == 1)
        let replayed = try await server.configure(
          "POST", "\(path)/replay", ["startTime": "2026-01-31T12:00:00Z"])
        #expect(replayed.status == 200 && replayed.json["replayWaiting"] != nil, "\(replayed.text)")
        #expect(try await server.configure("POST", "\(path)/replay", ["startTime": "soon"]).status == 400)
        let list = try await server.configure("GET", "webhooks")
        #expect(list.json["webhooks"]?.arrayValue?.count == 1 && !list.text.contains("whsec_"))
        #expect(try await server.configure("DELETE", "\(path)").status == 200)
        #expect(try await server.configure("GET", "\(path)").status == 404)
      }
    }
  }

  @Test("what cannot be is refused with a reason, and everybody else is")
  func refusals() async throws {
    try await TestServer.run { server in
      for (body, code) in [
        (["url": "http://10.0.0.1/"], "INVALID_WEBHOOK"), ([:], "INVALID_WEBHOOK"),
        (["url": "https://example.com/", "kinds": ["user.exploded"]], "INVALID_WEBHOOK"),
        (["url": "https://example.com/", "kinds": ["webhook.test"]], "INVALID_WEBHOOK"),
      ] as [(JSONValue, String)] {
        let answer = try await server.configure("POST", "webhooks", body)
        #expect(answer.status == 400 && answer.errorMessage?.hasPrefix(code) == true, "\(answer.text)")
      }
      let misspelled = try await server.configure(
        "POST", "webhooks", ["url": "https://example.com/", "kind": ["user.created"]])
      #expect(misspelled.status == 400)
      let anonymous = try await server.send(
        "GET", "/v2/projects/example/webhooks", headers: ["Content-Type": "application/json"])
      #expect(anonymous.status == 401 || anonymous.status == 403, "\(anonymous.text)")
    }
  }
}
