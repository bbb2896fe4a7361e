import IdentityWire
import TestSupport
import Testing

@testable import ProviderLab

@Suite("T14: a race of deletions", .fewAtOnce)
struct T14DeletionRaceTests {
  // Fails when a deletion that is decided on an account that is gone is written nevertheless, with its revocation.
  @Test(
    "of 64 who delete one account at once, one does, and its provider is asked once",
    arguments: ["github.com", "facebook.com"], TestServer.Deployment.all)
  func deletions(_ provider: String, _ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let (user, token) = try await server.signInToRevoke(provider)
      let id = JSONValue.string(user.localID)
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for racer in 0..<64 {
          group.addTask {
            try await served {
              switch racer % 3 {
              case 0: try await server.administer("accounts:delete", ["localId": id])
              default: try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
              }
            }
          }
        }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
      for answer in answers where answer.status != 200 { expectRefused(answer) }
      #expect(try await server.account(user.localID) == nil)
      try await server.waitForOutbox { server.lab.state.token(token) == nil }
      try await server.waitForRevocations()
      #expect(try await server.requestCount(provider, endpoint: "revoke") == 1)
    }
  }

  // Fails when the deletion of a batch does not compare the account's version.
  @Test("batches beside deletions ask a provider once for each account")
  func batches() async throws {
    try await TestServer.run { server in
      var users: [TestSession] = []
      for person in ["ada", "grace"] {
        users.append(try await server.signInToRevoke("github.com", as: person).user)
      }
      let everybody = users
      let ids = JSONValue.array(users.map { .string($0.localID) })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for racer in 0..<64 {
          group.addTask {
            // One of them alone deletes; the others' answers are those of an account that is gone.
            if racer.isMultiple(of: 2) {
              _ = try await server.administer("accounts:batchDelete", ["localIds": ids, "force": true])
            } else {
              let user = everybody[racer / 2 % everybody.count]
              _ = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
            }
          }
        }
        try await group.waitForAll()
      }
      for user in users {
        // The server may have been too busy for each of them.
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
        #expect(try await server.account(user.localID) == nil)
      }
      try await server.waitForRevocations(settled: users.count)
      #expect(try await server.requestCount("github.com", endpoint: "revoke") == users.count)
      #expect(server.revocationCounts.delivered == users.count && server.revocationCounts.lost == 0)
    }
  }
}
