import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

/// A project that lets nothing be added without a recent sign-in.
@Suite("T40: linking by a stale session", .fewAtOnce)
struct T40LinkingRefusedTests {
  private static let code = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"

  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    try await StaleSession.run { server in
      let changed = try await server.requireRecentSignInForLinking()
      #expect(changed.status == 200, "\(changed.text)")
      try await body(server)
    }
  }

  // Fails when any of these calls does not ask for a recent sign-in.
  @Test("adds nothing, by whatever call, and needs no more than a recent sign-in")
  func refused() async throws {
    try await Self.run { server in
      let stale = try await StaleSession(server, try await server.verifiedUser("ada@example.com"))
      let before = try await server.account(stale.session.localID)
      expectRefused(try await stale.linkOwnIdentity(), Self.code, "provider")
      expectRefused(try await stale.linkOwnNumber(), Self.code, "phone")
      // Before the player's signature is looked at.
      expectRefused(
        try await server.call("accounts:signInWithGameCenter", .object(stale.idToken)), Self.code, "player")
      let linkCode = try await server.signInLinkCode("thief@example.com")
      expectRefused(
        try await server.signInWithLink(linkCode, email: "thief@example.com", stale.idToken), Self.code,
        "mailed link")
      for message in [
        ["email": "thief@example.com", "password": "stolen account"], ["password": "stolen account"],
      ] as [[String: JSONValue]] {
        let message = message.merging(stale.idToken) { $1 }
        expectRefused(try await server.call("accounts:update", .object(message)), Self.code, "update")
        expectRefused(
          try await server.call(
            "accounts:signUp", .object(message.merging(["email": "thief@example.com"]) { $1 })),
          Self.code, "signUp")
      }
      expectRefused(
        try await server.startTOTPEnrollment(stale.session.idToken), Self.code, "second factor")
      #expect(try await server.account(stale.session.localID) == before)

      var recent = stale
      recent.session = try TestSession(try await server.signIn("ada@example.com"))
      #expect(try await recent.linkOwnIdentity().status == 200)
      #expect(try await recent.linkOwnNumber().status == 200)
    }
  }

  // Fails when a link by a pending credential is not asked for a recent sign-in.
  @Test("a credential that an earlier conflict handed back links nothing either")
  func pendingCredential() async throws {
    try await Self.run { server in
      let stale = try await StaleSession(server, try await server.signUp("ada@example.com"))
      let thief = try TestSession(try await server.signInWithIdp(StaleSession.ownIdentity))
      let recent = try TestSession(try await server.signIn("ada@example.com"))
      let held = try await server.signInWithIdp(
        StaleSession.ownIdentity, ["idToken": .string(recent.idToken), "returnIdpCredential": true])
      let pending = try #require(held.json["pendingToken"], "\(held.text)")
      let deleted = try await server.call("accounts:delete", ["idToken": .string(thief.idToken)])
      #expect(deleted.status == 200, "\(deleted.text)")
      func link(_ idToken: String) async throws -> TestResponse {
        try await server.signInWithIdp(
          [("providerId", "google.com")], ["idToken": .string(idToken), "pendingToken": pending])
      }
      expectRefused(try await link(stale.session.idToken), Self.code)
      // Nothing else was wrong with it.
      let linked = try await link(recent.idToken)
      #expect(linked.status == 200, "\(linked.text)")
    }
  }

  // Fails when `deleteProvider` does not ask for a recent sign-in.
  @Test("takes no way in away either: its owner would be locked out")
  func removal() async throws {
    try await Self.run { server in
      let owner = try TestSession(try await server.signInWithIdp(StaleSession.ownIdentity))
      let stale = try await StaleSession(server, owner)
      let message = stale.idToken.merging(["deleteProvider": ["google.com"]]) { $1 }
      expectRefused(try await server.call("accounts:update", .object(message)), Self.code)
      #expect(try await server.account(owner.localID)?.link("google.com") != nil)
      let recent = try TestSession(try await server.signInWithIdp(StaleSession.ownIdentity))
      let removed = try await server.call(
        "accounts:update", ["idToken": .string(recent.idToken), "deleteProvider": ["google.com"]])
      #expect(removed.status == 200, "\(removed.text)")
    }
  }

  // Fails when an anonymous user is asked for what they cannot do: sign in again.
  @Test("an anonymous user of long ago may add what they like")
  func anonymous() async throws {
    try await Self.run { server in
      try await eachCase(of: T40LaunderedSignInTests.Way.allCases) { way in
        let stale = try await StaleSession(server, try await server.signUpAnonymously())
        #expect(try TestSession(try await way.link(stale)).localID == stale.session.localID)
        let back = try TestSession(try await way.signIn(server))
        #expect(back.claims["auth_time"]?.integerValue == server.clock.now().seconds)
        _ = try await server.administer("accounts:delete", ["localId": .string(back.localID)])
      }
    }
  }

  // Fails when a tenant has the setting for itself.
  @Test("a tenant's users are treated as its project's")
  func tenants() async throws {
    try await Self.run { server in
      let tenant = try await server.makeTenant()
      let made = try TestSession(
        try await server.call(
          "accounts:signUp",
          ["tenantId": .string(tenant), "email": "ada@example.com", "password": "correct horse"]))
      server.clock.advance(seconds: StaleSession.age)
      let linked = try await server.signInWithIdp(
        StaleSession.ownIdentity, ["idToken": .string(made.idToken), "tenantId": .string(tenant)])
      expectRefused(linked, Self.code)
    }
  }

  // Fails when new projects for real users have the setting off.
  @Test("new projects for real users have it, those of a development server do not")
  func newProjects() async throws {
    for isDevelopment in [true, false] {
      var options = TestServer.Options()
      options.isDevelopment = isDevelopment
      try await TestServer.run(options) { server in
        let project = try await server.project()
        let settings = try JSONParser().parse(Array(JSONEncoder().encode(project.signIn)))
        #expect(settings["linkingRequiresRecentSignIn"] == .bool(!isDevelopment))
      }
    }
  }
}
