import Identity
import IdentityWire
import Operations
import QRCodes
import Secrets
import TestSupport
import Testing

@testable import Console

@Suite("Administrators of the console")
struct AdministratorTests {
  private static let password = "a password for the console"

  /// The row of an administrator has this address before it.
  private func path(_ page: ConsoleDocument, _ email: String) throws -> String {
    let row = page.root.all("tr").first { $0.first("th")?.text.hasPrefix(email) == true }
    guard let action = row?.first("form")?["action"], action.hasSuffix("/role") else {
      throw TestFailure("\(email) is not in the list")
    }
    return String(action.dropLast("/role".count))
  }

  /// Invites somebody and lets them come.
  private func invite(_ email: String, _ role: String, by owner: ConsoleBrowser) async throws -> (
    browser: ConsoleBrowser, page: ConsoleDocument
  ) {
    var form = try await owner.open("/console/administrators").form("add-form")
    form["email"] = email
    form["role"] = role
    let link = try #require(try await owner.submit(form).element(id: "invitation-link")?.text)
    #expect(link.hasPrefix(owner.server.origin + "/console/invitation?code="))
    let browser = ConsoleBrowser(owner.server)
    var invitation = try await browser.open(link).form("invitation-form")
    invitation["password"] = Self.password
    invitation["again"] = Self.password
    let signIn = try await browser.submit(invitation)
    #expect(signIn.notice == "The password is set. Sign in with it.")
    var password = try signIn.form("sign-in-form")
    password["email"] = email
    password["password"] = Self.password
    return (browser, try await browser.submit(password))
  }

  private func enroll(_ browser: ConsoleBrowser, _ page: ConsoleDocument) async throws -> (
    page: ConsoleDocument, authenticator: TestAuthenticator
  ) {
    let secret = try #require(page.element(id: "secret")?.text.filter { $0 != " " })
    let authenticator = try TestAuthenticator(base32: secret)
    var form = try page.form("factor-form")
    form["code"] = "12 34 5"
    let wrong = try await browser.submit(form, status: 400)
    #expect(wrong.element(id: "secret")?.text == page.element(id: "secret")?.text)
    form = try wrong.form("factor-form")
    form["code"] = authenticator.password(at: browser.server.clock.now())
    return (try await browser.submit(form), authenticator)
  }

  @Test("an invitation leads to a password, a second factor, and a session of the role")
  func invitation() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let (guest, page) = try await invite("ann@example.com", "editor", by: browser)
      #expect(page.heading == "Set up your authenticator app")
      let secret = try #require(page.element(id: "secret")?.text.filter { $0 != " " })
      let address = ConsoleAdministrators.address(ofSecret: Secret(secret), email: "ann@example.com")
      #expect(
        page.element(id: "qr-code")?.first("path")?["d"] == QRCode(address).map { QRCodeImage($0).path })
      // Nothing of the console is open before that.
      for path in ["/console", "/console/p/example", "/console/administrators"] {
        #expect(try await guest.get(path).status == 303, "\(path)")
      }
      let (home, authenticator) = try await enroll(guest, page)
      #expect(home.heading == "Projects" && home.notice == "The authenticator app is set up.")
      #expect(try await guest.open("/console/administrators", status: 403).heading == "Not allowed")
      let list = try await browser.open("/console/administrators")
      #expect(list.text.contains("ann@example.com") && list.text.contains("Second factor enrolled"))
      let ann = TestAdministrator(
        email: "ann@example.com", password: Self.password, authenticator: authenticator)
      #expect(try await ConsoleBrowser(server).signIn(ann).heading == "Projects")
    }
  }

  @Test("an invitation is good once, and its password has to be a strong one")
  func invitationRefused() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      var form = try await browser.open("/console/administrators").form("add-form")
      form["email"] = "ann@example.com"
      let link = try #require(try await browser.submit(form).element(id: "invitation-link")?.text)
      #expect(
        try await browser.submit(form, status: 400).problem?.contains("EMAIL_EXISTS") == true)
      let guest = ConsoleBrowser(server)
      for (password, again) in [("short", "short"), (Self.password, "another"), ("", "")] {
        var invitation = try await guest.open(link).form("invitation-form")
        invitation["password"] = password
        invitation["again"] = again
        #expect(try await guest.submit(invitation, status: 400).problem?.isEmpty == false)
      }
      var invitation = try await guest.open(link).form("invitation-form")
      invitation["password"] = Self.password
      invitation["again"] = Self.password
      _ = try await guest.submit(invitation)
      #expect(try await guest.get(link).status == 400)
      let unused = try await browser.open("/console/administrators")
      let again = try #require(
        try await browser.submit(
          try unused.form(try path(unused, "ann@example.com") + "/invitation")
        ).element(id: "invitation-link")?.text)
      server.clock.advance(seconds: 3_601)
      #expect(try await ConsoleBrowser(server).get(again).status == 400)
    }
  }

  @Test("a change of role, a reset and a removal end the administrator's sessions at once")
  func changes() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let editor = try await server.addAdministrator(.editor, "ann@example.com")
      let page = try await browser.open("/console/administrators")
      let path = try path(page, editor.email)
      var session = try await server.consoleBrowser(of: editor)
      var role = try page.form(path + "/role")
      role["role"] = "viewer"
      let changed = try await browser.submit(role)
      #expect(changed.notice?.hasPrefix("The role was changed.") == true)
      #expect(try await session.get("/console").status == 303)
      session = try await server.consoleBrowser(of: editor)
      let question = try await browser.open(path + "/reset-factor")
      #expect(question.heading == "Reset the authenticator app of ann@example.com?")
      _ = try await browser.submit(try question.form("confirm-form"))
      #expect(try await session.get("/console").status == 303)
      let factor = try await session.enterPassword(editor)
      #expect(factor.heading == "Set up your authenticator app")
      _ = try await enroll(session, factor)
      _ = try await browser.submit(try await browser.open(path + "/remove").form("confirm-form"))
      #expect(try await session.get("/console").status == 303)
      #expect(try await server.administrators.all().map(\.email) == [owner.email])
      let actors = Set(
        try await server.auditEvents(of: .console).filter {
          [.claimsChange, .factorWithdrawal, .deletion].contains($0.action)
        }.map(\.actor))
      #expect(actors.contains("admin:owner@example.com"))
    }
  }

  @Test("they are listed by their addresses, and below them what was done, the latest first")
  func order() async throws {
    try await TestServer.runServing { server, owner in
      for name in ["zoe", "ann", "mai"] {
        _ = try await server.addAdministrator(.viewer, "\(name)@example.com")
      }
      let browser = try await server.consoleBrowser(of: owner)
      let before = try await browser.open("/console/administrators")
      _ = try await browser.submit(try before.form(try path(before, "zoe@example.com") + "/invitation"))
      let page = try await browser.open("/console/administrators")
      let tables = page.root.all("tbody").map { body in
        body.all("tr").compactMap { $0.first("th")?.text.split(separator: " ").first.map(String.init) }
      }
      #expect(tables.first == ["ann", "mai", "owner", "zoe"].map { "\($0)@example.com" })
      let events = page.root.all("tbody").last?.all("tr").map(\.text) ?? []
      #expect(
        events.count > 2 && events[0].contains("One-time code requested") && events[1].contains("Sign-in"))
    }
  }

  // Fails when nothing bounds how many there are: all of them are read for every change.
  @Test("there is an end to how many there are")
  func bounded() async throws {
    try await TestServer.runServing { server, owner in
      let scope = Scope(project: .console)
      try await server.service.store.apply(
        try (1..<200).map { number in
          let id = try #require(AccountID(rawValue: "administrator\(number)"))
          var account = Account(id: id, scope: scope, createdAt: server.clock.now())
          let address = "a\(number)@example.com"
          account.email = EmailAddress(address)
          account.customAttributes = "{\"role\":\"viewer\"}"
          return .insertAccount(account)
        })
      let browser = try await server.consoleBrowser(of: owner)
      var form = try await browser.open("/console/administrators").form("add-form")
      form["email"] = "one.more@example.com"
      #expect(try await browser.send(form).status == 400)
      #expect(try await server.service.store.accountCount(in: scope) == 200)
    }
  }

  @Test("there is always an owner who can sign in")
  func lastOwner() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      // Somebody who was invited and never came counts for nothing.
      var form = try await browser.open("/console/administrators").form("add-form")
      form["email"] = "ann@example.com"
      form["role"] = "owner"
      _ = try await browser.submit(form)
      let page = try await browser.open("/console/administrators")
      let path = try path(page, owner.email)
      var role = try page.form(path + "/role")
      role["role"] = "editor"
      #expect(
        try await browser.submit(role, status: 400).problem?.hasPrefix("There must be at least one owner")
          == true)
      let remove = try await browser.open(path + "/remove").form("confirm-form")
      _ = try await browser.submit(remove, status: 400)
      _ = try await server.addAdministrator(.owner, "eve@example.com")
      #expect(try await browser.send(remove).status == 303)
    }
  }

  @Test("of two owners who remove each other at once, one stays", arguments: TestServer.Deployment.all)
  func race(deployment: TestServer.Deployment) async throws {
    var options = TestServer.Options()
    options.deployment = deployment
    try await TestServer.runServing(options) { server, _ in
      _ = try await server.addAdministrator(.owner, "eve@example.com")
      let ids = try await server.administrators.all().map(\.id)
      for round in 0..<4 {
        if round > 0 { _ = try await server.addAdministrator(.owner, "another\(round)@example.com") }
        let present = try await server.administrators.all().map(\.id)
        await withTaskGroup(of: Void.self) { group in
          for id in present { group.addTask { try? await server.administrators.remove(id) } }
        }
        #expect(try await server.administrators.all().count == 1)
      }
      #expect(ids.count == 2)
    }
  }

  @Test("an owner who lost everything comes back by the command line's way")
  func replacing() async throws {
    try await TestServer.runServing { server, owner in
      let session = try await server.consoleBrowser(of: owner)
      await #expect(throws: IdentityError.self) {
        _ = try await server.administrators.createOwner(
          email: owner.email, password: Secret("another long password"), replacing: false,
          by: server.backend.administration)
      }
      let secret = try await server.administrators.createOwner(
        email: owner.email, password: Secret("another long password"), replacing: true,
        by: server.backend.administration)
      #expect(try await session.get("/console").status == 303)
      let new = TestAdministrator(
        email: owner.email, password: "another long password",
        authenticator: try TestAuthenticator(base32: secret.reveal()))
      #expect(try await ConsoleBrowser(server).signIn(new).heading == "Projects")
    }
  }
}
