import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T14: a race of revocations", .fewAtOnce)
struct T14RevocationRaceTests {
  // Fails when an ID token is not looked at again after another write, and when the store takes a decision on an account
  // that has changed since (each alone).
  @Test(
    "of 64 by which a user ends all other sessions at once, one goes on", arguments: TestServer.Deployment.all
  )
  func ownRevocations(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let user = try await server.signUp("ann@example.com")
      let other = try TestSession(try await server.signIn("ann@example.com"))
      let message: JSONValue = [
        "idToken": .string(user.idToken), "validSince": "1", "returnSecureToken": true,
      ]
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<64 { group.addTask { try await server.call("accounts:update", message) } }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      let winners = answers.filter { $0.status == 200 }
      #expect(winners.count == 1, "\(counts(answers.map { $0.errorMessage ?? "200" }))")
      for answer in answers where answer.status != 200 { expectRefused(answer, "TOKEN_EXPIRED") }
      for session in [user, other] {
        expectRefused(try await server.refresh(session.refreshToken), "TOKEN_EXPIRED")
        #expect(try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).status == 400)
      }
      for winner in winners {
        let refreshed = try await server.refresh(try require(winner, "refreshToken"))
        #expect(refreshed.status == 200, "\(refreshed.text)")
      }
      #expect(try await server.account(user.localID)?.tokenEpoch == 1)
    }
  }
}
