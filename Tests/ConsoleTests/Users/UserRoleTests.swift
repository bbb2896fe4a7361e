import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Who may do what to users")
struct UserRoleTests {
  /// Every action on users that there is.
  private static let actions = ConsoleRoute.all.filter { $0.method == .post && $0.path.hasPrefix("users") }

  private static func path(_ route: ConsoleRoute, _ uid: String) -> String {
    ConsoleBrowser.path(ConsolePath.filled(route.path, ["user": "id-\(uid)", "job": "x"]))
  }

  // Fails when any of the actions asks for no role.
  @Test("a viewer sees users, and changes none, by button or by hand")
  func viewer() async throws {
    try await TestServer.runServing { server, _ in
      let session = try await Self.addUser(server)
      let browser = try await server.consoleBrowser(.viewer)
      let list = try await browser.open(ConsoleBrowser.path("users"))
      #expect(UserListTests.ids(list) == [session])
      let page = try await browser.open(UserPageTests.path(session))
      #expect(page.root.first("main")?.all("form").isEmpty == true)
      #expect(page.element(id: "delete") == nil && list.element(id: "new-user") == nil)
      let before = try await server.accounts()
      #expect(Self.actions.count > 10)
      for route in Self.actions {
        let fields = [
          ("csrf", page.csrfToken ?? ""), ("kind", "reset"), ("provider", "password"), ("claims", "{}"),
          ("password", "another battery"), ("email", ""), ("format", "json"), ("version", "0"),
        ]
        #expect(try await browser.post(Self.path(route, session), fields).status == 403, "\(route.path)")
      }
      #expect(try await server.accounts() == before && server.mails.isEmpty)
      for path in [
        "users/new", "users/import", "users/export", "users/export/x", "users/id-\(session)/edit",
        "users/id-\(session)/delete",
        "users/id-\(session)/claims", "users/id-\(session)/password", "users/id-\(session)/sessions",
      ] {
        _ = try await browser.open(ConsoleBrowser.path(path), status: 403)
      }
    }
  }

  @Test("an editor changes users, and takes none of their hashes out")
  func editor() async throws {
    try await TestServer.runServing { server, _ in
      let user = try await Self.addUser(server)
      let browser = try await server.consoleBrowser(.editor)
      let list = try await browser.open(ConsoleBrowser.path("users"))
      #expect(list.element(id: "new-user") != nil && list.element(id: "export-users") == nil)
      let page = try await browser.open(UserPageTests.path(user))
      let events = try await server.auditEvents {
        _ = try await browser.submit(try page.form("disable-form"))
      }
      #expect(events.map(\.action) == [.disabling] && events[0].actor == "admin:editor@example.net")
      for path in ["users/export", "users/export/x"] {
        _ = try await browser.open(ConsoleBrowser.path(path), status: 403)
      }
      let answer = try await browser.post(
        ConsoleBrowser.path("users/export"), [("csrf", page.csrfToken ?? ""), ("format", "json")])
      #expect(answer.status == 403 && !answer.text.contains("passwordHash"))
    }
  }

  // Fails when the form's token is not looked at, or where the form comes from is not.
  @Test("T34: no action on users is done without the form's token, or from elsewhere")
  func forgery() async throws {
    try await TestServer.run { server in
      let user = try await Self.addUser(server)
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(UserPageTests.path(user))
      let before = try await server.accounts()
      for route in Self.actions {
        let path = Self.path(route, user)
        #expect(try await browser.post(path, [("kind", "reset")]).status == 403, "\(route.path)")
        let foreign = try await browser.post(
          path, [("csrf", page.csrfToken ?? "")],
          headers: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
        #expect(foreign.status == 403, "\(route.path)")
      }
      #expect(try await server.accounts() == before)
    }
  }

  private static func addUser(_ server: TestServer) async throws -> String {
    let project = try #require(try await server.backend.projects.project(TestServer.project))
    let caller = Caller(project: project, authority: .administrator)
    var request = SignUpRequest()
    request.email = "ann@example.com"
    request.password = "correct horse"
    return try await server.service.signUp(request, caller).localId
  }
}
