import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("Webhooks in the console")
struct WebhookSettingsTests {
  @Test("a webhook is made, its secret shown once, tried, changed, replayed, turned off and deleted")
  func lifecycle() async throws {
    try await TestServer.run { server in
      try await WebhookReceiver.run { receiver in
        let browser = ConsoleBrowser(server)
        let path = ConsoleBrowser.path("settings/webhooks")
        var form = try await browser.open(path).form("create-webhook")
        form["address"] = receiver.url
        form["description"] = "The CRM"
        form["kind"] = "user.created"
        let made = try await browser.submit(form)
        let secret = try #require(made.element(id: "secret")?.text)
        #expect(secret.hasPrefix("whsec_"))
        let page = try await browser.open(try made.link("done"))
        #expect(page.heading == "The CRM" && !page.response.text.contains("whsec_"))
        #expect(page.text.contains("Nothing has been sent yet."))
        let tested = try await browser.submit(try page.form("test-webhook"))
        #expect(tested.notice == "The receiver accepted the test message.")
        #expect(receiver.deliveries.last.map { WebhookDelivery.verify($0, secret) } == true)
        receiver.answer(500)
        #expect(
          try await browser.submit(try page.form("test-webhook"), status: 400).problem
            == "The receiver did not accept the message: HTTP 500")
        let shown = try await browser.open(try made.link("done"))
        #expect(shown.text.contains("webhook.test") && shown.text.contains("HTTP 500"))
        var replay = try shown.form("replay-webhook")
        replay["from"] = "2026-01-31T12:00"
        #expect(try await browser.submit(replay).notice == "The events are being sent again.")
        replay["from"] = "2999-01-31T12:00"
        #expect(
          try await browser.submit(replay, status: 400).problem
            == "This is not a valid time. Use the form 2026-01-31T12:00."
        )
        var change = try shown.form("set-webhook")
        #expect(change["kind"] == "user.created" && change["user"] != nil)
        change["kind"] = nil
        change["user"] = nil
        #expect(try await browser.submit(change).notice == "The changes were saved.")
        change["address"] = "http://10.0.0.1/"
        #expect(
          try await browser.submit(change, status: 400).problem?.hasPrefix("The webhook is not valid") == true
        )
        _ = try await browser.submit(try shown.form("switch-webhook"))
        let stored = try #require(try await server.project().webhooks.first)
        #expect(!stored.isEnabled && stored.kinds.isEmpty && !stored.includesUser)
        let rotate = try await browser.open(try shown.link("rotate-webhook"))
        let rotated = try await browser.submit(try rotate.form("confirm-form"))
        #expect(
          rotated.element(id: "secret").map(\.text).map { $0 != secret && $0.hasPrefix("whsec_") } == true)
        let question = try await browser.open(try shown.link("delete-webhook"))
        #expect(
          try await browser.submit(try question.form("confirm-form")).notice == "The webhook was deleted.")
        #expect(try await server.project().webhooks.isEmpty)
        #expect(try await !server.auditText().contains("whsec_"))
      }
    }
  }
}
