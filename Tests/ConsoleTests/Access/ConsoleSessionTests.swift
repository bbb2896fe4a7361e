import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Sessions and roles of administrators in the console")
struct ConsoleSessionTests {
  @Test("an administrator sees their sessions with program and network, and ends one or all others")
  func own() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let phone = ConsoleBrowser(server, headers: ["Accept-Language": "en", "User-Agent": "Telephone/1.0"])
      _ = try await phone.signIn(owner)
      let tablet = try await server.consoleBrowser(of: owner)
      let page = try await browser.open("/console/sessions")
      #expect(page.root.all("tbody").first?.all("tr").count == 3)
      #expect(page.text.contains("Telephone 1.0") && page.text.contains("this session"))
      let row = try #require(
        page.root.all("tr").first { $0.first("th")?.text.contains("Telephone") == true })
      let end = try #require(row.first("form").map(HTMLForm.init))
      let ended = try await browser.submit(end)
      #expect(ended.notice == "The session was ended.")
      #expect(try await phone.get("/console").status == 303)
      #expect(try await tablet.get("/console").status == 200)
      _ = try await browser.submit(try ended.form("end-others-form"))
      #expect(try await tablet.get("/console").status == 303)
      #expect(try await browser.get("/console").status == 200)
      #expect(try await browser.send(end).status == 400)
    }
  }

  @Test("an owner sees and ends another administrator's sessions; nobody else does")
  func others() async throws {
    try await TestServer.runServing { server, owner in
      let editor = try await server.addAdministrator(.editor, "ann@example.com")
      let ann = try await server.consoleBrowser(of: editor)
      let browser = try await server.consoleBrowser(of: owner)
      let id = try await server.administrators.administrator(editor.email).id
      let path = "/console/administrators/\(id)/sessions"
      #expect(try await ann.get(path).status == 403)
      let page = try await browser.open(path)
      #expect(page.heading == "Sessions of ann@example.com")
      let all = try page.form("end-others-form")
      var forged = all
      forged["csrf"] = try await ann.open("/console").csrfToken
      #expect(try await ann.send(forged).status == 403)
      _ = try await browser.submit(all)
      #expect(try await ann.get("/console").status == 303)
      let events = try await server.auditEvents(of: .console)
      #expect(events.contains { $0.action == .revocation && $0.actor == "admin:owner@example.com" })
    }
  }

  @Test("an owner gives and takes roles in one project, and the administrator sees that project alone")
  func projectRoles() async throws {
    try await TestServer.runServing { server, owner in
      let other = try #require(ProjectID(rawValue: "other-project"))
      _ = try await server.backend.administration.create(other)
      let editor = try await server.addAdministrator(.viewer, "ann@example.com")
      let id = try await server.administrators.administrator(editor.email).id
      let browser = try await server.consoleBrowser(of: owner)
      let path = "/console/administrators/\(id)/roles"
      var form = try await browser.open(path).form("add-role-form")
      form["project"] = "example"
      form["role"] = "editor"
      let changed = try await browser.submit(form)
      #expect(changed.notice?.hasPrefix("The role was changed.") == true && changed.text.contains("example"))
      var role = try await browser.open("/console/administrators").form("/console/administrators/\(id)/role")
      role["role"] = "none"
      _ = try await browser.submit(role)
      let rights = try await server.administrators.administrator(editor.email).rights
      #expect(rights == ConsoleRights(projects: [TestServer.project: .editor]))
      let ann = try await server.consoleBrowser(of: editor)
      let home = try await ann.open("/console")
      #expect(home.text.contains("example") && !home.response.text.contains("other-project"))
      #expect(try await ann.get("/console/p/other-project").status == 404)
      #expect(try await ann.open(ConsoleBrowser.path("users")).response.status == 200)
      var last = try await browser.open(path).form(path)
      last["role"] = "none"
      #expect(try await browser.submit(last, status: 400).problem?.contains("last role") == true)
    }
  }
}
