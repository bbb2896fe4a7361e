import Identity
import IdentityWire
import TestSupport
import Testing

/// What a sign-in rests on may change while a function is asked: then it is decided anew.
@Suite("Blocking functions of a sign-in that is decided anew", .fewAtOnce)
struct BlockingFunctionRetryTests {
  /// Has the account change under the next sign-in, signs in, and gives what the function was told.
  private static func calls(
    _ functions: FunctionServer, _ change: @Sendable @escaping (inout Account) -> Void,
    _ check: @Sendable @escaping (TestServer, Account) async throws -> Void = { _, _ in }
  ) async throws -> [JSONValue] {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      try await server.setFunctions(functions, ["beforeSignIn"])
      functions.beforeNextAnswer("beforeSignIn") {
        guard var account = try await server.account(user.localID) else { return }
        change(&account)
        try await server.service.store.apply([.updateAccount(account)])
      }
      _ = try TestSession(try await server.signIn("ada@example.com"))
      try await check(server, try #require(try await server.account(user.localID)))
      return functions.calls("beforeSignIn")
    }
  }

  @Test("a function that would be told the same is not asked again, and its answer counts")
  func unchanged() async throws {
    try await FunctionServer.run { functions in
      functions.answer("beforeSignIn", #"{"userRecord":{"updateMask":"displayName","displayName":"Ada"}}"#)
      let told = try await Self.calls(functions) {
        $0.passwordUpdatedAt = Instant(seconds: 1)
      } _: { _, account in
        #expect(account.displayName == "Ada" && account.passwordUpdatedAt == Instant(seconds: 1))
      }
      #expect(told.count == 1)
    }
  }

  @Test("a function that would be told something else is asked again, of the same event")
  func changed() async throws {
    try await FunctionServer.run { functions in
      let told = try await Self.calls(functions) { $0.displayName = "Ada" }
      #expect(told.map { $0["user_record"]?["display_name"] } == [nil, "Ada"])
      #expect(Set(told.compactMap { $0["event_id"]?.stringValue }).count == 1)
    }
  }

  @Test("every sign-in is an event of its own")
  func separate() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run { server in
        try await server.setFunctions(functions)
        _ = try await server.signUp("ada@example.com")
        _ = try TestSession(try await server.signIn("ada@example.com"))
        _ = try TestSession(try await server.signIn("ada@example.com"))
        let told = functions.calls("beforeCreate") + functions.calls("beforeSignIn")
        #expect(told.count == 4)
        #expect(Set(told.compactMap { $0["event_id"]?.stringValue }).count == 4)
      }
    }
  }
}
