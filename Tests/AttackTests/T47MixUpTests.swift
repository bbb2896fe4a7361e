import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// The attacker has a page on an authorized domain of project B. The victim's browser has begun a flow of B there, and is
/// then sent to the provider with an authorization request of project A, which the attacker began, but with the state of
/// B's flow. Whatever comes back must not get to B's page: the attacker would redeem it at A.
@Suite("T47: answers across projects", .fewAtOnce)
struct T47MixUpTests {
  /// A flow that a page of the project's authorized domain began, as the web SDK begins it.
  private static func pageFlow(_ server: TestServer, _ providerID: String, key: String) async throws -> (
    flow: AuthUriFlow, digest: String
  ) {
    var flow = WebFlow.page(server, providerID)
    flow.query.removeAll { $0.name == "apiKey" }
    flow.query.append(("apiKey", key))
    let begun = try await flow.start()
    guard let authURI = begun.pageData["authUri"]?.stringValue,
      let sessionID = begun.pageData["sessionId"]?.stringValue,
      let digest = begun.pageData["sessionDigest"]?.stringValue
    else { throw TestFailure("no flow began: \(begun.status) \(begun.text)") }
    return (AuthUriFlow(providerID: providerID, authURI: authURI, sessionID: sessionID), digest)
  }

  /// The address with another value of a parameter of its query.
  private static func replacing(_ name: String, in address: String, by value: String) throws -> String {
    let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw TestFailure("no query in \(address)") }
    var query = FormURLEncoded(parsing: parts[1])
    query[name] = value
    return "\(parts[0])?\(query.text)"
  }

  private static func parameter(_ name: String, of address: String) throws -> String {
    let query = address.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    guard let value = FormURLEncoded(parsing: query)[name] else {
      throw TestFailure("no \(name) in \(address)")
    }
    return value
  }

  /// Brings an answer, and expects that neither a page nor an app gets it.
  private static func expectKept(
    _ callback: String, code: String, _ server: TestServer, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let response = try await server.bring(callback)
    #expect(
      response.status == 400 && response.location == nil, "\(what): \(response.status)",
      sourceLocation: sourceLocation)
    #expect(
      !response.text.contains(code) && response.pageData["urlResponse"] == nil, "\(what)",
      sourceLocation: sourceLocation)
  }

  private static func redirectURI(_ server: TestServer, _ project: Project) -> String {
    "\(server.origin)/__/auth/handler/\(project.id)"
  }

  // Fails when `requireArrival` does not compare the address, and when RedirectAddress gives both projects the same one.
  @Test(
    "the code for one project does not get to another's page by a swapped state",
    arguments: ["apple.com", "github.com", "google.com", "oauth.lab", "oidc.lab", "oidc.line", "yahoo.com"])
  func swappedState(_ provider: String) async throws {
    // Both projects have the same client at each provider.
    try await TwoProjects.run(changing: { _ in }) { two in
      let server = two.server
      let attacker = try await server.beginFlow(provider, key: two.a)
      #expect(attacker["redirect_uri"] == Self.redirectURI(server, two.projects[0]))
      let (victim, digest) = try await Self.pageFlow(server, provider, key: two.b)
      #expect(victim["redirect_uri"] == Self.redirectURI(server, two.projects[1]))

      let state = try #require(victim["state"])
      let swapped = AuthUriFlow(
        providerID: provider, authURI: try Self.replacing("state", in: attacker.authURI, by: state),
        sessionID: attacker.sessionID)
      let callback = try await server.authorize(swapped)
      let code = try Self.parameter("code", of: callback)
      #expect(callback.hasPrefix(Self.redirectURI(server, two.projects[0]) + "?"), "\(callback)")
      try await Self.expectKept(callback, code: code, server)

      // The victim's own sign-in goes on.
      let own = try await server.bring(try await server.authorize(victim))
      #expect(own.status == 200 && own.pageData["step"] == "finish", "\(own.text)")
      #expect(own.pageData["sessionDigest"] == .string(digest))
      let answer = try #require(own.pageData["urlResponse"]?.stringValue)
      _ = try TestSession(await server.finishFlow(victim, at: answer, key: two.b))
    }
  }

  // Fails when the page's own path is the redirect URI of every project.
  @Test(
    "the first project's answers, at the address that all projects once had, get to no other project's page")
  func sharedAddress() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      let settings = try #require(two.projects[0].provider("oauth.lab"))
      let first = try await server.backend.projects.update(TestServer.project) { $0.providers = [settings] }
      let key = try #require(first.apiKeys.first)
      let (own, _) = try await Self.pageFlow(server, "oauth.lab", key: key)
      let (other, _) = try await Self.pageFlow(server, "oauth.lab", key: two.b)
      #expect(own["redirect_uri"] == server.origin + "/__/auth/handler")
      for (sent, kept) in [(own, other), (other, own)] {
        let state = try #require(kept["state"])
        let swapped = AuthUriFlow(
          providerID: "oauth.lab", authURI: try Self.replacing("state", in: sent.authURI, by: state),
          sessionID: sent.sessionID)
        let callback = try await server.authorize(swapped)
        try await Self.expectKept(callback, code: try Self.parameter("code", of: callback), server)
      }
      let answer = try await server.bring(try await server.authorize(own))
      #expect(answer.status == 200 && answer.pageData["urlResponse"] != nil, "\(answer.text)")
    }
  }

  // Fails when `isRedirectURI` compares less than the whole address.
  @Test("an answer is refused at each address but the one that its flow named")
  func otherAddresses() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      let (flow, _) = try await Self.pageFlow(server, "github.com", key: two.a)
      let callback = try await server.authorize(flow)
      let code = try Self.parameter("code", of: callback)
      let query = try #require(callback.split(separator: "?", maxSplits: 1).last.map(String.init))
      for path in [
        "/__/auth/handler", "/__/auth/handler/project-b", "/__/auth/handler/project-a/",
        "/__/auth/handler/project-%61", "/__/auth//handler/project-a", "/__/auth/handler/PROJECT-A",
        "/__/auth/handler/project-ab",
      ] {
        let response = try await server.send("GET", "\(path)?\(query)")
        #expect((400..<500).contains(response.status) && !response.text.contains(code), "\(path)")
      }
      let posted = try await server.send(
        "POST", "/__/auth/handler/project-a?project=project-a",
        headers: ["Content-Type": "application/x-www-form-urlencoded"], body: query)
      #expect(posted.status == 400 && !posted.text.contains(code))
      let right = try await server.bring(callback)
      #expect(right.status == 200 && right.pageData["urlResponse"] != nil, "\(right.text)")
    }
  }

  // Fails when `requireArrival` does not ask for the issuer, or takes an empty one for none.
  @Test("an answer that names another issuer reaches no page")
  func issuer() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      let (flow, _) = try await Self.pageFlow(server, "oidc.lab", key: two.a)
      let callback = try await server.authorize(flow)
      let (code, issuer) = (
        try Self.parameter("code", of: callback), try Self.parameter("iss", of: callback)
      )
      for wrong in ["https://evil.example", "", issuer + "/x", String(issuer.dropLast())] {
        let changed = try Self.replacing("iss", in: callback, by: wrong)
        try await Self.expectKept(changed, code: code, server, wrong)
      }
      let right = try await server.bring(callback)
      #expect(right.status == 200 && right.pageData["urlResponse"] != nil, "\(right.text)")
    }
  }

  // Fails when the handler's last page lets any tab deliver the answer of a flow that has no page.
  @Test("an answer of a flow without a page is delivered to no flow of the tab")
  func caller() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      for provider in ["github.com", "twitter.com"] {
        let flow = try await server.beginFlow(provider, key: two.a)
        let answer = try await server.bring(try await server.authorize(flow))
        #expect(answer.status == 200 && answer.pageData["step"] == "caller", "\(answer.text)")
        #expect(answer.pageData["sessionDigest"] == nil && answer.pageData["allowedRedirectOrigins"] == nil)
      }
    }
  }

  // Fails when createAuthUri takes another project's redirect URI for its own.
  @Test("no flow can name another project's redirect URI")
  func continueURI() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      for path in [
        "/__/auth/handler/project-a", "/__/auth/handler/", "/__/%61uth/handler/project-a",
        "/__/auth/saml/saml.company/acs?project=project-a",
      ] {
        let response = try await server.call(
          "accounts:createAuthUri",
          ["providerId": "github.com", "continueUri": .string(server.origin + path)], key: two.b)
        expectRefused(response, "UNAUTHORIZED_DOMAIN", path)
      }
      for path in ["/__/auth/handler", "/__/auth/handler/project-b"] {
        let flow = try await server.beginFlow(
          "github.com", ["continueUri": .string(server.origin + path)], key: two.b)
        #expect(flow["redirect_uri"] == Self.redirectURI(server, two.projects[1]), "\(path)")
      }
    }
  }

  // Fails when `saveProviderTestResponse` does not call `requireArrival`.
  @Test("the console's test of a provider takes no other project's answer")
  func providerTest() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      var administrator = Caller(project: two.projects[1], tenant: nil, authority: .administrator)
      administrator.administratorName = "mallory"
      let test = AuthUriFlow(
        providerID: "github.com",
        authURI: try await server.service.beginProviderTest(
          ProviderTestParameters(
            providerID: "github.com", redirectURI: Self.redirectURI(server, two.projects[1]), session: "s",
            page: "/console/test"), administrator),
        sessionID: "s")
      let sent = try await server.beginFlow("github.com", key: two.a)
      let state = try #require(test["state"])
      let swapped = AuthUriFlow(
        providerID: "github.com", authURI: try Self.replacing("state", in: sent.authURI, by: state),
        sessionID: sent.sessionID)
      let callback = try await server.authorize(swapped)
      let refused = try await server.bring(callback)
      #expect(refused.status == 400 && refused.pageData["returnURL"] == nil, "\(refused.text)")
      let own = try await server.bring(try await server.authorize(test))
      #expect(own.pageData["returnURL"]?.stringValue?.contains("/console/test?answer=") == true)
    }
  }
}
