import IdentityWire
import TestSupport
import Testing

/// Google's tokens may come without a nonce, and more than once: the provider's own SDK puts a nonce into them that apps
/// do not know.
@Suite("T10: a redeemed token without its nonce", .fewAtOnce)
struct T10NonceLeftOutTests {
  // Fails when a token that comes without a nonce is not looked up among those that were redeemed.
  @Test("a token that was redeemed with its nonce is not good again without it")
  func nonceLeftOut() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken(
        "google.com", ["sub": "1", "email": "ann@gmail.com", "rawNonce": "a nonce"])
      let parameters = [("providerId", "google.com"), ("id_token", token)]
      let first = try await server.signInWithIdp(parameters + [("nonce", "a nonce")])
      #expect(first.status == 200, "\(first.text)")
      for _ in 0..<2 { #expect(try await server.signInWithIdp(parameters).status == 400) }
      let other = try await server.labToken("google.com", ["sub": "1", "email": "ann@gmail.com"])
      for _ in 0..<2 {
        let answer = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", other)])
        #expect(answer.status == 200, "\(answer.text)")
      }
    }
  }
}
