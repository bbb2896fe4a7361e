import Identity
import IdentityWire
import LatchkeyVerifier
import TestSupport
import Testing
import Tokens

@Suite("A project's signing algorithm in a back end")
struct TokenAlgorithmTests {
  // Fails when keys of one kind alone are read, or when a key serves another algorithm than its own.
  @Test(
    "tokens count that are signed by the algorithm of their key", arguments: [TokenAlgorithm.es256, .edDSA])
  func algorithms(algorithm: TokenAlgorithm) async throws {
    try await TestServer.runAtFixedTime { server in
      let before = try await server.signUp("ann@example.com").idToken
      let project = try #require(try await server.backend.projects.all().first)
      let (_, from) = try await server.backend.administration.changeTokenAlgorithm(
        to: algorithm, in: project.id, keys: server.service.keyRing)
      let verifier = try server.verifier()
      _ = try await verifier.verify(before)
      server.clock.advance(seconds: from.seconds - server.clock.now().seconds)
      let after = try await server.signUp("eve@example.com").idToken
      #expect(try UnverifiedJWT(after).algorithm == algorithm.rawValue)
      _ = try await verifier.verify(after)
      for name in ["RS256", "ES256", "EdDSA", "HS256", "none"] where name != algorithm.rawValue {
        await expectRefused(
          verifier, try server.forge(after, header: ["alg": .string(name)], sign: { _ in [] }),
          .wrongAlgorithm,
          name)
      }
      // The RSA key's signature under this one's name.
      await expectRefused(verifier, try server.forge(after), .wrongSignature)
    }
  }
}
