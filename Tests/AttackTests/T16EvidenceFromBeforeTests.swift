import Identity
import IdentityWire
import TestSupport
import Testing

/// Proofs that wait for their use: a pending token, a mailed link. Who ends all sessions ends them, too.
@Suite("T16: a proof from before a revocation signs in", .fewAtOnce)
struct T16EvidenceFromBeforeTests {
  private static let identity = #"{"sub":"1","email":"ann@gmail.com","email_verified":true}"#

  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options, body)
  }

  private static func revoke(_ server: TestServer, _ localID: String) async throws {
    server.clock.advance(seconds: 10)
    let revoked = try await server.administer(
      "accounts:update",
      ["localId": .string(localID), "validSince": .string(String(server.clock.now().seconds))])
    #expect(revoked.status == 200, "\(revoked.text)")
    server.clock.advance(seconds: 10)
  }

  // Fails when ``Account/hasRevoked(since:)`` is not asked for a pending token.
  @Test("a pending token of before does not, and one of after does")
  func pendingToken() async throws {
    try await Self.run { server in
      func signIn() async throws -> TestResponse {
        try await server.signInWithIdp([("providerId", "google.com"), ("id_token", Self.identity)])
      }
      func again(_ token: String) async throws -> TestResponse {
        try await server.signInWithIdp([("providerId", "google.com"), ("pendingToken", token)])
      }
      let first = try await signIn()
      let before = try require(first, "pendingToken")
      try await Self.revoke(server, try require(first, "localId"))
      expectRefused(try await again(before), "INVALID_PENDING_TOKEN")
      let next = try await again(try require(try await signIn(), "pendingToken"))
      #expect(next.status == 200, "\(next.text)")
    }
  }

  // Fails when ``Account/hasRevoked(since:)`` is not asked for a mailed link.
  @Test("a mailed link of before does not, and one of after does")
  func mailedLink() async throws {
    try await Self.run { server in
      let user = try await server.verifiedUser("ann@example.com")
      let before = try await server.signInLinkCode("ann@example.com")
      try await Self.revoke(server, user.localID)
      expectRefused(try await server.signInWithLink(before, email: "ann@example.com"), "INVALID_OOB_CODE")
      let after = try await server.signInLinkCode("ann@example.com")
      #expect(try await server.signInWithLink(after, email: "ann@example.com").status == 200)
    }
  }

  // Fails when who had an address before its owner can end the owner's link.
  @Test("whoever registered an address before its owner cannot end the owner's link")
  func registeredBefore() async throws {
    try await Self.run { server in
      let thief = try await server.signUp("ann@example.com")
      let link = try await server.signInLinkCode("ann@example.com")
      server.clock.advance(seconds: 10)
      let changed = try await server.call(
        "accounts:update", ["idToken": .string(thief.idToken), "password": "another one"])
      #expect(changed.status == 200, "\(changed.text)")
      #expect(try await server.signInWithLink(link, email: "ann@example.com").status == 200)
    }
  }
  // Fails when a proof is looked for without its project or tenant, and when a revocation looks for accounts beyond its
  // own (each alone).
  @Test("a revocation ends the proofs of its own tenant or project alone, and none is good in another")
  func elsewhere() async throws {
    try await Self.run { server in
      let places = try await Place.three(server)
      // The same uid and the same identity everywhere.
      for place in places {
        let made = try await place.administer(
          ":batchCreate",
          [
            "users": [
              [
                "localId": "ann", "email": "ann@gmail.com", "emailVerified": true,
                "providerUserInfo": [["providerId": "google.com", "rawId": "1"]],
              ]
            ]
          ])
        #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      }
      for revoked in places.indices {
        var tokens: [String] = []
        for place in places {
          let response = try await place.signIn([("providerId", "google.com"), ("id_token", Self.identity)])
          #expect(response.localId == "ann")
          tokens.append(try #require(response.pendingToken))
        }
        server.clock.advance(seconds: 10)
        let done = try await places[revoked].administer(
          ":update", ["localId": "ann", "validSince": .string(String(server.clock.now().seconds))])
        #expect(done.status == 200, "\(done.text)")
        server.clock.advance(seconds: 10)
        for (index, token) in tokens.enumerated() {
          let proof = [(name: "providerId", value: "google.com"), (name: "pendingToken", value: token)]
          for (other, place) in places.enumerated() where other != index {
            #expect(await place.signInOutcome(proof) == "INVALID_PENDING_TOKEN")
          }
          let outcome = await places[index].signInOutcome(proof)
          #expect(outcome == (index == revoked ? "INVALID_PENDING_TOKEN" : "200"), "\(revoked), \(index)")
        }
      }
    }
  }
}
