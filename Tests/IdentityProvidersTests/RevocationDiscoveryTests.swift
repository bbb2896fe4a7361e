import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("Revocation at an OpenID provider that is found by discovery")
struct RevocationDiscoveryTests {
  private static func check(
    _ provider: CodeFlowFixture, _ change: (inout ProviderSettings) -> Void
  ) async -> SignInCheck? {
    var settings = provider.settings
    change(&settings)
    let checks = await provider.registry.preflight(
      settings, secrets: ProviderSecrets(clientSecret: .init("secret")),
      redirectURI: CodeFlowFixture.redirect, now: TestToken.now)
    #expect(checks.contains { $0.name == .discovery })
    return checks.first { $0.name == .revocation }
  }

  // Fails when a provider that cannot revoke passes, or when one is asked for it that need not.
  @Test("a test says that the provider publishes no revocation endpoint, where revocation is on")
  func withoutEndpoint() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let off = await Self.check(provider) { _ in }
      #expect(off == nil)
      let failed = await Self.check(provider) { $0.revokesOnDeletion = true }
      #expect(failed?.outcome == .failed && failed?.report?.check == "revocation")
      #expect(failed?.report?.sentence.contains("no revocation_endpoint") == true)
      let own = provider.stub.baseURL + "/own-revoke"
      let passed = await Self.check(provider) {
        $0.revokesOnDeletion = true
        $0.endpoints.revocation = own
      }
      #expect(passed?.outcome == .passed && passed?.seen == own)
    }
  }

  @Test("a test passes where the provider publishes one")
  func withEndpoint() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("revocation_endpoint", "https://login.example.com/revoke")
      let passed = await Self.check(provider) { $0.revokesOnDeletion = true }
      #expect(passed?.outcome == .passed && passed?.seen == "https://login.example.com/revoke")
    }
  }

  // Fails when an address passes that is refused when a token is sent there, and when "" passes for one.
  @Test(
    "a test fails where the published endpoint cannot be asked",
    arguments: ["", "file:///etc/passwd", "//login.example.com/revoke", "revoke", "https://", "\u{1B}[31m"])
  func unusableEndpoint(_ address: String) async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("revocation_endpoint", .string(address))
      let failed = await Self.check(provider) { $0.revokesOnDeletion = true }
      #expect(failed?.outcome == .failed && failed?.report?.check == "revocation")
      #expect(failed?.seen?.utf8.contains(0x1B) != true)
    }
  }
}
