import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("Keys and tokens in the console")
struct SecretSettingsTests {
  @Test("a service account's file is shown once, works, and stands in no page, log or audit")
  func serviceAccount() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(ConsoleBrowser.path("settings/service-accounts")).form(
        "create-account")
      form["name"] = "backend"
      form["displayName"] = "The back end"
      let events = try await server.auditEvents {
        let made = try await browser.submit(form)
        let text = try #require(made.element(id: "secret")?.rawText)
        let file = try JSONParser().parse(Array(text.utf8))
        #expect(file["client_email"]?.stringValue == "backend@example.iam.gserviceaccount.com")
        #expect(file["token_uri"]?.stringValue?.hasPrefix("http://127.0.0.1:\(server.port)/") == true)
        let download = try #require(made.element(id: "download"))
        let encoded = try #require(download["href"]?.split(separator: ",").last)
        let decoded = try #require(Data(base64Encoded: String(encoded)))
        #expect(String(decoding: decoded, as: UTF8.self) == text)
        #expect(download["download"]?.hasPrefix("example-backend-") == true)
        #expect(made.response.headers.first(name: "cache-control") == "no-store")
        let account = try await browser.open(try made.link("done"))
        #expect(account.heading == "backend@example.iam.gserviceaccount.com")
        let key = try #require(file["private_key"]?.stringValue)
        let line = String(key.split(separator: "\n")[1])
        #expect(!account.response.text.contains(line) && account.text.contains("The back end"))
        #expect(try await !server.auditText().contains(line) && !server.log.text.contains(line))
        let snippet = try #require(account.element(id: "snippet")?.rawText)
        let address = "\"http://127.0.0.1:\(server.port)\""
        #expect(
          snippet.contains(
            "initialize_app(\n    \(address), service_account=\"\(download["download"] ?? "")\")"))
      }
      #expect(events.map(\.action) == [.serviceAccountUpdate])
      #expect(events[0].actor == "admin:dev")
      let again = try await browser.submit(form, status: 400)
      #expect(again.problem == "A service account with this name already exists.")
      form["name"] = "Back End"
      #expect(try await browser.submit(form, status: 400).problem?.hasPrefix("An account’s name") == true)
    }
  }

  @Test("a key is added and taken away, and so is the account")
  func keys() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let path = ConsoleBrowser.path("settings/service-accounts")
      var form = try await browser.open(path).form("create-account")
      form["name"] = "backend"
      form["scope"] = nil
      let first = try await browser.open(try await browser.submit(form).link("done"))
      #expect(first.text.contains("custom tokens only") && first.element(id: "snippet") == nil)
      let made = try await browser.submit(try first.form("create-key"))
      #expect(made.heading == "The key was created")
      let account = try await browser.open(try made.link("done"))
      var keys = try #require(try await server.project().serviceAccounts.last).keys.map(\.id)
      #expect(keys.count == 2)
      let link = try #require(account.root.all("a").first { $0["aria-label"] == "Delete: \(keys[0])" })
      let question = try await browser.open(link["href"] ?? "")
      #expect(question.heading == "Delete the key \(keys[0])?")
      _ = try await browser.submit(try question.form("confirm-form"))
      keys = try #require(try await server.project().serviceAccounts.last).keys.map(\.id)
      #expect(keys.count == 1)
      #expect(
        try await browser.submit(try question.form("confirm-form"), status: 400).problem
          == "The service account has no such key.")
      let end = try await browser.open(try account.link("delete-account"))
      #expect(
        try await browser.submit(try end.form("confirm-form")).notice == "The service account was deleted.")
      #expect(try await server.project().serviceAccounts.isEmpty)
      #expect(try await browser.submit(try end.form("confirm-form"), status: 404).problem != nil)
    }
  }

  @Test("an administrator's token is shown once, opens the API, and is deleted")
  func tokens() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let path = ConsoleBrowser.path("settings/tokens")
      var form = try await browser.open(path).form("create-token")
      #expect(form["days"] == "90" && form.fields.filter { $0.name == "scope" }.count == 1)
      form["name"] = "night/ly+export"
      let made = try await browser.submit(form)
      let token = try #require(made.element(id: "secret")?.text)
      func status() async throws -> Int {
        try await server.send(
          "GET", "/v2/projects/example/config", headers: ["Authorization": "Bearer \(token)"]
        ).status
      }
      #expect(try await status() == 200)
      let list = try await browser.open(try made.link("done"))
      #expect(list.text.contains("night/ly+export") && !list.response.text.contains(token))
      #expect(try await !server.auditText().contains(token) && !server.log.text.contains(token))
      for (name, value, problem) in [
        ("name", "night/ly+export", "A token with this name already exists."),
        ("name", "two words", "A token’s name"), ("days", "0", "A number is missing"),
        ("scope", "everything", "Choose at least one scope for the token."),
      ] {
        var broken = form
        if name != "name" { broken["name"] = "other" }
        broken[name] = value
        #expect(try await browser.submit(broken, status: 400).problem?.hasPrefix(problem) == true, "\(value)")
      }
      form["scope"] = nil
      form["name"] = "none"
      #expect(
        try await browser.submit(form, status: 400).problem == "Choose at least one scope for the token.")
      let link = try #require(list.root.all("a").first { $0["aria-label"] == "Delete: night/ly+export" })
      let question = try await browser.open(link["href"] ?? "")
      #expect(try await browser.submit(try question.form("confirm-form")).notice == "The token was deleted.")
      #expect(try await status() == 401)
    }
  }

  @Test("signing keys are replaced after a question, and the log says by whom")
  func rotation() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      server.clock.advance(seconds: 3 * 86_400)
      let user = try await server.signUp("ann@example.com")
      let page = try await browser.open(ConsoleBrowser.path("settings/keys"))
      let rows = page.root.first("tbody")?.all("tr").count
      #expect(rows == 1 && page.text.contains("3 d"))
      for manner in ["planned", "immediate", "compromised"] {
        let question = try await browser.open(ConsoleBrowser.path("settings/keys/rotate?manner=\(manner)"))
        #expect(question.text.contains("This affects every project on this server."))
        let done = try await browser.submit(try question.form("confirm-form"))
        #expect(done.notice == "The keys were replaced.")
      }
      let events = try await server.auditEvents(of: nil)
      #expect(events.last { $0.action == .keyCreation }?.actor == "admin:dev")
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(user.idToken)]).errorMessage
          == "INVALID_ID_TOKEN")
      _ = try await browser.open(ConsoleBrowser.path("settings/keys/rotate?manner=often"), status: 404)
    }
  }

  @Test("a project is made, and is there")
  func newProject() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let projects = try await browser.open("/console")
      var form = try await browser.open(try projects.link("new-project")).form("new-project")
      form["id"] = "second-app"
      form["name"] = "Second"
      form["domains"] = "localhost\r\nsecond.example.com"
      let page = try await browser.submit(form)
      #expect(page.notice == "The project was created." && page.title.contains("second-app"))
      let id = try #require(ProjectID(rawValue: "second-app"))
      let project = try #require(try await server.backend.projects.project(id))
      #expect(project.displayName == "Second")
      #expect(project.authorizedDomains == ["localhost", "second.example.com"])
      let events = try await server.auditEvents(of: project.id)
      #expect(events.map(\.action) == [.projectCreation] && events[0].actor == "admin:dev")
      for (name, value, problem) in [
        ("id", "second-app", "A project with this ID already exists."),
        ("id", "Second", "A project ID must have"),
        ("domains", "com", ""), ("issuer", "http://evil.example", "The issuer must be an https address"),
      ] {
        var broken = form
        if name != "id" { broken["id"] = "third" }
        broken[name] = value
        let refused = try await browser.submit(broken, status: 400)
        #expect(refused.problem?.hasPrefix(problem) == true, "\(value)")
        #expect(try refused.form("new-project")[name] == value)
      }
    }
  }
}
