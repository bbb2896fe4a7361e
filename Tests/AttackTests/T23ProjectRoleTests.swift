import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T23: a role for one project that reaches further", .fewAtOnce)
struct T23ProjectRoleTests {
  private static let other = "other-project"

  /// An administrator who has a role in the test's project alone. There is another project.
  private func browser(_ role: ConsoleRole, _ server: TestServer) async throws -> ConsoleBrowser {
    let other = try #require(ProjectID(rawValue: Self.other))
    _ = try await server.backend.administration.create(other)
    let administrator = try await server.addAdministrator(.viewer, "project@example.com")
    let id = try await server.administrators.administrator(administrator.email).id
    try await server.administrators.setRole(role, in: TestServer.project, of: id)
    try await server.administrators.setRole(nil, of: id)
    return try await server.consoleBrowser(of: administrator)
  }

  private static func isForEverybody(_ path: String) -> Bool {
    ConsoleWalk.rootRoutes.contains {
      ($0.role == nil || $0.role == .viewer) && "/console/\($0.path)" == path
    }
  }

  // Fails when SignedInAdministrator.require takes a role in one project for one in another.
  @Test(
    "a project's owner sees nothing of another project, as if it were not there: at every page and action")
  func anotherProject() async throws {
    try await TestServer.runServing { server, _ in
      let browser = try await browser(.owner, server)
      let token = try #require(try await browser.open("/console").csrfToken)
      let home = try await browser.open("/console")
      #expect(!home.response.text.contains(Self.other))
      for route in ConsoleWalk.routes {
        let samples = Dictionary(route.parameterNames.map { ($0, "x") }, uniquingKeysWith: { $1 })
        let relative = ConsolePath.filled(route.path, samples)
        var answers: [(status: Int, text: String)] = []
        for project in [Self.other, "no-such-project", "latchkey-console"] {
          let path = ConsolePath.project(project) + (relative.isEmpty ? "" : "/\(relative)")
          let response =
            route.method == .post
            ? try await browser.post(path, [("csrf", token)]) : try await browser.get(path)
          #expect(response.status == 404, "\(route.method) \(path): \(response.status)")
          answers.append(
            (response.status, response.text.contains("There is no such project.") ? "none" : "other"))
        }
        #expect(answers.allSatisfy { $0.text == answers[0].text }, "\(relative)")
      }
    }
  }

  // Fails when a role in a project counts for the server.
  @Test("a project's owner does nothing that concerns the whole server")
  func wholeServer() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await browser(.owner, server)
      let token = try #require(try await browser.open("/console").csrfToken)
      let keys = try await server.service.store.signingKeys(now: server.clock.now()).map(\.keyID)
      for route in ConsoleWalk.rootRoutes {
        let path = "/console/" + ConsolePath.filled(route.path, ["id": "x"])
        guard !Self.isForEverybody("/console/" + route.path), route.role != nil, route.role != .viewer else {
          continue
        }
        let response =
          route.method == .post
          ? try await browser.post(path, [("csrf", token), ("email", "eve@example.com"), ("role", "owner")])
          : try await browser.get(path)
        #expect(response.status == 403, "\(path): \(response.status)")
      }
      for path in ["settings/keys/rotate", "activity/health"] {
        let page = try await browser.get(ConsoleBrowser.path(path))
        #expect(page.status == 403, "\(path): \(page.status)")
      }
      let rotation = try await browser.post(
        ConsoleBrowser.path("settings/keys/rotate"), [("csrf", token), ("manner", "immediate")])
      #expect(rotation.status == 403)
      #expect(try await server.service.store.signingKeys(now: server.clock.now()).map(\.keyID) == keys)
      let all = try await server.administrators.all().map(\.email)
      #expect(all == [owner.email, "project@example.com"])
    }
  }

  // Fails when the server's log, which names other projects, is chosen by the query alone.
  @Test("a project's owner does not read or verify the server's audit log; a viewer of the server does")
  func serverLog() async throws {
    try await TestServer.runServing { server, _ in
      let browser = try await browser(.owner, server)
      let path = ConsoleBrowser.path("activity/audit")
      let page = try await browser.open(path)
      #expect(!page.response.text.contains("value=\"installation\""))
      #expect(try await browser.get(path + "?log=installation").status == 403)
      var form = try page.form("verify")
      form["log"] = "installation"
      let verification = try await browser.submit(form, status: 403)
      #expect(verification.element(id: "head") == nil)
      let viewer = try await server.consoleBrowser(.viewer)
      #expect(try await viewer.get(path + "?log=installation").status == 200)
    }
  }

  // Fails when the higher role of another place is taken.
  @Test("a project's viewer changes nothing in it, whatever the form says")
  func viewer() async throws {
    try await TestServer.runServing { server, _ in
      let browser = try await browser(.viewer, server)
      let token = try #require(try await browser.open(ConsoleBrowser.path()).csrfToken)
      let before = try await server.consoleState()
      for route in ConsoleWalk.routes where route.method == .post && route.role > .viewer {
        let samples = Dictionary(route.parameterNames.map { ($0, "x") }, uniquingKeysWith: { $1 })
        let path = ConsoleBrowser.path(ConsolePath.filled(route.path, samples))
        let response = try await browser.post(path, [("csrf", token), ("project", Self.other)])
        #expect(response.status == 403, "\(path): \(response.status)")
      }
      #expect(try await server.consoleState() == before)
    }
  }

  // Fails when rights are read once at the sign-in.
  @Test("a role that is taken away ends the sessions at once, and a removed administrator has none")
  func takenAway() async throws {
    try await TestServer.runServing { server, _ in
      let browser = try await browser(.editor, server)
      let administrators = server.administrators
      let id = try await administrators.administrator("project@example.com").id
      #expect(try await browser.get(ConsoleBrowser.path("users")).status == 200)
      try await administrators.setRole(.viewer, in: TestServer.project, of: id)
      #expect(try await browser.get(ConsoleBrowser.path("users")).status == 303)
      await #expect(throws: IdentityError.self) {
        try await administrators.setRole(nil, in: TestServer.project, of: id)
      }
      try await administrators.remove(id)
      await #expect(throws: IdentityError.self) { _ = try await administrators.sessions(of: id) }
    }
  }
}
