import IdentityWire
import TestSupport
import Testing

@Suite(
  "Servers on one database", .fewAtOnce,
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."),
  .timeLimit(.minutes(15)))
struct SharedDatabaseTests {
  // Fails when what was counted is taken back in another order than that in which it is counted.
  @Test("Many who sign in at once, to one account and from one network, never wait in a circle")
  func deadlocks() async throws {
    var options = TestServer.Options()
    options.deployment = .two
    options.maximumQueuedPasswords = 128
    options.reach = .live
    let database = try await TestServer.run(options) { server in
      _ = try await server.signUp("ann@example.com")
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<48 {
          group.addTask { try await served { try await server.signIn("ann@example.com") }.status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
      return try #require(server.database)
    }
    #expect(try PostgreSQLServer.shared.get().deadlocks(in: database) == 0)
  }
}
