import IdentityWire
import TestSupport
import Testing

@Suite("The web flow's return", .fewAtOnce)
struct HandlerReturnTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("every provider's answer ends in a sign-in, for apps and for pages") {
      try await everyProvider($0)
    },
    Behaviour("a refusal comes back as USER_CANCELLED, to apps by link and to pages by event") {
      try await denial($0)
    },
    Behaviour("a refusal without a state is for the one flow that the browser's tab began") {
      try await denialWithoutState($0)
    },
    Behaviour("a flow that was refused cannot be continued") { try await afterDenial($0) },
    Behaviour("who cannot name the session gets nothing, and the flow is used up by the attempt") {
      try await wrongSessionID($0)
    },
    Behaviour("the answer to one provider's flow is not taken for another's") { try await otherProvider($0) },
    Behaviour("a provider's posted answer is bounded") { try await largePost($0) },
    Behaviour("a state that nobody was given, or that came back changed, ends on an error page") {
      try await unknownState($0)
    },
    Behaviour("a code that was used before, or a token with another nonce, is refused at the sign-in") {
      try await faultsOfTheAnswer($0)
    },
    Behaviour("a flow ends half an hour after it began, at the callback as at the sign-in") {
      try await expiry($0)
    },
    Behaviour("an answer of a flow that the callers began themselves needs their session id too") {
      try await createAuthURI($0)
    },
  ]

  @Test("a provider's answer goes on to the page or the app that began its flow")
  func answers() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func everyProvider(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
        "oauth.lab",
        "oidc.lab", "oidc.line", "twitter.com", "yahoo.com",
      ]
    ) { providerID in
      let app = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
      #expect(app.status == 200, "\(app.text)")
      #expect(app.json["providerId"] == .string(providerID))
      #expect(app.json["email"] == "ada@example.com")
      #expect(app.json["displayName"] == "Ada Lovelace")

      let begun = try await WebFlow.page(server, providerID).start()
      let flow = WebFlow.page(server, providerID)
      let answer = try await flow.decide(
        at: try #require(begun.pageData["authUri"]?.stringValue), as: "ada")
      let last = try await flow.comeBack(answer)
      #expect(last.status == 200)
      #expect(last.pageData["step"] == "finish")
      #expect(last.pageData["allowedRedirectOrigins"] == ["http://localhost:5000"])
      #expect(
        last.pageData["sessionDigest"] == begun.pageData["sessionDigest"]
          && last.pageData["sessionDigest"]?.stringValue != nil, "only the tab of the flow delivers it")
      let page = try await flow.redeem(
        try #require(last.pageData["urlResponse"]?.stringValue),
        ["sessionId": begun.pageData["sessionId"] ?? .null])
      #expect(page.json["localId"] == app.json["localId"], "\(page.text)")
      #expect(try await server.accountCount() == 1)
      _ = try await server.administer("accounts:delete", ["localId": page.json["localId"] ?? .null])
    }
  }

  private static func denial(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
        "oauth.lab",
        "oidc.lab", "oidc.line", "twitter.com", "yahoo.com",
      ]
    ) { providerID in
      let app = try await WebFlow.appleApp(server, providerID).walk(as: nil)
      #expect(app.deepLink?.firebaseError?["code"] == "auth/user-cancelled")
      #expect(app.deepLink?.value("authType") == "signInWithRedirect")
      let page = try await WebFlow.page(server, providerID).walk(as: nil)
      #expect(page.pageData["error"]?["code"] == "auth/user-cancelled")
      #expect(page.pageData["urlResponse"] == nil)
      #expect(try await server.accountCount() == 0)
    }
  }

  private static func denialWithoutState(_ server: TestServer) async throws {
    for (query, code) in [
      ("error=access_denied", "auth/user-cancelled"), ("state=&error=access_denied", "auth/user-cancelled"),
      ("denied=made-up", "auth/user-cancelled"),
      ("error=user_cancelled_authorize", "auth/user-cancelled"),
      ("error=server_error", "auth/invalid-credential"),
    ] {
      let posted = try await server.send(
        "POST", "/__/auth/handler", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: query)
      for response in [try await server.send("GET", "/__/auth/handler?\(query)"), posted] {
        #expect(response.status == 200 && response.location == nil, "\(query)")
        #expect(response.pageData["step"] == "finish", "\(query)")
        #expect(response.pageData["error"]?["code"] == .string(code), "\(query)")
        #expect(
          response.pageData["urlResponse"] == nil && response.pageData["sessionDigest"] == nil
            && response.pageData["allowedRedirectOrigins"] == nil)
      }
    }
  }

  private static func afterDenial(_ server: TestServer) async throws {
    let flow = try await WebFlow.appleApp(server, "github.com")
    let address = try await flow.authorizationURL()
    let allowed = try await flow.decide(at: address, as: "ada")
    _ = try await flow.comeBack(try await flow.decide(at: address, as: nil))
    let response = try await flow.comeBack(allowed)
    #expect(response.status == 400)
    #expect(response.text.contains("auth/missing-initial-state"))
  }

  private static func unknownState(_ server: TestServer) async throws {
    for query in [
      "", "?code=x", "?state=&code=x", "?state=made-up&code=x", "?error=access_denied&state=made-up",
    ] {
      let response = try await server.send("GET", "/__/auth/handler" + query)
      #expect(response.status == 400, "\(query)")
      #expect(response.text.contains("auth/missing-initial-state"), "\(query)")
    }
    try await server.setFault("wrong-state", at: "github.com")
    let changed = try await WebFlow.appleApp(server, "github.com").walk(as: "ada")
    #expect(changed.status == 400)
    #expect(changed.location == nil)
  }

  private static func expiry(_ server: TestServer) async throws {
    let flow = try await WebFlow.appleApp(server, "github.com")
    let answer = try await flow.decide(at: try await flow.authorizationURL(), as: "ada")
    let link = try #require(try await flow.comeBack(answer).deepLink?.value("link"))
    server.clock.advance(seconds: 1_801)
    let callback = try await flow.comeBack(answer)
    #expect(callback.status == 400)
    #expect(callback.text.contains("auth/missing-initial-state"))
    let response = try await flow.redeem(link)
    #expect(
      response.errorMessage
        == "INVALID_IDP_RESPONSE : The sign-in is unknown, has expired or was used before.")
    #expect(try await server.accountCount() == 0)
  }

  private static func wrongSessionID(_ server: TestServer) async throws {
    // The digest is what anybody who saw the address knows.
    for presented in ["WRONGWRONG", WebFlow.digest("QWERTYUIOP"), "", nil] as [String?] {
      let flow = try await WebFlow.appleApp(server, "github.com")
      let link = try #require(try await flow.walk(as: "ada").deepLink?.value("link"))
      let response = try await server.signInWithIdp(
        [("providerId", "github.com")],
        ["requestUri": .string(link), "sessionId": presented.map { .string($0) } ?? .null])
      #expect(response.status == 400)
      #expect(
        response.errorMessage
          == "INVALID_IDP_RESPONSE : The session id is not that of the sign-in.")
      #expect(try await flow.redeem(link).status == 400)
    }
    #expect(try await server.accountCount() == 0)
  }

  @Test("a link signs in once, also when it is presented many times at once")
  func singleUse() async throws {
    try await TestServer.run(.live) { server in
      let flow = try await WebFlow.appleApp(server, "github.com")
      let link = try #require(try await flow.walk(as: "ada").deepLink?.value("link"))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 { group.addTask { try await flow.redeem(link).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
      #expect(statuses.count { $0 == 400 } == 7, "\(statuses)")
    }
  }

  private static func otherProvider(_ server: TestServer) async throws {
    let flow = try await WebFlow.appleApp(server, "github.com")
    let link = try #require(try await flow.walk(as: "ada").deepLink?.value("link"))
    let response = try await server.signInWithIdp(
      [("providerId", "google.com")], ["requestUri": .string(link), "sessionId": "QWERTYUIOP"])
    #expect(response.status == 400)
    #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    #expect(try await server.accountCount() == 0)
  }

  private static func faultsOfTheAnswer(_ server: TestServer) async throws {
    for (fault, code) in [
      ("reused-code", "INVALID_IDP_RESPONSE"), ("wrong-nonce", "MISSING_OR_INVALID_NONCE"),
      ("no-nonce", "MISSING_OR_INVALID_NONCE"), ("wrong-signature", "INVALID_IDP_RESPONSE"),
    ] {
      try await server.setFault(fault, at: "google.com")
      let response = try await WebFlow.appleApp(server, "google.com").signIn(as: "ada")
      #expect(response.status == 400, "\(fault)")
      #expect(response.errorMessage?.hasPrefix("\(code) : ") == true, "\(fault): \(response.text)")
    }
    #expect(try await server.accountCount() == 0)
  }

  private static func createAuthURI(_ server: TestServer) async throws {
    let begun = try await server.call(
      "accounts:createAuthUri",
      [
        "providerId": "github.com", "continueUri": "http://localhost:4000/callback",
        "oauthScope": #"{"github.com":"read:org"}"#, "customParameter": ["allow_signup": "false"],
      ])
    #expect(begun.json["kind"] == "identitytoolkit#CreateAuthUriResponse")
    #expect(begun.json["providerId"] == "github.com")
    let session = try #require(begun.json["sessionId"])
    let address = try #require(begun.json["authUri"]?.stringValue)
    let flow = WebFlow(server, [("providerId", "github.com")])
    let callback = try #require(try await flow.decide(at: address, as: "ada").location)
    #expect(callback.hasPrefix("http://localhost:4000/callback?"))
    let received = try await server.lastAuthorization(at: "github.com")
    #expect(received["allow_signup"] == "false")
    #expect(received["scope"] == "user:email read:org")
    #expect(try await flow.redeem(callback, ["sessionId": session]).status == 200)

    for (uri, error) in [
      ("https://evil.example/callback", "UNAUTHORIZED_DOMAIN"),
      ("http://localhost:4000/#fragment", "INVALID_CONTINUE_URI"),
      ("http://localhost:4000/#", "INVALID_CONTINUE_URI"),
      ("http://localhost:4000/?a=b&state=mine", "INVALID_CONTINUE_URI"),
      ("http://localhost:4000/?st%61te", "INVALID_CONTINUE_URI"),
      ("https://evil.example/?state=mine", "INVALID_CONTINUE_URI"),
    ] {
      let refused = try await server.call(
        "accounts:createAuthUri", ["providerId": "github.com", "continueUri": .string(uri)])
      #expect(refused.status == 400 && refused.errorMessage?.hasPrefix(error) == true, "\(uri)")
      #expect(refused.json["authUri"] == nil)
      // Where nobody is sent anywhere it does not matter: clients give the address of their page.
      let methods = try await server.call(
        "accounts:createAuthUri", ["identifier": "ada@example.com", "continueUri": .string(uri)])
      #expect(methods.status == 200, "\(uri)")
    }
  }

  private static func largePost(_ server: TestServer) async throws {
    let response = try await server.send(
      "POST", "/__/auth/handler", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: "state=" + String(repeating: "x", count: 70_000))
    #expect(response.status == 400)
  }
}
