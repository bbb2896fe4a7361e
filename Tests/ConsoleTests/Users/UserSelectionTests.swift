import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("The same is done to several users")
struct UserSelectionTests {
  /// The form of the list, with users ticked.
  private static func select(_ ids: [String], _ browser: ConsoleBrowser, _ query: String = "") async throws
    -> HTMLForm
  {
    var form = try await browser.open(ConsoleBrowser.path("users") + query).form("selection-form")
    form.fields += ids.map { (name: "user", value: $0) }
    return form
  }

  /// Ticks users, presses a button and confirms.
  private static func perform(_ action: String, on ids: [String], _ browser: ConsoleBrowser) async throws
    -> ConsoleDocument
  {
    let page = try await browser.submit(try await select(ids, browser), pressing: ("do", action))
    return try await browser.submit(try page.form("confirm-form"))
  }

  @Test("every row has a box of the form, with a name that says whose it is")
  func boxes() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(3, to: server)
      let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path("users"))
      let boxes = page.root.all("input").filter { $0["name"] == "user" }
      #expect(boxes.map { $0["value"] } == ["u2", "u1", "u0"])
      #expect(boxes.allSatisfy { $0["form"] == "selection-form" && $0["type"] == "checkbox" })
      #expect(boxes[0]["aria-label"] == "Select Name 2")
      #expect(page.element(id: "total")?.text == "Users in total: 3")
    }
  }

  // Fails when UserSelection acts at the first form.
  @Test("nothing happens before it was confirmed, by names")
  func confirmation() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(3, to: server)
      let browser = ConsoleBrowser(server)
      let before = try await server.accounts()
      for action in SelectionAction.allCases {
        let page = try await browser.submit(
          try await Self.select(["u0", "u2"], browser), pressing: ("do", action.rawValue))
        #expect(page.heading.contains("2"))
        #expect(page.element(id: "selected")?.all("li").map(\.text) == ["Name 0 u0", "Name 2 u2"])
        #expect(page.element(id: "missing") == nil)
      }
      #expect(try await server.accounts() == before)
    }
  }

  @Test("each user's change is an operation with a record of its own")
  func changes() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(4, to: server)
      let browser = ConsoleBrowser(server)
      for (action, expected) in [
        ("disable", AuditAction.disabling), ("enable", .enabling), ("revoke", .revocation),
        ("delete", .deletion),
      ] {
        let events = try await server.auditEvents {
          let page = try await Self.perform(action, on: ["u1", "u2", "u1"], browser)
          #expect(page.notice != nil && page.heading == "Users", "\(action)")
        }
        #expect(events.map(\.action) == [expected, expected], "\(action)")
        #expect(events.compactMap(\.account?.rawValue) == ["u1", "u2"], "\(action)")
        #expect(events.allSatisfy { $0.actor == "admin:dev" }, "\(action)")
        guard action != "delete" else { continue }
        let account = try #require(try await server.account("u1"))
        #expect(account.disabled == (action == "disable"))
      }
      #expect(try await server.accounts().map(\.id.rawValue) == ["u0", "u3"])
    }
  }

  @Test("what is refused for one is told, and the others are done")
  func partial() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(3, to: server)
      let browser = ConsoleBrowser(server)
      let page = try await browser.submit(
        try await Self.select(["u0", "u1", "gone"], browser), pressing: ("do", "disable"))
      #expect(page.element(id: "missing")?.text.contains("1") == true)
      var form = try page.form("confirm-form")
      #expect(form.fields.filter { $0.name == "user" }.map(\.value) == ["u0", "u1"])
      // Somebody else deletes one meanwhile.
      #expect(try await server.administer("accounts:delete", ["localId": "u1"]).status == 200)
      let report = try await browser.submit(form)
      #expect(report.element(id: "done")?.text == "1" && report.element(id: "failed")?.text == "1")
      let rows = report.element(id: "failures")?.first("tbody")?.all("tr").map(\.text) ?? []
      #expect(rows.count == 1 && rows[0].contains("u1") && rows[0].contains("USER_NOT_FOUND"))
      #expect(try await server.account("u0")?.disabled == true)
      form["user"] = "nobody"
      let nobody = try await browser.submit(form)
      #expect(nobody.element(id: "done")?.text == "0")
    }
  }

  // Fails when IdentityService.perform takes as many as are named.
  @Test("none, too many and unknown actions are refused, and change nothing", arguments: ["", "/apply"])
  func limits(path: String) async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(101, to: server)
      let browser = ConsoleBrowser(server)
      let form = try await Self.select([], browser)
      let csrf = try #require(form["csrf"])
      let before = try await server.accounts()
      let all = (0..<101).map { (name: "user", value: "u\($0)") }
      let cases: [(users: [(name: String, value: String)], action: String)] = [
        ([], "disable"), (all, "disable"), ([all[0]], "promote"), ([all[0]], ""),
      ]
      for (users, action) in cases {
        let fields: [(name: String, value: String)] = [("csrf", csrf), ("do", action)] + users
        let answer = try await browser.post(ConsoleBrowser.path("users/selection\(path)"), fields)
        #expect(answer.status == 400, "\(users.count) \(action)")
      }
      #expect(try await server.accounts() == before)
    }
  }

  @Test("the way back is the list that one came from, and no other place")
  func back() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(2, to: server)
      let browser = ConsoleBrowser(server)
      var form = try await Self.select(["u0"], browser, "?q=user&state=enabled")
      var page = try await browser.submit(form, pressing: ("do", "revoke"))
      #expect(try page.link("Cancel") == ConsoleBrowser.path("users") + "?q=user&state=enabled")
      for list in [
        "//evil.example", "https://evil.example", "x=1&evil", "\r\nLocation: x", "page=//x&tenant=t",
      ] {
        form["list"] = list
        page = try await browser.submit(form, pressing: ("do", "revoke"))
        let link = try page.link("Cancel")
        #expect(link.hasPrefix(ConsoleBrowser.path("users")) && !link.contains("evil"), "\(link)")
        #expect(!link.contains("tenant"), "\(link)")
      }
    }
  }

  @Test("the file of a selection can be imported again, and is recorded")
  func export() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(3, to: server)
      _ = try await server.signUp("ann@example.com", password: "correct horse")
      let ann = try #require(try await server.accounts().first { $0.email?.text == "ann@example.com" })
      let browser = ConsoleBrowser(server)
      let form = try await Self.select(["u1", ann.id.rawValue, "gone"], browser)
      let events = try await server.auditEvents {
        let answer = try await browser.send(form, pressing: ("do", "export"))
        #expect(answer.status == 200 && answer.headers.first(name: "cache-control") == "no-store")
        let users = try #require(answer.json["users"]?.arrayValue)
        #expect(users.compactMap { $0["localId"]?.stringValue } == ["u1", ann.id.rawValue])
        // Who is signed in to a development server may have everything.
        #expect(users[1]["passwordHash"]?.stringValue?.isEmpty == false)
      }
      #expect(events.map(\.action) == [.export, .export])
      #expect(events.map { $0.account?.rawValue } == ["u1", ann.id.rawValue])
      #expect(events.allSatisfy { $0.details["accounts"] == "2" })
      let none = try await browser.send(try await Self.select(["gone"], browser), pressing: ("do", "export"))
      #expect(none.status == 400)
    }
  }
}
