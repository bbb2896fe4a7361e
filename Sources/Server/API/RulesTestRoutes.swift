import Hummingbird
import IdentityWire
import Operations
import SecurityRules

/// `v1/projects/{p}:test` of the Firebase Rules API: tests the rules in the request. Nothing is stored.
struct RulesTestRoutes: Sendable {
  func add(to operations: OperationRouter) {
    for path in [
      "/firebaserules.googleapis.com/v1/projects/{project}:test", "/v1/projects/{project}:test",
    ] {
      operations.onTree(.post, path, readsQuery: false) { (message: JSONValue, caller) in
        try caller.requireAdministrator()
        return try await Self.run(message)
      }
    }
  }

  private static func run(_ message: JSONValue) async throws -> JSONValue {
    var suite: RulesTestSuite
    do {
      suite = try RulesTestSuite(message)
    } catch {
      throw WireError.invalidArgument(error.message)
    }
    var results: [JSONValue] = []
    for index in 0..<suite.count {
      results.append(suite.result(index))
      // A long test suite must not delay other requests.
      await Task.yield()
    }
    return suite.answer(results)
  }
}
