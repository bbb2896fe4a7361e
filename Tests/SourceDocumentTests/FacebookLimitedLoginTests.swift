import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: Facebook Limited Login")
struct FacebookLimitedLoginTests {
  static let nonce = "0Pf3-raw.nonce_of-32-characters"

  private static func credential(_ token: String, nonce: String?) -> [(name: String, value: String)] {
    [("providerId", "facebook.com"), ("id_token", token)] + (nonce.map { [("nonce", $0)] } ?? [])
  }

  private static func token(_ server: TestServer, _ more: [String: JSONValue] = [:]) async throws -> String {
    var options: [String: JSONValue] = ["kind": "limited", "rawNonce": .string(nonce)]
    options.merge(more) { $1 }
    return try await server.labToken("facebook.com", .object(options))
  }

  @Test("Point 9: the Facebook ID token's nonce must be the SHA-256 of the raw nonce")
  func nonce() async throws {
    try await TestServer.run { server in
      let token = try await Self.token(server)
      let wrong = try await server.signInWithIdp(Self.credential(token, nonce: "another"))
      #expect(wrong.status == 400)
      #expect(
        wrong.errorMessage
          == "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\(WebFlow.digest(Self.nonce))\" does not match "
          + "the SHA256 hash of the raw nonce \"another\" in the request.")
      // What went into the provider's request is no proof: the app alone has the raw nonce.
      let hashed = try await server.signInWithIdp(
        Self.credential(token, nonce: WebFlow.digest(Self.nonce)))
      #expect(hashed.errorMessage?.hasPrefix("MISSING_OR_INVALID_NONCE : ") == true)
      #expect(try await server.accountCount() == 0)

      let right = try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce))
      #expect(right.status == 200, "\(right.text)")
      #expect(right.json["oauthIdToken"] == .string(token))
      #expect(right.json["displayName"] == "Ada Lovelace")
    }
  }

  @Test("Point 9: a request without the raw nonce is refused, and so is a token without the claim")
  func missingNonce() async throws {
    try await TestServer.run { server in
      let missing = "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
      let token = try await Self.token(server)
      #expect(try await server.signInWithIdp(Self.credential(token, nonce: nil)).errorMessage == missing)
      #expect(try await server.signInWithIdp(Self.credential(token, nonce: "")).errorMessage == missing)
      let bare = try await Self.token(server, ["fault": "no-nonce"])
      let refused = try await server.signInWithIdp(Self.credential(bare, nonce: Self.nonce))
      #expect(refused.errorMessage?.hasPrefix("MISSING_OR_INVALID_NONCE : ") == true)
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("Point 9: signature, issuer, audience, expiry and subject of the ID token are verified")
  func tokenFaults() async throws {
    try await TestServer.run { server in
      let faults = [
        "wrong-signature", "unknown-key", "alg-none", "alg-hs256", "wrong-issuer", "wrong-audience",
        "expired",
        "issued-in-future", "no-exp", "no-iat", "no-sub", "empty-sub",
      ]
      for fault in faults {
        let token = try await Self.token(server, ["fault": .string(fault)])
        let response = try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce))
        #expect(response.status == 400, "\(fault)")
        #expect(
          response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(fault): \(response.text)")
      }
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("Point 9: an ID token that ran out while the user waited is refused")
  func expires() async throws {
    try await TestServer.run { server in
      let token = try await Self.token(server)
      server.clock.advance(seconds: 3_600 + 120)
      let response = try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce))
      #expect(response.errorMessage == "INVALID_IDP_RESPONSE : The ID Token has expired.")
    }
  }

  @Test("Point 9: a key that Facebook has just begun to use is fetched")
  func rotatedKey() async throws {
    try await TestServer.run { server in
      let known = try await Self.token(server)
      #expect(try await server.signInWithIdp(Self.credential(known, nonce: Self.nonce)).status == 200)
      let token = try await Self.token(server, ["fault": "rotated-key"])
      let response = try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce))
      #expect(response.status == 200, "\(response.text)")
    }
  }

  @Test("Point 10: the same ID token cannot be redeemed twice")
  func replay() async throws {
    try await TestServer.run { server in
      let token = try await Self.token(server)
      #expect(try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce)).status == 200)
      let again = try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce))
      #expect(again.status == 400)
      #expect(
        again.errorMessage
          == "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."
      )
    }
  }

  @Test("Point 10: of many requests with one ID token at once exactly one signs in")
  func concurrentReplay() async throws {
    try await TestServer.run(.live) { server in
      let token = try await Self.token(server)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<12 {
          group.addTask { try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce)).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
      #expect(statuses.count { $0 == 400 } == 11, "\(statuses)")
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("Point 10: an attempt that failed on its nonce does not use the token up")
  func failureUsesNothingUp() async throws {
    try await TestServer.run { server in
      let token = try await Self.token(server)
      #expect(try await server.signInWithIdp(Self.credential(token, nonce: "wrong")).status == 400)
      #expect(try await server.signInWithIdp(Self.credential(token, nonce: Self.nonce)).status == 200)
    }
  }
}
