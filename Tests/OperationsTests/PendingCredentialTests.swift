import IdentityWire
import TestSupport
import Testing

@Suite("Pending credentials")
struct PendingCredentialTests {
  @Test("the pending token that a redemption makes ends when the provider's own proof does")
  func chain() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("github.com", ["sub": "7"])
      let first = try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)])
      func redeem(_ response: TestResponse) async throws -> TestResponse {
        try await server.call(
          "accounts:signInWithIdp",
          ["requestUri": "http://localhost", "pendingToken": response.json["pendingToken"] ?? .null])
      }
      server.clock.advance(seconds: 700)
      let second = try await redeem(first)
      #expect(second.json["idToken"] != nil)
      server.clock.advance(seconds: 700)
      let third = try await redeem(second)
      #expect(third.errorMessage?.hasPrefix("INVALID_PENDING_TOKEN") == true)
    }
  }
}
