import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("The console's page of failed sign-ins")
struct FailuresPageTests {
  private static func fail(_ server: TestServer, _ options: JSONValue = [:]) async throws -> String {
    let token = try await server.labToken("apple.com", options)
    let response = try await server.signInWithIdp([("providerId", "apple.com"), ("id_token", token)])
    return try #require(response.headers.first(name: "x-latchkey-diagnostic"), "\(response.text)")
  }

  @Test("each stands there with what latchkey explain says, and what to do")
  func explained() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let empty = try await browser.open(ConsoleBrowser.path("activity/failures"))
      #expect(empty.element(id: "no-failures") != nil && empty.element(id: "failures") == nil)
      let id = try await Self.fail(server, ["fault": "wrong-audience"])
      let explanation = try #require(try await server.backend.explanation(of: id))
      let page = try await browser.open(ConsoleBrowser.path("activity/failures"))
      let failure = try #require(page.element(id: "failure-\(id)")).text
      for part in [
        explanation.report.sentence, explanation.report.expected, explanation.report.seen,
        explanation.errorCode,
        "Audience", "Add the app’s client ID",
      ] {
        #expect(failure.contains(try #require(part)), "\(part ?? "")")
      }
      let japanese = try await ConsoleBrowser(server, headers: ["Accept-Language": "ja"]).open(
        ConsoleBrowser.path("activity/failures"))
      #expect(japanese.text.contains("対象アプリ") && japanese.text.contains(explanation.report.sentence))
      let sentence = japanese.element(id: "failure-\(id)")?.first("h2")
      #expect(sentence?["lang"] == "en")
    }
  }

  @Test("they come page by page, the newest first, and are found by their id")
  func pages() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      let browser = ConsoleBrowser(server)
      var ids: [String] = []
      for _ in 0..<23 {
        let response = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", "x")])
        ids.append(try #require(response.headers.first(name: "x-latchkey-diagnostic")))
        server.clock.advance(seconds: 1)
      }
      func shown(_ page: ConsoleDocument) -> [String] {
        page.element(id: "failures")?.all("li").compactMap { $0["id"]?.replacing("failure-", with: "") } ?? []
      }
      let first = try await browser.open(ConsoleBrowser.path("activity/failures"))
      #expect(shown(first) == Array(ids.reversed().prefix(20)))
      let second = try await browser.open(try first.link("older"))
      #expect(shown(second) == Array(ids.prefix(3).reversed()))
      #expect(throws: TestFailure.self) { try second.link("older") }
      var form = try first.form("find-failure")
      form["id"] = ids[4]
      #expect(shown(try await browser.submit(form)) == [ids[4]])
      form["id"] = "nothing"
      #expect(try await browser.submit(form).element(id: "no-failures") != nil)
      for query in ["before=x", "before=1-%00", "before=9999999999999999999999-a", "id=%3Cscript%3E"] {
        _ = try await browser.open(ConsoleBrowser.path("activity/failures?\(query)"))
      }
    }
  }

  // Fails when an explanation is looked up by its id alone.
  @Test("another project's, and another tenant's, are not shown")
  func isolation() async throws {
    try await TestServer.run { server in
      let id = try await Self.fail(server, ["fault": "expired"])
      _ = try await server.addProject("other")
      try await server.openTenant("tea")
      let browser = ConsoleBrowser(server)
      for path in [
        "/console/p/other/activity/failures", "/console/p/other/activity/failures?id=\(id)",
        ConsoleBrowser.path("activity/failures?tenant=tea"),
        ConsoleBrowser.path("activity/failures?tenant=tea&id=\(id)"),
      ] {
        #expect(try await browser.open(path).element(id: "no-failures") != nil, "\(path)")
      }
      #expect(
        try await browser.open(ConsoleBrowser.path("activity/failures?id=\(id)")).element(id: "failure-\(id)")
          != nil)
    }
  }

  // Fails when a value is not escaped.
  @Test("T34: what an app sent is shown as text")
  func escaped() async throws {
    try await TestServer.run { server in
      let name = "<script>alert(1)</script>"
      _ = try await server.signInWithIdp([("providerId", name), ("id_token", "x")])
      let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path("activity/failures"))
      #expect(!page.response.text.contains("<script>alert") && page.text.contains("alert(1)"))
    }
  }
}
