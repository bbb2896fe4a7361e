import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T14: refresh race", .fewAtOnce)
struct T14RefreshRaceTests {
  // Fails when SessionStatements.rotate does not ask whether the token was used up: then there are several
  // successors.
  @Test("of 64 who refresh with one token at once, all get the same successor")
  func sameSuccessor() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let user = try await server.signUp("ann@example.com")
      for round in 0..<3 {
        let current = round == 0 ? user.refreshToken : try await server.refreshed(user.refreshToken)
        let successors = try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 0..<64 { group.addTask { try await server.refreshed(current) } }
          return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(successors.count == 1, "round \(round)")
        #expect(!successors.contains(current))
      }
    }
  }

  // Fails when a rotation goes through in a family that was revoked meanwhile (SessionStatements.rotate without
  // `revoked_at IS NULL`).
  @Test("when a used token and its successor are presented at once, nobody is left signed in")
  func reuseMeetsRefresh() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      for round in 0..<8 {
        let user = try await server.signUp("ann\(round)@example.com")
        let next = try await server.refreshed(user.refreshToken)
        server.clock.advance(seconds: 61)
        let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
          for racer in 0..<16 {
            group.addTask { try await server.refresh(racer == 7 ? user.refreshToken : next) }
          }
          return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        let tokens = answers.compactMap { $0.json["refresh_token"]?.stringValue } + [next]
        for token in Set(tokens) {
          expectRefused(try await server.refresh(token), "TOKEN_EXPIRED", "round \(round)")
        }
      }
    }
  }
}
