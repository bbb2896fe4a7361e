import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("A slash at the end of an issuer")
struct IssuerSlashTests {
  @Test("is forgiven in discovery, in the token and in the answer, whoever has it", arguments: [false, true])
  func forgiven(_ isPublished: Bool) async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let base = provider.stub.baseURL
      let published = isPublished ? base + "/" : base
      provider.answers.discovery("issuer", .string(published))
      provider.answers.token("id_token", .string(provider.bareToken.with("iss", .string(published)).text))
      for typed in [base, base + "/"] {
        var own = provider
        own.settings.endpoints.issuer = typed
        #expect(try await own.signIn().rawID == "user-1", "\(typed)")
        let request = AuthorizationRequest(
          settings: own.settings, redirectURI: CodeFlowFixture.redirect, state: "state-1")
        let url = try await provider.registry.authorizationURL(request, now: TestToken.now)
        #expect(url.hasPrefix(base + "/authorize?"))
        #expect(ProviderCatalog.mayAnswer(as: published, own.settings))
        #expect(!ProviderCatalog.mayAnswer(as: base + "//", own.settings))
      }
    }
  }

  @Test("is the only thing that is")
  func onlyThat() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let base = provider.stub.baseURL
      for issuer in [base + "//", base + "/x", base.uppercased(), base + "/?", base + "."] {
        provider.answers.token("id_token", .string(provider.bareToken.with("iss", .string(issuer)).text))
        #expect(await provider.refusal()?.contains("is not the expected issuer") == true, "\(issuer)")
      }
    }
  }
}
