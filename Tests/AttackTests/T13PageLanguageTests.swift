import IdentityWire
import TestSupport
import Testing

@Suite("T13: a page's language that is longer than one", .fewAtOnce)
struct T13PageLanguageTests {
  // Fails when ActionRoutes.caller takes the language as it stands.
  @Test("a function is told no language that is longer than one, whatever the form of a page says")
  func language() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run(.quick) { server in
        try await server.setFunctions(functions, ["beforeSendEmail"])
        try await server.requireSecondFactor()
        let refused = try await server.call(
          "accounts:signUp", ["email": "new@example.com", "password": "correct horse"])
        let page = try await server.enrolmentPage(try server.enrolmentCredential(refused))
        let long = "de-" + String(repeating: "x", count: 20_000)
        #expect(try await server.submit(page, [("lang", long)]).status == 200)
        let told = try #require(functions.calls("beforeSendEmail").first?["locale"]?.stringValue)
        #expect(told.hasPrefix("de-") && told.utf8.count <= 35, "\(told.utf8.count)")
      }
    }
  }
}
