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
  // Fails when a sign-in is ended, or looked for, by the account's id and its moment without the project or the tenant.
  @Test("it ends in its own tenant or project alone, and its tokens do nothing elsewhere, either")
  func namesakes() async throws {
    for ending in 0..<2 {
      try await TestServer.run(sessions: .rotating) { server in
        let places = try await Place.three(server)
        var users: [TestSession] = []
        for place in places {
          let made = try await place.administer(
            "", ["localId": "ann", "email": "ann@example.com", "password": "correct horse"])
          #expect(made.status == 200, "\(made.text)")
          users.append(try await place.signIn("ann@example.com", "correct horse"))
        }
        let ended = users[ending]
        #expect(await places[ending].refresh(ended.refreshToken) == "200")
        server.clock.advance(seconds: 61)
        #expect(await places[ending].refresh(ended.refreshToken) == "TOKEN_EXPIRED")
        for (index, place) in places.enumerated() {
          let user = users[index]
          #expect(user.localID == ended.localID && user.claims["auth_time"] == ended.claims["auth_time"])
          #expect(await place.lookUp(ended.idToken) != "200", "\(index)")
          guard index != ending else { continue }
          #expect(await place.lookUp(user.idToken) == "200", "\(index)")
          #expect(await place.refresh(user.refreshToken) == "200", "\(index)")
        }
      }
    }
  }

  // Fails when a deletion does not require the sign-in that asks for it, and when more than one deletion of an account
  // succeeds (each alone).
  @Test(
    "while it ends, 64 delete the account by it: whichever comes first, nothing is left over",
    arguments: TestServer.Deployment.all)
  func deletion(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(sessions: .rotating, on: deployment) { server in
      for round in 0..<8 {
        let email = "ann\(round)@example.com"
        let user = try await server.verifiedUser(email)
        let next = try await server.refreshed(user.refreshToken)
        server.clock.advance(seconds: 61)
        var deletions = 0
        let events = try await server.auditEvents {
          let statuses = try await withThrowingTaskGroup(of: (isDeletion: Bool, status: Int).self) { group in
            for racer in 0..<72 {
              let isDeletion = racer % 9 != 0
              group.addTask {
                let answer = try await served {
                  guard isDeletion else { return try await server.refresh(user.refreshToken) }
                  return try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
                }
                expectNoTokens(answer)
                return (isDeletion, answer.status)
              }
            }
            return try await group.reduce(into: []) { $0.append($1) }
          }
          #expect(
            statuses.allSatisfy { $0.status == 400 || $0.isDeletion && $0.status == 200 }, "\(statuses)")
          deletions = statuses.count { $0.status == 200 }
        }
        #expect(deletions <= 1)
        #expect((try await server.account(user.localID) == nil) == (deletions == 1))
        let done = events.filter { $0.outcome == AuditEvent.success }.map(\.action)
        #expect(done.count { $0 == .deletion } == deletions, "\(done)")
        if let end = done.firstIndex(of: .refreshTokenReuse), let deletion = done.firstIndex(of: .deletion) {
          #expect(deletion < end, "deleted by a sign-in that had ended")
        }
        for token in [user.refreshToken, next] { expectRefused(try await server.refresh(token)) }
        expectRefused(try await server.call("accounts:lookup", ["idToken": .string(user.idToken)]))
        // Nor do they open what comes after it.
        if deletions == 1 { _ = try await server.signUp(email) }
        let again = try TestSession(try await server.signIn(email))
        for token in [user.refreshToken, next] { expectRefused(try await server.refresh(token)) }
        #expect(try await server.refresh(again.refreshToken).status == 200)
      }
    }
  }
}
