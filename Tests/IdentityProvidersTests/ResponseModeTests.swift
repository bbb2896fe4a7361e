import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("How an OpenID provider is asked to answer")
struct ResponseModeTests {
  private static func query(
    _ provider: CodeFlowFixture, _ change: (inout ProviderSettings) -> Void = { _ in }
  ) async throws -> FormURLEncoded {
    var settings = provider.settings
    settings.responseType = .idToken
    change(&settings)
    let request = AuthorizationRequest(
      settings: settings, redirectURI: CodeFlowFixture.redirect, state: "state-1")
    let url = try await provider.registry.authorizationURL(request, now: TestToken.now)
    return FormURLEncoded(parsing: String(url.drop { $0 != "?" }.dropFirst()))
  }

  @Test("an ID token is posted where the provider says that it posts")
  func advertised() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("response_modes_supported", ["query", "form_post", "fragment"])
      #expect(try await Self.query(provider)["response_mode"] == "form_post")
      #expect(try await Self.query(provider) { $0.responseType = .code }["response_mode"] == nil)
    }
  }

  @Test(
    "elsewhere it comes in the fragment, which is the default and not named",
    arguments: [nil, ["query", "fragment"], [], "form_post", 1] as [JSONValue?])
  func notAdvertised(_ modes: JSONValue?) async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("response_modes_supported", modes)
      let query = try await Self.query(provider)
      #expect(query["response_mode"] == nil && query["response_type"] == "id_token")
    }
  }

  @Test("it is posted where the address was set and nothing is discovered")
  func ownAddress() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let query = try await Self.query(provider) {
        $0.endpoints.authorization = provider.stub.baseURL + "/authorize"
      }
      #expect(query["response_mode"] == "form_post")
      #expect(provider.stub.received.isEmpty)
    }
  }
}
