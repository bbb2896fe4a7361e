import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("ID tokens that name many groups")
struct LargeTokenTests {
  private static func token(_ provider: CodeFlowFixture, bytes: Int) -> String {
    provider.bareToken.with("groups", .string(String(repeating: "g", count: bytes))).text
  }

  @Test("are read up to 32 KiB")
  func taken() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let text = Self.token(provider, bytes: 23_000)
      let allowed = 30_000...32_768
      #expect(allowed.contains(text.utf8.count))
      provider.answers.token("id_token", .string(text))
      let identity = try await provider.signIn()
      #expect(identity.rawID == "user-1")
    }
  }

  @Test("are called too large beyond that")
  func tooLarge() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.token("id_token", .string(Self.token(provider, bytes: 26_000)))
      #expect(await provider.refusal() == "INVALID_IDP_RESPONSE : The ID Token is too large.")
    }
  }
}
