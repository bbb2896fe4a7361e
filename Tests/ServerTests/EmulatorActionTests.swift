import IdentityWire
import TestSupport
import Testing

@Suite("/emulator/action", .fewAtOnce)
struct EmulatorActionTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("opening a link applies it and answers in JSON, or goes on") { try await apply($0) },
    Behaviour("people get pages: the form for a password, and what came of the rest") { try await pages($0) },
  ]

  @Test("the emulator's action page does what its link says")
  func actions() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func apply(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    _ = try await server.verificationCode(of: ann, "ann@example.com")
    let link = try server.mail("VERIFY_EMAIL", to: "ann@example.com").link
    #expect(link.hasPrefix(server.origin + "/emulator/action?mode=verifyEmail&lang=en&oobCode="))
    #expect(try await server.send("HEAD", link).status == 200)
    #expect(try await server.account(ann.localID)?.emailVerified == false)
    let applied = try await server.send("GET", link)
    #expect(applied.status == 200 && applied.json["authEmulator"]?["email"] == "ann@example.com")
    #expect(applied.json["authEmulator"]?["success"]?.stringValue != nil)
    let again = try await server.send("GET", link)
    #expect(again.status == 400 && again.json["authEmulator"]?["error"]?.stringValue != nil)
    #expect(again.json["authEmulator"]?["instructions"]?.stringValue != nil)

    _ = try await server.resetCode("ann@example.com")
    let reset = try server.mail("PASSWORD_RESET", to: "ann@example.com").link
    #expect(try await server.send("GET", reset).status == 400)
    let done = try await server.send(
      "GET", reset + "&newPassword=new%20horse&continueUrl=http%3A%2F%2Fanywhere.example%2Fdone")
    #expect(done.status == 303 && done.location == "http://anywhere.example/done")
    #expect(try await server.signInWithPassword("ann@example.com", "new horse").status == 200)
  }

  private static func pages(_ server: TestServer) async throws {
    let html = ["Accept": "text/html,application/xhtml+xml"]
    let ann = try await server.signUp("ann@example.com")
    _ = try await server.resetCode("ann@example.com")
    let reset = try server.mail("PASSWORD_RESET", to: "ann@example.com").link
    let form = try await server.send("GET", reset, headers: html)
    #expect(form.text.contains("id=\"new-password\""))
    let done = try await server.submit(form, [("newPassword", "new horse")])
    #expect(done.text.contains("Your password was changed"))
    let session = try TestSession(try await server.signInWithPassword("ann@example.com", "new horse"))
    _ = try await server.verificationCode(of: session, "ann@example.com")
    let verify = try server.mail("VERIFY_EMAIL", to: "ann@example.com").link
    #expect(try await server.account(ann.localID)?.emailVerified == true, "by the reset")
    #expect(try await server.send("GET", verify, headers: html).text.contains("is verified"))
    let again = try await server.send("GET", verify, headers: html)
    #expect(again.status == 400 && again.text.contains("This link no longer works"))
  }

  @Test("the inbox shows mails with their links, used ones too; lists show what can be used")
  func inbox() async throws {
    try await TestServer.run { server in
      let code = try await server.signInLinkCode("ann@example.com")
      let tenant = try await server.openTenant("team")
      _ = try await server.sendOob(
        "EMAIL_SIGNIN", ["email": "bob@example.com", "tenantId": .string(tenant.id.rawValue)])
      func codes(_ path: String) async throws -> [String] {
        let list = try await server.send("GET", "/emulator/v1/projects/\(path)/oobCodes")
        return list.json["oobCodes"]?.arrayValue?.compactMap { $0["email"]?.stringValue } ?? ["no list"]
      }
      #expect(try await codes("example") == ["ann@example.com"])
      #expect(try await codes("example/tenants/team") == ["bob@example.com"])
      #expect(try await server.signInWithLink(code, email: "ann@example.com").status == 200)
      #expect(try await codes("example").isEmpty)
      let page = try await server.send("GET", "/inbox")
      #expect(page.text.contains("ann@example.com") && page.text.contains("bob@example.com"))
      #expect(page.text.contains("oobCode=\(code)"))
      #expect(try await server.send("GET", "/emulator/v1/projects/nowhere/oobCodes").status == 404)
      #expect(
        try await server.send("GET", "/emulator/v1/projects/example/tenants/nowhere/oobCodes").status == 404)
      _ = try await server.send("DELETE", "/emulator/v1/projects/example/accounts")
      #expect(try await codes("example/tenants/team") == ["bob@example.com"])
    }
  }

  @Test("an inbox without messages says what comes into it, and nothing that is false")
  func emptyInbox() async throws {
    try await TestServer.run { server in
      let empty = try await server.send("GET", "/inbox")
      #expect(empty.text.contains("Nothing here yet.") && !empty.text.contains("This version"))
      _ = try await server.sendOob("EMAIL_SIGNIN", ["email": "ann@example.com"])
      #expect(try await !server.send("GET", "/inbox").text.contains("Nothing here yet."))
    }
  }

  @Test("a server in production has neither the twin nor the lists")
  func production() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      for path in [
        "/emulator/action?mode=verifyEmail&oobCode=x&apiKey=key", "/emulator/v1/projects/example/oobCodes",
        "/inbox",
      ] {
        let response = try await server.send("GET", path)
        #expect(response.status == 404, "\(path)")
      }
    }
  }
}
