import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T14: actions on several users, many at once", .fewAtOnce)
struct T14BatchActionRaceTests {
  private static func options(_ deployment: TestServer.Deployment) -> TestServer.Options {
    var options = TestServer.Options.quick
    options.deployment = deployment
    return options
  }

  private static func together(_ server: TestServer, _ action: String, _ ids: [String]) async throws
    -> [TestResponse]
  {
    try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for _ in 0..<64 {
        group.addTask {
          try await served {
            try await server.administer(
              "accounts:batchAction",
              ["localIds": .array(ids.map { .string($0) }), "action": .string(action)])
          }
        }
      }
      return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
    }
  }

  // Fails when a deletion is reported without the store's word that this call deleted the user.
  @Test("of 64 who delete the same users at once, one deletes each", arguments: TestServer.Deployment.all)
  func deletions(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(Self.options(deployment)) { server in
      let ids = ["u0", "u1", "u2", "stays"]
      let made = try await server.administer(
        "accounts:batchCreate", ["users": .array(ids.map { ["localId": .string($0)] })])
      #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      let answers = try await Self.together(server, "DELETE", Array(ids.dropLast()))
      var done: [String] = []
      for answer in answers {
        #expect(answer.status == 200, "\(answer.text)")
        for result in answer.json["results"]?.arrayValue ?? [] {
          let status = result["status"]?.stringValue ?? ""
          #expect(["DONE", "NOT_FOUND"].contains(status), "\(answer.text)")
          if status == "DONE", let id = result["localId"]?.stringValue { done.append(id) }
        }
      }
      #expect(done.sorted() == ["u0", "u1", "u2"])
      #expect(try await server.accounts().map(\.id.rawValue) == ["stays"])
    }
  }

  // Fails when a change is not decided again after another one of the same user.
  @Test(
    "of 64 who disable the same users at once, everybody is told the truth",
    arguments: TestServer.Deployment.all)
  func changes(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(Self.options(deployment)) { server in
      let made = try await server.administer(
        "accounts:batchCreate", ["users": [["localId": "u0"], ["localId": "u1"]]])
      #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      for answer in try await Self.together(server, "DISABLE", ["u0", "u1"]) {
        let statuses = (answer.json["results"]?.arrayValue ?? []).map { $0["status"]?.stringValue }
        #expect(statuses == ["DONE", "DONE"], "\(answer.status) \(answer.text)")
      }
      #expect(try await server.accounts().map(\.disabled) == [true, true])
    }
  }
}
