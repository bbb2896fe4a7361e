import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T28: users of others in a selection", .fewAtOnce)
struct T28SelectionTests {
  private static func addUsers(_ server: TestServer, in tenant: String) async throws {
    for (path, id) in [("accounts:batchCreate", "own"), ("tenants/\(tenant)/accounts:batchCreate", "theirs")]
    {
      let answer = try await server.administer(
        path, ["users": [["localId": .string(id), "email": .string("\(id)@example.com")]]])
      guard answer.status == 200, answer.json["error"] == nil else { throw TestFailure(answer.text) }
    }
  }

  // Fails when IdentityService.perform looks for accounts in another scope than the caller's.
  @Test("ids of another tenant or project are nobody's: neither shown, nor changed, nor in the file")
  func foreignIDs() async throws {
    try await TestServer.run { server in
      let tenant = try await server.openTenant("tea")
      try await Self.addUsers(server, in: tenant.id.rawValue)
      let browser = ConsoleBrowser(server)
      let csrf = try #require(try await browser.open(ConsoleBrowser.path("users")).csrfToken)
      func post(_ path: String, _ action: String, _ ids: [String], tenant: String? = nil) async throws
        -> TestResponse
      {
        try await browser.post(
          ConsoleBrowser.path(path) + (tenant.map { "?tenant=\($0)" } ?? ""),
          [(name: "csrf", value: csrf), (name: "do", value: action)]
            + ids.map { (name: "user", value: $0) })
      }
      let store = server.service.store
      let theirs = try await store.accounts(in: tenant.scope, after: nil, limit: 9)
      let cases: [(ids: [String], tenant: String?)] = [
        (["theirs"], nil), (["own"], "tea"), (["nobody", "../own", ""], nil),
      ]
      for (ids, scope) in cases {
        for action in SelectionAction.allCases.map(\.rawValue) + ["export"] {
          #expect(
            try await post("users/selection", action, ids, tenant: scope).status == 400, "\(ids) \(action)")
        }
        for action in SelectionAction.allCases.map(\.rawValue) {
          let report = try ConsoleDocument(
            try await post("users/selection/apply", action, ids, tenant: scope))
          #expect(report.element(id: "done")?.text == "0", "\(ids) \(action)")
        }
      }
      #expect(try await store.accounts(in: tenant.scope, after: nil, limit: 9) == theirs)
      #expect(try await server.account("own")?.disabled == false)
      // Beside one's own, a stranger's is left out.
      let file = try await post("users/selection", "export", ["own", "theirs"])
      #expect(file.status == 200 && file.text.contains("own@") && !file.text.contains("theirs"))
    }
  }

  // Fails when the export does not look at the role.
  @Test("T20: an editor's file of a selection has no hash, an owner's has")
  func hashes() async throws {
    try await TestServer.runServing { server, owner in
      let key = try await server.project().apiKeys[0]
      let user = try await server.signUp("ann@example.com", "the password of ann", key: key)
      let editor = try await server.addAdministrator(.editor, "editor@example.net")
      for (administrator, hasHash) in [(editor, false), (owner, true)] {
        let browser = try await server.consoleBrowser(of: administrator)
        var form = try await browser.open(ConsoleBrowser.path("users")).form("selection-form")
        form.fields.append((name: "user", value: user.localID))
        let filled = form
        let events = try await server.auditEvents {
          let answer = try await browser.send(filled, pressing: ("do", "export"))
          #expect(answer.status == 200 && answer.text.contains("ann@example.com"))
          #expect(
            answer.text.contains("passwordHash") == hasHash && answer.text.contains("\"salt\"") == hasHash)
        }
        #expect(events.map(\.action) == [.export] && events[0].actor == "admin:\(administrator.email)")
      }
    }
  }

  // Fails when a page about a selection shows names unescaped.
  @Test("T34: names are text on the pages of a selection")
  func markup() async throws {
    try await TestServer.runServing { server, owner in
      _ = try await server.fillWithMarkup()
      let browser = try await server.consoleBrowser(of: owner)
      var form = try await browser.open(ConsoleBrowser.path("users")).form("selection-form")
      form.fields += try await server.accounts().map { (name: "user", value: $0.id.rawValue) }
      let page = try await browser.submit(form, pressing: ("do", "revoke"))
      #expect(page.text.contains(ConsoleWalk.markup) && page.root.first("main")?.all("img").isEmpty == true)
      var confirmed = try page.form("confirm-form")
      confirmed.fields.append((name: "user", value: ConsoleWalk.markup))
      let report = try await browser.submit(confirmed)
      #expect(report.element(id: "failures")?.text.contains(ConsoleWalk.markup) == true)
      #expect(report.root.first("main")?.all("img").isEmpty == true)
    }
  }
}
