import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("A user's page")
struct UserPageTests {
  static func path(_ uid: String, _ more: String = "") -> String {
    ConsoleBrowser.path("users/" + ConsolePath.encode("id-" + uid) + more)
  }

  private static func account(_ uid: String, _ server: TestServer) async throws -> Account? {
    try await server.accounts().first { $0.id.rawValue == uid }
  }

  @Test("it shows who they are, how they sign in, and what was done to them")
  func facts() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      let factor = try await server.enrollPhone(session, "+15555550101")
      _ = try await server.administer(
        "accounts:update",
        [
          "localId": .string(session.localID), "displayName": "Ann <b>Other</b>",
          "photoUrl": "javascript:alert(1)", "customAttributes": #"{"role":"<admin>"}"#,
          "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g1", "email": "ann@gmail.com"],
        ])
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path(session.localID))
      #expect(page.heading == "Ann <b>Other</b>" && page.element(id: "uid")?.text == session.localID)
      #expect(page.text.contains("ann@example.com") && page.text.contains("Verified"))
      #expect(page.element(id: "claims")?.text == #"{"role":"<admin>"}"#)
      let methods = try #require(page.element(id: "methods")?.text)
      #expect(
        methods.contains("Google") && !methods.contains("google.com") && methods.contains("ann@gmail.com")
          && methods.contains("Password"))
      #expect(page.element(id: "factors")?.text.contains("+15555550101") == true)
      #expect(page.element(id: "sessions")?.all("tr").count == 2)
      let events = try #require(page.element(id: "events")?.text)
      #expect(events.contains("admin:") && page.element(id: "events")?.all("tr").count == 6)
      // Nothing secret is on it, nor a picture from elsewhere, nor an address that runs.
      for secret in [factor.session.refreshToken, factor.session.idToken] {
        #expect(!page.response.text.contains(secret))
      }
      #expect(page.root.first("main")?.all("img").isEmpty == true)
      #expect(!page.root.all("a").contains { $0["href"]?.hasPrefix("javascript") == true })
    }
  }

  @Test("whatever a user's id is, it leads to their page and nowhere else")
  func ids() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: ["..", ".", "new", "import", "a/b", "a?b#c", "a%2Fb", "ä ö+&", "id-x", "<b>\"'"]
      ) { uid in
        let answer = try await server.administer("accounts", ["localId": .string(uid)])
        #expect(answer.status == 200)
        let browser = ConsoleBrowser(server)
        let list = try await browser.open(ConsoleBrowser.path("users"))
        let page = try await browser.open(try list.link(uid))
        #expect(page.element(id: "uid")?.text == uid)
        let disabled = try await browser.submit(try page.form("disable-form"))
        #expect(disabled.notice != nil && disabled.element(id: "uid")?.text == uid)
        let confirm = try await browser.open(try disabled.link("delete"))
        let after = try await browser.submit(try confirm.form("confirm-form"))
        #expect(after.heading == "Users" && after.notice == "The user was deleted.")
        #expect(try await server.accounts().isEmpty)
      }
    }
  }

  @Test("what is no user is not found")
  func nobody() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["nobody", "id-", "id-nobody", "id-%01"]) { part in
        let browser = ConsoleBrowser(server)
        for below in ["", "/edit", "/password", "/claims", "/delete", "/sessions", "/unlink", "/factor"] {
          let page = try await browser.open(ConsoleBrowser.path("users/\(part)\(below)"), status: 404)
          #expect(page.problem?.contains("USER_NOT_FOUND") == true)
        }
      }
    }
  }

  @Test(
    "whoever is disabled cannot sign in, until they are enabled; both are recorded with the administrator")
  func disabling() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      let browser = ConsoleBrowser(server)
      var page = try await browser.open(Self.path(session.localID))
      var events = try await server.auditEvents {
        page = try await browser.submit(try page.form("disable-form"))
      }
      #expect(events.map(\.action) == [.disabling] && events[0].actor == "admin:dev")
      #expect(events[0].account?.rawValue == session.localID && events[0].clientAddress == "127.0.0.1")
      #expect(page.element(id: "disabled-badge") != nil && page.element(id: "disable-form") == nil)
      #expect(
        try await server.signInWithPassword("ann@example.com", "correct horse").errorMessage
          == "USER_DISABLED")
      let enabling = page
      events = try await server.auditEvents {
        _ = try await browser.submit(try enabling.form("enable-form"))
      }
      #expect(events.map(\.action) == [.enabling])
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
    }
  }

  @Test("a provider is unlinked after a question, and only one that is linked")
  func unlinking() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      _ = try await server.administer(
        "accounts:update",
        [
          "localId": .string(session.localID),
          "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g1"],
        ])
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path(session.localID))
      let confirm = try await browser.open(try page.link("Unlink Google"))
      #expect(confirm.text.contains("Google"))
      let events = try await server.auditEvents {
        let after = try await browser.submit(try confirm.form("confirm-form"))
        #expect(after.notice == "The sign-in method was unlinked.")
      }
      #expect(events.map(\.action) == [.unlink] && events[0].actor == "admin:dev")
      #expect(try await Self.account(session.localID, server)?.links.isEmpty == true)
      _ = try await browser.open(Self.path(session.localID, "/unlink?provider=google.com"), status: 404)
    }
  }

  @Test("a second factor is removed after a question, and others stay as they are")
  func factors() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      let app = try await server.enrollTOTP(session)
      let phone = try await server.enrollPhone(app.session, "+15555550101")
      let before = try await Self.account(session.localID, server)?.factors
      let browser = ConsoleBrowser(server)
      let confirm = try await browser.open(Self.path(session.localID, "/factor?factor=\(phone.id)"))
      let events = try await server.auditEvents {
        _ = try await browser.submit(try confirm.form("confirm-form"))
      }
      #expect(events.map(\.action) == [.factorWithdrawal])
      let left = try await Self.account(session.localID, server)?.factors
      #expect(left == before?.filter { $0.enrollmentID == app.id } && left?.count == 1)
      let again = try await browser.submit(try confirm.form("confirm-form"), status: 400)
      #expect(again.problem?.contains("MFA_ENROLLMENT_NOT_FOUND") == true)
      #expect(again.element(id: "uid")?.text == session.localID)
    }
  }

  // Fails when the whole address is kept, or a session that goes on forgets where it began.
  @Test("a session says by which program it began, and in which network", arguments: [false, true])
  func origins(isRotating: Bool) async throws {
    try await TestServer.run { server in
      if isRotating { try await server.changeProject { $0.sessions.refreshTokens = .rotating } }
      let key = try await server.project().apiKeys[0]
      let answer = try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)",
        headers: [
          "Content-Type": "application/json", "User-Agent": "Mozilla/5.0 Chrome/120.0",
          "X-Client-Version": "Chrome/JsCore/10.14.1/FirebaseCore-web",
        ], body: "{\"returnSecureToken\":true}")
      let session = try TestSession(answer)
      _ = try await server.refresh(session.refreshToken)
      let account = try #require(try await server.account(session.localID))
      let stored = try await server.service.store.sessionsInUse(of: account.id, in: account.scope, limit: 5)
      #expect(stored.map(\.origin.program) == ["Chrome · FirebaseCore-web 10.14.1"])
      #expect(stored.allSatisfy { $0.origin.network.map { $0.hasSuffix(".0/24") } != false })
      let page = try await ConsoleBrowser(server).open(Self.path(session.localID))
      let row = try #require(page.element(id: "sessions")?.first("tbody")?.first("tr"))
      #expect(row.text.contains("Chrome · FirebaseCore-web 10.14.1"))
      if let network = stored[0].origin.network { #expect(row.text.contains(network)) }
    }
  }

  @Test("recovery codes are counted, and deleted after a question; the list finds who has no factor")
  func recoveryCodes() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      let none = try await server.signUp("bob@example.com")
      _ = try await server.enrollTOTP(session)
      let browser = ConsoleBrowser(server)
      let list = try await browser.open(ConsoleBrowser.path("users") + "?state=no-factor")
      #expect(list.text.contains("bob@example.com") && !list.text.contains("ann@example.com"))
      let page = try await browser.open(Self.path(session.localID))
      #expect(page.element(id: "recovery-codes")?.text.contains("10 left") == true)
      #expect(try await browser.open(Self.path(none.localID)).element(id: "recovery-codes") == nil)
      let confirm = try await browser.open(Self.path(session.localID, "/recovery-codes"))
      let events = try await server.auditEvents {
        let after = try await browser.submit(try confirm.form("confirm-form"))
        #expect(
          after.notice == "The recovery codes were deleted." && after.element(id: "recovery-codes") == nil)
      }
      #expect(events.map(\.action) == [.recoveryCodeChange] && events[0].actor == "admin:dev")
      let account = try await Self.account(session.localID, server)
      #expect(account?.recoveryCodes == nil && account?.factors.count == 1)
    }
  }

  @Test("one session ends and the others go on; all end at once")
  func sessions() async throws {
    try await TestServer.run { server in
      _ = try await server.verifiedUser("ann@example.com")
      server.clock.advance(seconds: 10)
      let phone = try TestSession(try await server.signInWithPassword("ann@example.com", "correct horse"))
      server.clock.advance(seconds: 10)
      let laptop = try TestSession(try await server.signInWithPassword("ann@example.com", "correct horse"))
      let browser = ConsoleBrowser(server)
      var page = try await browser.open(Self.path(phone.localID))
      let rows = try #require(page.element(id: "sessions")?.first("tbody")?.all("tr"))
      #expect(rows.count == 3)
      // The newest comes first.
      let end = try #require(rows[1].first("a")?["href"])
      let confirm = try await browser.open(end)
      let events = try await server.auditEvents {
        page = try await browser.submit(try confirm.form("confirm-form"))
      }
      #expect(events.map(\.action) == [.revocation] && events[0].account?.rawValue == phone.localID)
      #expect(page.element(id: "sessions")?.first("tbody")?.all("tr").count == 2)
      #expect(try await server.refresh(phone.refreshToken).errorMessage == "TOKEN_EXPIRED")
      #expect(try await server.refresh(laptop.refreshToken).status == 200)
      let again = try await browser.submit(try confirm.form("confirm-form"), status: 400)
      #expect(again.problem == "The session has ended already.")
      let all = try await browser.open(try page.link("end-all"))
      let last = try await server.auditEvents {
        let after = try await browser.submit(try all.form("confirm-form"))
        #expect(after.text.contains("The user is not signed in on any device."))
      }
      #expect(last.map(\.action) == [.revocation])
      #expect(try await server.refresh(laptop.refreshToken).errorMessage == "TOKEN_EXPIRED")
    }
  }

  // Fails when the name of a session is the hash of its token, or of another account is taken.
  @Test("T20: what names a session is of no use elsewhere")
  func sessionNames() async throws {
    try await TestServer.run { server in
      let ann = try await server.verifiedUser("ann@example.com")
      let bob = try await server.verifiedUser("bob@example.com")
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path(ann.localID))
      let end = try #require(page.element(id: "sessions")?.first("tbody")?.first("a")?["href"])
      let name = try #require(end.split(separator: "session=").last.map(String.init))
      let account = try #require(try await Self.account(ann.localID, server))
      let stored = try await server.service.store.sessionsInUse(of: account.id, in: account.scope, limit: 5)
      #expect(stored.count == 1)
      #expect(
        !stored.contains { Base64URL.encode($0.tokenHash) == name || hexadecimal($0.tokenHash) == name })
      let answer = try await browser.post(
        Self.path(bob.localID, "/sessions"), [("csrf", page.csrfToken ?? ""), ("session", name)])
      #expect(answer.status == 400)
      #expect(try await server.refresh(ann.refreshToken).status == 200)
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("mails are sent to the user's own address")
  func mails() async throws {
    try await TestServer.run { server in
      _ = try await server.administer("accounts", ["localId": "a", "email": "ann@example.com"])
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path("a"))
      let events = try await server.auditEvents {
        let sent = try await browser.submit(try page.form("mail-form"), pressing: ("kind", "reset"))
        #expect(sent.notice == "A password reset mail is on its way.")
      }
      #expect(events.map(\.action) == [.codeRequest] && events[0].actor == "admin:dev")
      _ = try server.mail("PASSWORD_RESET", to: "ann@example.com")
      let sent = try await browser.submit(try page.form("mail-form"), pressing: ("kind", "verify"))
      #expect(sent.notice == "A verification mail is on its way.")
      let mail = try server.mail("VERIFY_EMAIL", to: "ann@example.com")
      #expect(try await server.apply(oobCode: mail.code).status == 200)
      let verified = try await browser.open(Self.path("a"))
      #expect(!verified.text.contains("Send a verification mail"))
    }
  }

  @Test("the trail of an imported user begins with the import")
  func importedTrail() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      func rows(_ id: String) async throws -> [String] {
        try await browser.open(Self.path(id, "/trail")).root.first("tbody")?.all("tr").map(\.text) ?? []
      }
      let users: [JSONValue] = ["a", "b"].map { ["localId": .string($0)] }
      let answer = try await server.administer("accounts:batchCreate", ["users": .array(users)])
      #expect(answer.status == 200 && answer.json["error"] == nil, "\(answer.text)")
      _ = try await server.administer("accounts:update", ["localId": "a", "displayName": "Ann"])
      _ = try await server.administer(
        "accounts:batchCreate", ["users": [["localId": "b", "displayName": "Bob"]], "allowOverwrite": true])
      let (one, other) = (try await rows("a"), try await rows("b"))
      #expect(one.count == 2 && one.last?.contains("Users imported") == true, "\(one)")
      #expect(other.count == 2 && other.last?.contains("Users imported") == true, "\(other)")
      _ = try await server.administer("accounts:batchCreate", ["users": [["localId": "c"]]])
      let single = try await rows("c")
      #expect(single.count == 1, "\(single)")
    }
  }

  @Test("the trail of a user goes back page by page, also when they are gone")
  func trail() async throws {
    try await TestServer.run { server in
      _ = try await server.administer("accounts", ["localId": "a"])
      _ = try await server.administer("accounts", ["localId": "b"])
      for index in 0..<60 {
        _ = try await server.administer(
          "accounts:update", ["localId": "a", "disableUser": .bool(index % 2 == 0)])
      }
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.path("a"))
      #expect(page.element(id: "events")?.all("tr").count == 11)
      let first = try await browser.open(try page.link("more-events"))
      #expect(first.element(id: "events")?.all("tr").count == 51)
      let second = try await browser.open(try first.link("next"))
      #expect(second.element(id: "events")?.all("tr").count == 12 && second.element(id: "next") == nil)
      _ = try await browser.submit(
        try await browser.open(Self.path("a", "/delete")).form("confirm-form"))
      let after = try await browser.open(Self.path("a", "/trail"))
      #expect(
        after.element(id: "events")?.text.contains("account.deletion") == true
          || after.text.contains("User deleted"))
      let token = try #require(try first.link("next").split(separator: "page=").last)
      _ = try await browser.open(Self.path("b", "/trail?page=\(token)"), status: 400)
    }
  }
}
