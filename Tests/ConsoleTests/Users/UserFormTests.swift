import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Forms for users")
struct UserFormTests {
  private static func account(_ uid: String, _ server: TestServer) async throws -> Account? {
    try await server.accounts().first { $0.id.rawValue == uid }
  }

  @Test("a user is added with all that can be said of them, and can sign in")
  func adding() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(ConsoleBrowser.path("users/new")).form("new-form")
      form["email"] = " Ann@Example.com "
      form["emailVerified"] = "on"
      form["displayName"] = "Ann"
      form["phoneNumber"] = "+1 555 555 0100"
      form["password"] = " correct horse "
      form["uid"] = "ann"
      let filled = form
      let events = try await server.auditEvents {
        let page = try await browser.submit(filled)
        #expect(page.notice == "The user was added." && page.element(id: "uid")?.text == "ann")
      }
      #expect(events.map(\.action) == [.accountCreation] && events[0].actor == "admin:dev")
      let account = try #require(try await Self.account("ann", server))
      #expect(account.email?.text == "ann@example.com" && account.emailVerified)
      #expect(account.phoneNumber == "+15555550100" && account.displayName == "Ann")
      #expect(try await server.signInWithPassword("ann@example.com", " correct horse ").status == 200)
      // What was typed stays, but for the password.
      form["displayName"] = "Other <Ann>"
      let again = try await browser.submit(form, status: 400)
      let shown = try again.form("new-form")
      #expect(again.problem?.isEmpty == false)
      #expect(shown["displayName"] == "Other <Ann>" && shown["emailVerified"] == "on")
      #expect(shown["password"] == "" && !again.response.text.contains("correct horse"))
    }
  }

  @Test("an empty form adds a user with an id and nothing else; a password alone is refused")
  func empty() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(ConsoleBrowser.path("users/new")).form("new-form")
      let page = try await browser.submit(form)
      #expect(try await server.accounts().map(\.id.rawValue) == [page.element(id: "uid")?.text])
      form["password"] = "correct horse"
      _ = try await browser.submit(form, status: 400)
      form["password"] = ""
      form["phoneNumber"] = "12"
      _ = try await browser.submit(form, status: 400)
      #expect(try await server.accounts().count == 1)
    }
  }

  @Test("what is changed is changed, and what is not stays")
  func editing() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      _ = try await server.administer(
        "accounts:update",
        [
          "localId": .string(session.localID), "displayName": "Ann", "photoUrl": "https://example.com/a.png",
          "phoneNumber": "+15555550100",
        ])
      let browser = ConsoleBrowser(server)
      let path = UserPageTests.path(session.localID, "/edit")
      var form = try await browser.open(path).form("edit-form")
      #expect(form["email"] == "ann@example.com" && form["emailVerified"] == "on")
      form["displayName"] = ""
      let renamed = form
      var events = try await server.auditEvents { _ = try await browser.submit(renamed) }
      #expect(events.map(\.action) == [.update])
      var account = try #require(try await Self.account(session.localID, server))
      #expect(account.displayName == nil && account.photoURL == "https://example.com/a.png")
      #expect(account.phoneNumber == "+15555550100" && account.password != nil)

      form = try await browser.open(path).form("edit-form")
      form["email"] = "other@example.com"
      form["emailVerified"] = nil
      form["phoneNumber"] = ""
      let moved = form
      events = try await server.auditEvents { _ = try await browser.submit(moved) }
      #expect(events.map(\.action) == [.emailChange])
      account = try #require(try await Self.account(session.localID, server))
      #expect(
        account.email?.text == "other@example.com" && !account.emailVerified && account.phoneNumber == nil)
      #expect(try await server.refresh(session.refreshToken).errorMessage == "TOKEN_EXPIRED")

      form = try await browser.open(path).form("edit-form")
      form["email"] = ""
      _ = try await browser.submit(form)
      account = try #require(try await Self.account(session.localID, server))
      #expect(account.email == nil && account.password == nil)
    }
  }

  // Fails when the version that the form was made of is not compared.
  @Test("what somebody else changed meanwhile is not overwritten unseen")
  func simultaneous() async throws {
    try await TestServer.run { server in
      _ = try await server.administer("accounts", ["localId": "a", "email": "ann@example.com"])
      _ = try await server.administer("accounts", ["localId": "b", "email": "bob@example.com"])
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(UserPageTests.path("a", "/edit")).form("edit-form")
      form["displayName"] = "Mine"
      _ = try await server.administer("accounts:update", ["localId": "a", "displayName": "Theirs"])
      let page = try await browser.submit(form, status: 409)
      var again = try page.form("edit-form")
      #expect(again["displayName"] == "Mine" && page.problem?.contains("in the meantime") == true)
      _ = try await browser.submit(again)
      #expect(try await Self.account("a", server)?.displayName == "Mine")
      again = try await browser.open(UserPageTests.path("a", "/edit")).form("edit-form")
      again["email"] = "bob@example.com"
      let taken = try await browser.submit(again, status: 400)
      #expect(taken.problem?.contains("EMAIL_EXISTS") == true)
      #expect(try taken.form("edit-form")["email"] == "bob@example.com")
    }
  }

  // Fails when what the claims were is not compared, or the whole account is.
  @Test("claims that somebody else changed meanwhile are not overwritten unseen")
  func simultaneousClaims() async throws {
    try await TestServer.run { server in
      _ = try await server.administer(
        "accounts", ["localId": "a", "customAttributes": "{\"role\":\"none\"}"])
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(UserPageTests.path("a", "/claims")).form("claims-form")
      form["claims"] = "{\"role\":\"mine\"}"
      _ = try await server.administer("accounts:update", ["localId": "a", "displayName": "Ann"])
      _ = try await browser.submit(form)
      form["claims"] = "{\"role\":\"again\"}"
      let page = try await browser.submit(form, status: 409)
      #expect(page.problem?.contains("in the meantime") == true)
      #expect(try await Self.account("a", server)?.customAttributes == "{\"role\":\"mine\"}")
      let again = try page.form("claims-form")
      #expect(again["claims"] == "{\"role\":\"again\"}")
      _ = try await browser.submit(again)
      #expect(try await Self.account("a", server)?.customAttributes == "{\"role\":\"again\"}")
    }
  }

  @Test("a password is set by the project's policy, and ends the sessions")
  func password() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(UserPageTests.path(session.localID, "/password")).form(
        "password-form")
      form["password"] = "short"
      let weak = try await browser.submit(form, status: 400)
      #expect(weak.problem != nil && !weak.response.text.contains("\"short\""))
      form["password"] = ""
      _ = try await browser.submit(form, status: 400)
      form["password"] = "another battery"
      let filled = form
      let events = try await server.auditEvents { _ = try await browser.submit(filled) }
      #expect(events.map(\.action) == [.passwordChange])
      #expect(try await server.signInWithPassword("ann@example.com", "another battery").status == 200)
      #expect(try await server.refresh(session.refreshToken).errorMessage == "TOKEN_EXPIRED")
    }
  }

  @Test("claims are edited; what they cannot be is told in the protocol's words, or by where the mistake is")
  func claims() async throws {
    try await TestServer.run { server in
      _ = try await server.administer("accounts", ["localId": "a"])
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(UserPageTests.path("a", "/claims")).form("claims-form")
      for (text, code) in [
        ("[1]", "INVALID_CLAIMS"), ("x", "at line 1, column 1."), ("{", "at line 1, column 2."),
        ("{\"a\": 1,\r\n \"ü\" 2}", "at line 2, column 6."), ("{}\r\n\r\nx", "at line 3, column 1."),
        (#"{"sub":"x"}"#, "FORBIDDEN_CLAIM"),
        (#"{"a":"\#(String(repeating: "x", count: 1_000))"}"#, "CLAIMS_TOO_LARGE"),
        (#"{"a":"\#(String(repeating: "x", count: 15_000))"}"#, "CLAIMS_TOO_LARGE"),
      ] {
        form["claims"] = text
        let page = try await browser.submit(form, status: 400)
        #expect(page.problem?.contains(code) == true, "\(page.problem ?? "")")
        #expect(try page.form("claims-form")["claims"]?.contains(text) == true)
      }
      form["claims"] = "{\"role\": \"admin\",\n \"</textarea>\": [1]}"
      let filled = form
      let events = try await server.auditEvents { _ = try await browser.submit(filled) }
      #expect(events.map(\.action) == [.claimsChange])
      #expect(
        try await Self.account("a", server)?.customAttributes
          == "{\"role\": \"admin\",\n \"</textarea>\": [1]}")
      let page = try await browser.open(UserPageTests.path("a", "/claims"))
      var shown = try page.form("claims-form")
      #expect(shown["claims"]?.contains("</textarea>") == true)
      shown["claims"] = "  "
      _ = try await browser.submit(shown)
      #expect(try await Self.account("a", server)?.customAttributes == nil)
    }
  }
}
