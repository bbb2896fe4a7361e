import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("A project's signing algorithm over HTTP", .fewAtOnce)
struct TokenAlgorithmRouteTests {
  @Test(
    "its tokens are signed so an hour later, and serve as before", arguments: [TokenAlgorithm.es256, .edDSA])
  func signing(algorithm: TokenAlgorithm) async throws {
    try await TestServer.run { server in
      let before = try await server.signUpAnonymously()
      let project = try #require(try await server.backend.projects.all().first)
      let (changed, from) = try await server.backend.administration.changeTokenAlgorithm(
        to: algorithm, in: project.id, keys: server.service.keyRing)
      #expect(changed.tokenAlgorithm == algorithm)
      #expect(from.seconds - server.clock.now().seconds > 3500)
      let between = try await server.signUpAnonymously()
      #expect(try UnverifiedJWT(between.idToken).algorithm == "RS256")

      server.clock.advance(seconds: from.seconds - server.clock.now().seconds + 1)
      let after = try await server.signUpAnonymously()
      let token = try UnverifiedJWT(after.idToken)
      #expect(token.algorithm == algorithm.rawValue)
      #expect(try await server.lookUp(after.idToken)["localId"] == .string(after.localID))
      let refreshed = try await server.refresh(before.refreshToken)
      #expect(
        try UnverifiedJWT(refreshed.json["id_token"]?.stringValue ?? "").algorithm == algorithm.rawValue)

      let set = try await server.send("GET", "/.well-known/jwks.json").json["keys"]?.arrayValue ?? []
      #expect(
        set.contains { $0["kid"]?.stringValue == token.keyID && $0["alg"]?.stringValue == token.algorithm })
      let certificates = try await server.send("GET", "/v1/publicKeys").json.objectValue ?? [:]
      #expect(certificates.count == 1 && certificates[token.keyID ?? ""] == nil)
      let discovery = try await server.send("GET", "/.well-known/openid-configuration").json
      #expect(
        discovery["id_token_signing_alg_values_supported"] == [.string(algorithm.rawValue), "RS256"])
    }
  }
}
