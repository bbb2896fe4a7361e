import Identity
import IdentityWire
import TestSupport
import Testing

/// A sign-in can be ended without the account's others: because a used refresh token was presented again, or by an
/// administrator. Its ID tokens live on for up to an hour.
@Suite("T16: a sign-in that was ended goes on", .fewAtOnce)
struct T16EndedSignInTests {
  private struct Ended: Sendable {
    let user: TestSession
    /// Asked for before the end.
    let changeCode: String
  }

  /// Signs somebody in, and ends the sign-in by a second use of a refresh token.
  private static func end(_ server: TestServer) async throws -> Ended {
    let user = try await server.verifiedUser("ann@example.com")
    let code = try await server.changeCode(of: user, to: "thief@example.com")
    _ = try await server.refreshed(user.refreshToken)
    server.clock.advance(seconds: 61)
    expectRefused(try await server.refresh(user.refreshToken), "TOKEN_EXPIRED")
    return Ended(user: user, changeCode: code)
  }

  // Fails when ``IdentityService/identify(_:_:)`` does not ask whether the sign-in has ended.
  @Test("its ID tokens do nothing any more")
  func idTokens() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let ended = try await Self.end(server)
      let before = try #require(try await server.account(ended.user.localID))
      let token = JSONValue.string(ended.user.idToken)
      let calls: [(String, JSONValue)] = [
        ("accounts:lookup", ["idToken": token]),
        ("accounts:update", ["idToken": token, "displayName": "thief"]),
        ("accounts:update", ["idToken": token, "password": "the thief's own"]),
        (
          "accounts:sendOobCode",
          ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": "t@example.com"]
        ),
        ("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": token]),
        ("accounts:delete", ["idToken": token]),
      ]
      for (operation, message) in calls {
        expectRefused(try await server.call(operation, message), "TOKEN_EXPIRED")
      }
      expectRefused(
        try await server.administer(bearer: "owner", ":createSessionCookie", ["idToken": token]),
        "TOKEN_EXPIRED")
      expectRefused(try await server.startTOTPEnrollment(ended.user.idToken), "TOKEN_EXPIRED")
      #expect(try await server.account(ended.user.localID) == before)
    }
  }

  // Fails when a code of a changed address does not ask for the sign-in that asked for it.
  @Test("a change of the address that it asked for is not carried out")
  func changeOfAddress() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let ended = try await Self.end(server)
      expectRefused(try await server.apply(oobCode: ended.changeCode), "INVALID_OOB_CODE")
      #expect(try await server.account(ended.user.localID)?.email?.text == "ann@example.com")
      // The account's other sign-ins go on.
      server.clock.advance(seconds: 1)
      let again = try TestSession(try await server.signIn("ann@example.com"))
      #expect(
        try await server.apply(oobCode: server.changeCode(of: again, to: "new@example.com")).status == 200)
    }
  }
}
