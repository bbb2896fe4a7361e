import IdentityWire
import TestSupport
import Testing

@Suite("A provider's answer in the fragment", .fewAtOnce)
struct FragmentAnswerTests {
  @Test("the handler's page posts it, and the app signs in by it")
  func signIn() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("oidc.lab") { $0.responseType = .idToken }
      let flow = try await WebFlow.appleApp(server, "oidc.lab")
      // As a provider that does not list form_post is asked.
      let address = try await flow.authorizationURL().replacing("&response_mode=form_post", with: "")
      let location = try #require(try await flow.decide(at: address, as: "ada").location)
      let parts = location.split(separator: "#").map(String.init)
      #expect(parts.count == 2 && !parts[0].contains("?"))

      let page = try await server.send("GET", parts[0])
      #expect(page.pageData["step"] == "fragment")
      #expect(page.headers.first(name: "x-latchkey-diagnostic") == nil, "nothing has failed yet")
      let policy = try #require(page.headers.first(name: "content-security-policy"))
      #expect(
        policy.contains("script-src 'self'") && !policy.contains("form-action"),
        "browsers hold it against the redirect to an app")
      let answer = try await server.send(
        "POST", parts[0], headers: ["Content-Type": "application/x-www-form-urlencoded"], body: parts[1])
      let link = try #require(answer.deepLink?.value("link"))
      let signedIn = try await flow.redeem(link)
      #expect(signedIn.json["email"] == "ada@example.com", "\(signedIn.text)")
    }
  }
}
