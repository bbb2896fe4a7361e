import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T23: a role that is more than it was given", .fewAtOnce)
struct T23ConsoleRoleTests {
  // Fails when ConsolePipeline.answer does not compare roles, or does so after the work was done.
  @Test("a viewer can change nothing, by the forms or by hand: at every action")
  func viewer() async throws {
    try await TestServer.runServing { server, owner in
      _ = try await server.fillWithMarkup()
      let all = try await ConsoleWalk.walk(try await server.consoleBrowser(of: owner))
      let browser = try await server.consoleBrowser(.viewer)
      let own = try await ConsoleWalk.walk(browser) { stop in
        guard case .page(let path, let page) = stop else { return }
        let offered = page.forms.filter { $0.method == "POST" && !$0.buttons.isEmpty }
        #expect(
          offered.allSatisfy {
            Self.isForEverybody($0.action) || Self.isReading($0.action) || Self.isOwn($0.action)
          },
          "\(path) offers a form")
      }
      let token = try #require(try await browser.open("/console").csrfToken)
      let before = try await server.consoleState()
      for path in Self.actions(forAll: false) where !Self.isOwn(path) {
        let response = try await browser.post(path, [("csrf", token)])
        #expect(response.status == 403 || Self.isReading(path), "\(path): \(response.status)")
      }
      for form in all.forms + own.forms where !Self.isForEverybody(form.action) && !Self.isOwn(form.action) {
        var form = form
        form["csrf"] = token
        let response = try await browser.send(form)
        #expect(response.status == 403 || Self.isReading(form.action), "\(form.action): \(response.status)")
      }
      #expect(try await server.consoleState() == before)
    }
  }

  // Fails when AdministratorRoutes asks for an editor.
  @Test("an editor does not say who the administrators are")
  func editor() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(.editor)
      let list = try await server.consoleBrowser(of: owner).open("/console/administrators")
      let token = try #require(try await browser.open("/console").csrfToken)
      let before = try await server.consoleState().administrators
      #expect(try await browser.get("/console/administrators").status == 403)
      for form in list.forms where form.action.hasPrefix("/console/administrators") {
        for role in Role.allCases.map(\.rawValue) {
          var form = form
          form["csrf"] = token
          form["role"] = role
          form["email"] = "eve@example.com"
          #expect(try await browser.send(form).status == 403, "\(form.action)")
        }
      }
      #expect(try await server.consoleState().administrators == before)
    }
  }

  // Fails when ConsolePipeline.answer goes on without an administrator.
  @Test("nobody who has not signed in sees a page, a file or anything done")
  func nobody() async throws {
    try await TestServer.runServing { server, owner in
      _ = try await server.fillWithMarkup()
      let walk = try await ConsoleWalk.walk(try await server.consoleBrowser(of: owner))
      let browser = ConsoleBrowser(server)
      let token = try #require(try await browser.open("/console/sign-in").csrfToken)
      let before = try await server.consoleState()
      for path in walk.paths where !Self.isForEverybody(path) {
        let response = try await browser.get(path)
        #expect(response.status == 303 && response.location?.hasPrefix("/console/sign-in") == true, "\(path)")
        #expect(response.body.isEmpty, "\(path)")
      }
      for path in Self.actions(forAll: false) {
        let response = try await browser.post(path, [("csrf", token)])
        #expect(
          response.status == 303 && response.location == "/console/sign-in", "\(path): \(response.status)")
      }
      #expect(try await server.consoleState() == before)
    }
  }

  /// What a viewer may ask for by a form, because it takes long, and which changes nothing.
  private static func isReading(_ address: String) -> Bool {
    address.split(separator: "?").first?.hasSuffix("/activity/audit/verify") == true
  }

  /// What every administrator may do: with their own sessions, and to prove who they are.
  private static func isOwn(_ address: String) -> Bool {
    let path = address.split(separator: "?").first.map(String.init) ?? ""
    return ConsoleWalk.rootRoutes.contains { $0.role == .viewer && "/console/\($0.path)" == path }
  }

  private static func isForEverybody(_ address: String) -> Bool {
    let path = address.split(separator: "?").first.map(String.init) ?? ""
    return ConsoleWalk.rootRoutes.contains { $0.role == nil && "/console/\($0.path)" == path }
  }

  private static func actions(forAll: Bool) -> [String] {
    ConsoleWalk.actions.filter { isForEverybody($0) == forAll }
  }
}
