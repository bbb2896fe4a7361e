import Foundation
import IdentityWire
import LatchkeyVerifier
import TestSupport
import Testing

@Suite("IDTokenVerifier")
struct IDTokenVerifierTests {
  @Test("says who the user of a real token is, and how they signed in")
  func password() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try server.verifier()
      let ann = try await server.signUp("ann@example.com")
      let user = try await verifier.verify(ann.idToken)
      #expect(user.uid == ann.localID)
      #expect(user.email == "ann@example.com" && !user.isEmailVerified)
      #expect(user.signInProvider == "password" && user.signInSecondFactor == nil && user.tenant == nil)
      #expect(user.identities == ["email": ["ann@example.com"]])
      #expect(user.issuedAt == Date(timeIntervalSince1970: 1_900_000_000) && user.authTime == user.issuedAt)
      #expect(user.expiresAt.timeIntervalSince(user.issuedAt) == 3600)
      #expect(user.customClaims.isEmpty && user.phoneNumber == nil && !user.isAnonymous)

      _ = try await server.administer(
        "accounts:update",
        [
          "localId": .string(ann.localID), "displayName": "Ann", "photoUrl": "https://example.com/ann.png",
          "emailVerified": true, "phoneNumber": "+15555550100",
          "customAttributes": #"{"role":"editor","teams":[1,2]}"#,
        ])
      server.clock.advance(seconds: 600)
      let refreshed = try await server.refresh(ann.refreshToken).json["id_token"]?.stringValue
      let later = try await verifier.verify(try #require(refreshed))
      #expect(later.name == "Ann" && later.picture == "https://example.com/ann.png")
      #expect(later.isEmailVerified && later.phoneNumber == "+15555550100")
      #expect(later.customClaims == ["role": "editor", "teams": [1, 2]])
      #expect(later.authTime == user.authTime && later.issuedAt == user.issuedAt.addingTimeInterval(600))
      #expect(later.claims["firebase"]?["sign_in_provider"] == "password")
    }
  }

  @Test("knows users of providers and anonymous ones")
  func others() async throws {
    try await TestServer.run { server in
      let verifier = try server.verifier()
      let anonymous = try await verifier.verify(try await server.signUpAnonymously().idToken)
      #expect(anonymous.isAnonymous && anonymous.email == nil && !anonymous.isEmailVerified)
      let token = try await server.labToken("google.com", ["email": "grace@gmail.com", "sub": "4711"])
      let grace = try TestSession(
        try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)]))
      let user = try await verifier.verify(grace.idToken)
      #expect(user.signInProvider == "google.com" && user.identities["google.com"]?.count == 1)
      #expect(user.isEmailVerified)
    }
  }

  // Fails when a tenant is not looked at, or when a token without one passes for the tenant's.
  @Test("takes tokens of the tenants that it was made for, and of no others")
  func tenants() async throws {
    try await TestServer.run { server in
      let one = try await server.makeTenant()
      let two = try await server.makeTenant()
      func token(_ tenant: String?) async throws -> String {
        var message: [String: JSONValue] = ["email": "ann@example.com", "password": "correct horse"]
        if let tenant { message["tenantId"] = .string(tenant) }
        return try TestSession(try await server.call("accounts:signUp", .object(message))).idToken
      }
      let (ofProject, ofOne, ofTwo) = (try await token(nil), try await token(one), try await token(two))
      let own = try server.verifier()
      let only = try server.verifier { $0.tenants = .only(one) }
      let any = try server.verifier { $0.tenants = .any }
      #expect(try await own.verify(ofProject).tenant == nil)
      await expectRefused(own, ofOne, .wrongTenant)
      #expect(try await only.verify(ofOne).tenant == one)
      await expectRefused(only, ofTwo, .wrongTenant)
      await expectRefused(only, ofProject, .wrongTenant)
      #expect(try await any.verify(ofTwo).tenant == two)
      #expect(try await any.verify(ofProject).tenant == nil)
    }
  }

  @Test("takes the issuers that it was told of, and no others, while a project changes its own")
  func issuers() async throws {
    try await TestServer.runAtFixedTime { server in
      let own = "https://auth.example.com/example"
      let before = try await server.signUpAnonymously().idToken
      _ = try await server.backend.administration.changeTokenIssuer(to: own, in: TestServer.project)
      let after = try await server.signUpAnonymously().idToken
      let official = try server.verifier()
      #expect(try await official.verify(before).isAnonymous)
      await expectRefused(official, after, .wrongIssuer)
      let changed = try server.verifier { $0.issuers = [own] }
      #expect(try await changed.verify(after).isAnonymous)
      await expectRefused(changed, before, .wrongIssuer)
      let both = try server.verifier { $0.issuers = [own, "https://securetoken.google.com/example"] }
      for token in [before, after] { #expect(try await both.verify(token).isAnonymous) }
    }
  }

  @Test("cannot be made so that it would verify nothing, or with keys that anybody can replace")
  func configuration() throws {
    func make(
      _ project: String = "example", _ server: String = "https://auth.example.com",
      _ change: (inout IDTokenVerifier.Options) -> Void = { _ in }
    ) throws {
      var options = IDTokenVerifier.Options()
      change(&options)
      _ = try IDTokenVerifier(
        project: project, server: try #require(URL(string: server)), options: options)
    }
    try make()
    for issuer in ["", "https://session.firebase.google.com/example"] {
      #expect(throws: IDTokenError.wrongConfiguration(.issuer)) { try make { $0.issuers = [issuer] } }
    }
    for project in ["", "a/b", "a b", "ex%61mple", "é", String(repeating: "a", count: 129)] {
      #expect(throws: IDTokenError.wrongConfiguration(.project)) { try make(project) }
    }
    for server in [
      "ftp://example.com", "file:///etc/keys", "example.com", "https://a:b@example.com",
      "https://example.com/?x",
      "https://example.com/#x",
    ] {
      #expect(throws: IDTokenError.wrongConfiguration(.address)) { try make("example", server) }
    }
    for server in [
      "http://127.0.0.1:9099", "http://localhost", "http://[::1]:80/auth", "HTTPS://example.com",
    ] {
      try make("example", server)
    }
    for server in ["http://auth.example.com", "http://127.0.0.1.example.com", "http://localhost.example.com"]
    {
      #expect(throws: IDTokenError.wrongConfiguration(.plainHTTP)) { try make("example", server) }
      try make("example", server) { $0.allowsPlainHTTP = true }
    }
    #expect(throws: IDTokenError.wrongConfiguration(.plainHTTP)) {
      try make { $0.keySetURL = URL(string: "http://example.com/keys") }
    }
    #expect(throws: IDTokenError.wrongConfiguration(.tenant)) { try make { $0.tenants = .only("") } }
  }
}
