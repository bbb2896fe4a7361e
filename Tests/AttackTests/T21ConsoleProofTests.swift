import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T21: an owner's acts in a session that somebody left open", .fewAtOnce)
struct T21ConsoleProofTests {
  private static let acts: [String] =
    ConsoleWalk.routes.filter(\.needsReauthentication).map { route in
      let samples = Dictionary(route.parameterNames.map { ($0, "x") }, uniquingKeysWith: { $1 })
      return ConsoleBrowser.path(ConsolePath.filled(route.path, samples))
    }
    + ConsoleWalk.rootRoutes.filter(\.needsReauthentication).map {
      "/console/" + ConsolePath.filled($0.path, ["id": "x"])
    }

  // Fails when a route of an owner's acts does not ask for a proof, or asks after the act.
  @Test("after five minutes each of them leads to a new proof, and changes nothing")
  func stale() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      server.clock.advance(seconds: ConsoleSession.proofLifetime)
      let token = try #require(try await browser.open("/console").csrfToken)
      let before = try await server.consoleState()
      #expect(Self.acts.count >= 15)
      for needed in [
        "settings/keys/rotate", "users/export", "settings/tokens/create", "settings/webhooks/create",
        "settings/webhooks/x/set", "settings/functions", "settings/mail", "settings/sms",
        "templates/page",
      ] {
        #expect(Self.acts.contains(ConsoleBrowser.path(needed)), "\(needed)")
      }
      for path in Self.acts {
        let response = try await browser.post(path, [("csrf", token), ("manner", "immediate")])
        #expect(response.status == 303, "\(path): \(response.status)")
        #expect(response.location?.hasPrefix("/console/proof?next=%2Fconsole") == true, "\(path)")
      }
      #expect(try await server.consoleState() == before)
    }
  }

  // Fails when the way back is the action's path, or a page that is not there.
  @Test("a proof leads back to a page that is there, and then the act is done")
  func back() async throws {
    try await TestServer.runServing { server, owner in
      for path in ["settings/keys/rotate?manner=planned", "settings/tokens", "users/export"] {
        let browser = try await server.consoleBrowser(of: owner)
        server.clock.advance(seconds: ConsoleSession.proofLifetime)
        let page = try await browser.open(ConsoleBrowser.path(path))
        let form = try #require(page.forms.first { Self.acts.contains($0.action) })
        let proof = try await browser.submit(form)
        #expect(proof.heading == "Confirm that it is you")
        var filled = try proof.form("proof-form")
        filled["password"] = owner.password
        filled["code"] = server.nextPassword(of: owner)
        let back = try await browser.submit(filled)
        #expect(back.title.contains("example") && back.notice?.isEmpty == false, "\(path)")
      }
    }
  }

  // Fails when the proof is not one of the session's own administrator, or a wrong one is enough.
  @Test("a wrong password, a wrong code or another administrator's proof is none")
  func wrongProof() async throws {
    try await TestServer.runServing { server, owner in
      let other = try await server.addAdministrator(.owner, "eve@example.com")
      let browser = try await server.consoleBrowser(of: owner)
      server.clock.advance(seconds: ConsoleSession.proofLifetime)
      let page = try await browser.open("/console/proof")
      for (password, code) in [
        ("a wrong password", server.nextPassword(of: owner)), (owner.password, "000000"), ("", ""),
        (other.password, server.nextPassword(of: other)),
      ] {
        var form = try page.form("proof-form")
        form["password"] = password
        form["code"] = code
        form["email"] = other.email
        #expect(try await browser.send(form).status >= 400, "\(code)")
      }
      let still = try await browser.open("/console/proof")
      #expect(still.heading == "Confirm that it is you")
    }
  }

  // Fails when the page after the proof may be another site's.
  @Test(
    "the page after a proof is one of the console's",
    arguments: [
      "https://evil.example/", "//evil.example", "/console/../sample", "/\\evil.example",
      "javascript:alert(1)",
      "/console/%2e%2e/x", "/consolex",
    ])
  func openRedirect(next: String) async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      server.clock.advance(seconds: ConsoleSession.proofLifetime)
      let page = try await browser.open("/console/proof?next=\(FormURLEncoded.encode(next))")
      var form = try page.form("proof-form")
      #expect(form["next"] == "/console")
      form["next"] = next
      form["password"] = owner.password
      form["code"] = server.nextPassword(of: owner)
      let response = try await browser.send(form)
      #expect(response.status == 303 && response.location == "/console")
    }
  }

  // Fails when the old session goes on beside the new one, or its secret stays.
  @Test("a proof ends the session that it was made in")
  func replaced() async throws {
    try await TestServer.runServing { server, owner in
      let browser = try await server.consoleBrowser(of: owner)
      let before = browser.cookies
      server.clock.advance(seconds: ConsoleSession.proofLifetime)
      var form = try await browser.open("/console/proof").form("proof-form")
      form["password"] = owner.password
      form["code"] = server.nextPassword(of: owner)
      _ = try await browser.submit(form)
      let thief = ConsoleBrowser(server)
      for (name, value) in before { thief.set(cookie: name, to: value) }
      #expect(try await thief.get("/console").status == 303)
      #expect(try await browser.get("/console").status == 200)
      let id = try await server.administrators.administrator(owner.email).id
      #expect(try await server.administrators.sessions(of: id).count == 1)
    }
  }

  // Fails when every sign-in is taken for a proof: whoever finds the browser open signs out, and in again without
  // being asked for anything.
  @Test("a sign-in at the OpenID provider is as old a proof as the provider says")
  func silentSignIn() async throws {
    try await TestServer.run { server in
      let tester = ConsoleOpenIDTester(server)
      _ = try await tester.setUp()
      for (more, isProved) in [
        (["lab_auth_age": "0"], true), (["lab_auth_age": "240"], true), (["lab_auth_age": "300"], false),
        (["lab_auth_age": "86400"], false),
      ] {
        let token = try await tester.signIn("ann@example.com", groups: "platform", more)
        let session = try #require(try await tester.administrators.session(token))
        #expect(session.isComplete && session.isProved(now: server.clock.now()) == isProved, "\(more)")
      }
    }
  }
}
