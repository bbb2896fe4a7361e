import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T10: a player's signature in another tenant")
struct T10GameCenterTests {
  // Fails when what was redeemed is kept by tenant.
  @Test(
    "a signature that was good in a project or one of its tenants is good in no other",
    arguments: [false, true])
  func tenants(fromTenant: Bool) async throws {
    try await TestServer.run { server in
      // With the address of the lab's key, which no administrator's request may set.
      let gameCenter = try #require(
        try await server.project().providers.first { $0.providerID == "gc.apple.com" })
      for name in ["team-a", "team-b"] {
        let tenant = try await server.openTenant(name)
        _ = try await server.backend.projects.updateTenant(tenant.id, in: TestServer.project) {
          (tenant) throws(IdentityError) in
          tenant.providers = [gameCenter]
        }
      }
      func signIn(_ proof: LabProof, in tenant: String?) async throws -> TestResponse {
        var message = proof
        if let tenant { message["tenantId"] = .string(tenant) }
        return try await server.call("accounts:signInWithGameCenter", .object(message))
      }
      let places: [String?] = fromTenant ? ["team-a", nil, "team-b"] : [nil, "team-a", "team-b"]
      let proof = try Self.proof(server)
      let first = try await signIn(proof, in: places[0])
      #expect(first.status == 200, "\(first.text)")
      for place in places { expectRefused(try await signIn(proof, in: place), "MISSING_OR_INVALID_NONCE") }
      for place in places {
        let fresh = try await signIn(try Self.proof(server), in: place)
        #expect(fresh.status == 200, "\(fresh.text)")
      }
    }
  }

  private typealias LabProof = [String: JSONValue]

  private static func proof(_ server: TestServer) throws -> LabProof {
    let proof = try server.lab.proveGameCenterPlayer()
    return [
      "playerId": .string(proof.playerID), "teamPlayerId": .string(proof.teamPlayerID),
      "publicKeyUrl": .string(proof.publicKeyURL), "signature": .string(Base64URL.encode(proof.signature)),
      "salt": .string(Base64URL.encode(proof.salt)), "timestamp": .string(String(proof.timestamp)),
    ]
  }
}
