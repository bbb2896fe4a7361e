import Foundation
import IdentityWire
import LatchkeyVerifier
import TestSupport
import Testing

@Suite("Revocation check")
struct RevocationCheckTests {
  enum Credential: CaseIterable { case apiKey, administrator }

  private static func verifier(_ server: TestServer, _ credential: Credential) throws -> IDTokenVerifier {
    try server.verifier {
      $0.tenants = .any
      $0.credential = credential == .apiKey ? .apiKey("any") : .administrator("owner")
    }
  }

  // Fails when `checkRevoked` asks nothing.
  @Test("a disabled user is refused, and taken again when enabled", arguments: Credential.allCases)
  func disabled(_ credential: Credential) async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try Self.verifier(server, credential)
      let ann = try await server.signUp("ann@example.com")
      #expect(try await verifier.verify(ann.idToken, checkRevoked: true).uid == ann.localID)
      func disable(_ value: Bool) async throws {
        let response = try await server.administer(
          "accounts:update", ["localId": .string(ann.localID), "disableUser": .bool(value)])
        #expect(response.status == 200)
      }
      try await disable(true)
      await expectRefused(verifier, ann.idToken, .userDisabled, checkRevoked: true)
      _ = try await verifier.verify(ann.idToken)
      try await disable(false)
      _ = try await verifier.verify(ann.idToken, checkRevoked: true)
    }
  }

  // Fails when the user is looked up by id and `validSince` compared, for then the token of the
  // revocation's own second counts.
  @Test(
    "a token from before a revocation is refused, also of the same second, and one from after it is not",
    arguments: Credential.allCases)
  func revoked(_ credential: Credential) async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try Self.verifier(server, credential)
      let ann = try await server.signUp("ann@example.com")
      let changed = try TestSession(
        try await server.call(
          "accounts:update",
          ["idToken": .string(ann.idToken), "password": "battery staple", "returnSecureToken": true]))
      await expectRefused(verifier, ann.idToken, .revoked, checkRevoked: true)
      _ = try await verifier.verify(changed.idToken, checkRevoked: true)
      server.clock.advance(seconds: 10)
      _ = try await server.administer(
        "accounts:update",
        ["localId": .string(ann.localID), "validSince": .string("\(server.clock.now().seconds)")])
      await expectRefused(verifier, changed.idToken, .revoked, checkRevoked: true)
    }
  }

  @Test("a deleted user is refused, and a user of a tenant is found there", arguments: Credential.allCases)
  func deletedAndTenants(_ credential: Credential) async throws {
    try await TestServer.run { server in
      let verifier = try Self.verifier(server, credential)
      let tenant = try await server.makeTenant()
      let eve = try TestSession(
        try await server.call(
          "accounts:signUp",
          ["email": "eve@example.com", "password": "correct horse", "tenantId": .string(tenant)]))
      #expect(try await verifier.verify(eve.idToken, checkRevoked: true).tenant == tenant)
      let ann = try await server.signUp("ann@example.com")
      _ = try await server.call("accounts:delete", ["idToken": .string(ann.idToken)])
      await expectRefused(verifier, ann.idToken, .userNotFound, checkRevoked: true)
    }
  }

  @Test("a token whose key was withdrawn is refused by the server before the keys have grown old")
  func withdrawnKey() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try Self.verifier(server, .apiKey)
      let ann = try await server.signUp("ann@example.com")
      _ = try await verifier.verify(ann.idToken)
      _ = try await server.service.keyRing.rotate(.compromised, now: server.clock.now())
      _ = try await verifier.verify(ann.idToken)
      await expectRefused(verifier, ann.idToken, .refusedByServer, checkRevoked: true)
    }
  }

  // Fails when an answer other than a user's counts as "not revoked", or as "revoked".
  @Test("trouble is neither a good token nor a bad one")
  func trouble() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      try await TestServer.run { development in
        let ann = try await development.signUp("ann@example.com")
        let keys = URL(string: "\(development.origin)/.well-known/jwks.json")
        func verifier(_ address: String, _ credential: LookupCredential?) throws -> IDTokenVerifier {
          try development.verifier(at: address) {
            $0.keySetURL = keys
            $0.credential = credential
          }
        }
        func expect(_ failure: ServerFailure, _ verifier: IDTokenVerifier) async {
          await expectRefused(verifier, ann.idToken, .lookupFailed(failure), checkRevoked: true)
        }
        let port = try TestServer.freePort()
        await expect(.unreachable, try verifier("http://127.0.0.1:\(port)", .apiKey("any")))
        await expect(.status(400), try verifier(server.origin, .apiKey("unknown")))
        await expect(.status(401), try verifier(server.origin, .administrator("unknown")))
        await expect(
          .noAdministratorToken, try verifier(server.origin, .administrator { throw TestFailure("none") }))
        await expectRefused(
          try verifier(server.origin, nil), ann.idToken, .wrongConfiguration(.credential), checkRevoked: true)
      }
    }
  }

  // Fails when the answer's user is not compared with the token's, or when `disabled` and `validSince`
  // are not looked at (each alone).
  @Test("the server's answer has to be about the token's user")
  func answers() async throws {
    try await TestServer.runAtFixedTime { server in
      let ann = try await server.signUp("ann@example.com")
      let now = server.clock.now().seconds
      func users(_ members: String) -> String { #"{"users":[{"localId":"\#(ann.localID)"\#(members)}]}"# }
      let cases: [(String, IDTokenError?)] = [
        (httpAnswer(users("")), nil), (httpAnswer(users(#","disabled":false,"validSince":"\#(now)""#)), nil),
        (httpAnswer(users(#","disabled":true"#)), .userDisabled),
        (httpAnswer(users(#","disabled":"no""#)), .lookupFailed(.malformed)),
        (httpAnswer(users(#","validSince":"\#(now + 1)""#)), .revoked),
        (httpAnswer(users(#","validSince":\#(now + 1)"#)), .revoked),
        (httpAnswer(users(#","validSince":"soon""#)), .lookupFailed(.malformed)),
        (httpAnswer(#"{"users":[{"localId":"another"}]}"#), .lookupFailed(.malformed)),
        (httpAnswer(#"{"users":[{}]}"#), .lookupFailed(.malformed)),
        (
          httpAnswer(#"{"users":[{"localId":"\#(ann.localID)"},{"localId":"another"}]}"#),
          .lookupFailed(.malformed)
        ),
        (httpAnswer(#"{"users":[]}"#), .lookupFailed(.malformed)), (httpAnswer("{}"), .userNotFound),
        (httpAnswer(""), .lookupFailed(.malformed)), (httpAnswer("[]"), .lookupFailed(.malformed)),
        (httpAnswer(users(""), status: "500 Oops"), .lookupFailed(.status(500))),
        (httpAnswer(users(""), status: "400 Oops"), .lookupFailed(.status(400))),
        (
          httpAnswer("", status: "307 Elsewhere", headers: ["Location: \(server.origin)/"]),
          .lookupFailed(.status(307))
        ),
        (
          httpAnswer(#"{"error":{"message":"USER_DISABLED : by whom"}}"#, status: "400 Bad"), .userDisabled
        ),
        (
          httpAnswer(#"{"error":{"message":"USER_DISABLED"}}"#, status: "500 Bad"),
          .lookupFailed(.status(500))
        ), (httpAnswer(users("") + String(repeating: " ", count: 262_144)), .lookupFailed(.tooLarge)),
      ]
      for (answer, error) in cases {
        try await StubListener.run(answering: answer) { stub in
          let verifier = try server.verifier(at: "http://127.0.0.1:\(stub.port)") {
            $0.keySetURL = URL(string: "\(server.origin)/.well-known/jwks.json")
            $0.credential = .apiKey("the-key")
          }
          do throws(IDTokenError) {
            _ = try await verifier.verify(ann.idToken, checkRevoked: true)
            #expect(error == nil, "\(answer.suffix(80))")
          } catch let thrown {
            #expect(thrown == error, "\(answer.suffix(80))")
          }
          #expect(stub.received.lowercased().contains("x-goog-api-key: the-key"))
          #expect(stub.received.hasPrefix("POST /identitytoolkit.googleapis.com/v1/accounts:lookup HTTP/1.1"))
        }
      }
    }
  }
}
