import Identity
import IdentityWire
import TestSupport
import Testing

/// Somebody at an unlocked device, whose user signed in long ago.
@Suite("T21: recent sign-in skipped", .fewAtOnce)
struct T21RecentSignInTests {
  /// A user of long ago with a fresh token of the old session.
  private static func oldSession(_ server: TestServer) async throws -> TestSession {
    let user = try await server.signUp("ada@example.com")
    server.clock.advance(seconds: 1_000)
    let refreshed = try await server.refresh(user.refreshToken)
    return TestSession(
      localID: user.localID, idToken: try require(refreshed, "id_token"),
      refreshToken: try require(refreshed, "refresh_token"))
  }

  enum Link: String, CaseIterable { case phone, provider }

  // Fails when the session of a link begins with the moment of the link.
  @Test("linking something of one's own is no new proof of who the user is", arguments: Link.allCases)
  func linking(_ link: Link) async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let old = try await Self.oldSession(server)
      let given: [String: JSONValue] = ["idToken": .string(old.idToken)]
      let linked =
        switch link {
        case .phone: try TestSession(try await server.signInByPhone("+15551230166", given))
        case .provider:
          try TestSession(
            try await server.signInWithIdp(
              [("providerId", "google.com"), ("id_token", #"{"sub":"666"}"#)], given))
        }
      #expect(linked.localID == old.localID)
      let refreshed = try require(try await server.refresh(linked.refreshToken), "id_token")
      for token in [linked.idToken, refreshed] {
        #expect(try UnverifiedJWT(token).claims["auth_time"] == old.claims["auth_time"])
        let idToken = JSONValue.string(token)
        for (operation, message) in [
          ("delete", [:]), ("update", ["password": "stolen account"]),
          ("update", ["email": "thief@example.com"]),
          ("signUp", ["email": "ada@example.com", "password": "stolen account"]),
        ] as [(String, [String: JSONValue])] {
          var message = message
          message["idToken"] = idToken
          expectRefused(
            try await server.call("accounts:\(operation)", .object(message)),
            "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", operation)
        }
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an old sign-in does not end the owner's sessions and stay alone") {
      try await endingTheOwnersSessions($0)
    },
    Behaviour("an old sign-in does not take the owner's password away") { try await removingPassword($0) },
  ]

  @Test("what ends a user's access needs a recent sign-in")
  func signIns() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when update asks for no recent sign-in where a user names validSince.
  private static func endingTheOwnersSessions(_ server: TestServer) async throws {
    let old = try await Self.oldSession(server)
    let owner = try TestSession(await server.signIn("ada@example.com"))
    expectRefused(
      try await server.call(
        "accounts:update", ["idToken": .string(old.idToken), "validSince": "1"]),
      "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(try await server.refresh(owner.refreshToken).status == 200)
    #expect(try await server.refresh(old.refreshToken).status == 200)
  }

  // Fails when update looks for a recent sign-in only where a password is set.
  private static func removingPassword(_ server: TestServer) async throws {
    let old = try await Self.oldSession(server)
    for message in [["deleteAttribute": ["PASSWORD"]], ["deleteProvider": ["password"]]]
      as [[String: JSONValue]]
    {
      var message = message
      message["idToken"] = .string(old.idToken)
      expectRefused(
        try await server.call("accounts:update", .object(message)), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
        "\(message)")
    }
    _ = try TestSession(try await server.signIn("ada@example.com"))
  }
}
