import Identity
import IdentityWire
import TestSupport
import Testing

/// The reader of an address's mail has proved the first factor at most.
@Suite("T18: second factor skipped by way of the address", .fewAtOnce)
struct T18MailboxTests {
  private static let address = "ada@gmail.com"
  private static let number = "+15551230100"

  private static var options: TestServer.Options {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    return options
  }

  /// Somebody whom Google calls `sub`.
  private static func google(_ server: TestServer, _ sub: String) async throws -> TestResponse {
    try await server.signInWithIdp([
      ("providerId", "google.com"),
      ("id_token", #"{"sub":"\#(sub)","email":"\#(address)","email_verified":true}"#),
    ])
  }

  private static func enrolled(_ server: TestServer) async throws -> TestFactor {
    _ = try await server.verifiedUser(address)
    return try await server.enrollPhone(try TestSession(try await google(server, "7")), number)
  }

  /// Asked for the factor, not let in, and nothing of the account is changed until it is proved.
  private static func expectChallenge(
    _ response: TestResponse, _ factor: TestFactor, _ server: TestServer
  ) async throws -> String {
    expectNoTokens(response, response.text)
    let account = try #require(try await server.account(factor.session.localID))
    #expect(account.factors.map(\.enrollmentID) == [factor.id])
    #expect(try await server.refresh(factor.session.refreshToken).status == 200)
    return try require(response, "mfaPendingCredential")
  }

  // Fails when LinkPolicy takes over an account whose address Google has given to somebody else, and drops
  // its factors.
  @Test("an address that Google has given to another person does not open the account without the factor")
  func recycled() async throws {
    try await TestServer.run(Self.options) { server in
      let factor = try await Self.enrolled(server)
      let stranger = try await Self.google(server, "8")
      let pending = try await Self.expectChallenge(stranger, factor, server)
      #expect(try await server.account(factor.session.localID)?.links.map(\.rawID) == ["7"])
      // Who has the factor, too, is the same person with a new Google account.
      let proved = try await server.provePhone(pending, factor.id)
      #expect(proved.status == 200, "\(proved.text)")
      let account = try #require(try await server.account(factor.session.localID))
      #expect(account.links.map(\.rawID) == ["8"] && account.factors.map(\.enrollmentID) == [factor.id])
      expectRefused(try await server.refresh(factor.session.refreshToken), "TOKEN_EXPIRED")
    }
  }

  // Fails when update or signUp lets an enrolled user take an address that nobody has verified.
  @Test("the address of a user with a factor changes only to one that is verified")
  func changing() async throws {
    try await TestServer.run(Self.options) { server in
      let factor = try await Self.enrolled(server)
      let idToken = JSONValue.string(factor.session.idToken)
      for (operation, message) in [
        ("update", ["email": "typo@example.com"]),
        ("update", ["email": "typo@example.com", "password": "another horse"]),
        ("update", ["deleteAttribute": ["EMAIL"]]),
        ("signUp", ["email": "typo@example.com", "password": "another horse"]),
      ] as [(String, [String: JSONValue])] {
        var message = message
        message["idToken"] = idToken
        expectRefused(
          try await server.call("accounts:\(operation)", .object(message)), "EMAIL_CHANGE_NEEDS_VERIFICATION",
          operation)
      }
      let id = JSONValue.string(factor.session.localID)
      for message in [
        ["email": "typo@example.com"], ["emailVerified": false], ["deleteAttribute": ["EMAIL"]],
        ["email": "typo@example.com", "emailVerified": false],
      ] as [[String: JSONValue]] {
        var message = message
        message["localId"] = id
        expectRefused(
          try await server.administer("accounts:update", .object(message)), "UNVERIFIED_EMAIL", "\(message)")
      }
      let account = try #require(try await server.account(factor.session.localID))
      #expect(account.email?.text == Self.address && account.emailVerified)
      let moved = try await server.administer(
        "accounts:update", ["localId": id, "email": "new@example.com", "emailVerified": true])
      #expect(moved.status == 200)
    }
  }

  enum Proof: String, CaseIterable { case link, google }

  // Fails when a take-over of an account whose address is unverified drops its factors.
  @Test(
    "where an enrolled account's address is unverified all the same, its prover is asked for the factor",
    arguments: Proof.allCases)
  func unverified(_ proof: Proof) async throws {
    try await TestServer.run(Self.options) { server in
      let factor = try await server.enrollPhone(try await server.verifiedUser(Self.address), Self.number)
      var stored = try #require(try await server.account(factor.session.localID))
      stored.emailVerified = false
      try await server.service.store.apply([.updateAccount(stored)])
      let first =
        switch proof {
        case .link:
          try await server.signInWithLink(
            try await server.signInLinkCode(Self.address), email: Self.address)
        case .google: try await Self.google(server, "7")
        }
      let pending = try await Self.expectChallenge(first, factor, server)
      let proved = try await server.provePhone(pending, factor.id)
      #expect(proved.status == 200, "\(proved.text)")
      let account = try #require(try await server.account(factor.session.localID))
      #expect(account.emailVerified && account.factors.map(\.enrollmentID) == [factor.id])
      // The password was set by whoever had the address unproved.
      expectRefused(try await server.signIn(Self.address))
      expectRefused(try await server.refresh(factor.session.refreshToken), "TOKEN_EXPIRED")
    }
  }
}
