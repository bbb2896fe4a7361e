import IdentityWire
import TestSupport
import Testing

@Suite("The issuer in a provider's answer", .fewAtOnce)
struct AuthorizationResponseIssuerTests {
  @Test("an answer that names another issuer than was asked signs nobody in")
  func anotherIssuer() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["oidc.lab", "google.com"]) { providerID in
        let flow = try await WebFlow.appleApp(server, providerID)
        let link = try #require(try await flow.walk(as: "ada").deepLink?.value("link"))
        let start = try #require(link.firstIndex(of: "?"))
        var answer = FormURLEncoded(parsing: String(link[link.index(after: start)...]))
        #expect(answer["iss"] != nil)
        answer["iss"] = "https://issuer.example"
        let response = try await flow.redeem("\(link[..<start])?\(answer.text)")
        #expect(response.status == 400)
        #expect(
          response.errorMessage
            == "INVALID_IDP_RESPONSE : The answer is from another issuer than the one that was asked.")
        #expect(try await server.accountCount() == 0)
      }
    }
  }
}
