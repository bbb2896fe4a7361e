import Identity
import TestSupport
import Testing

@Suite("Webhooks beside other calls", .fewAtOnce)
struct WebhookIsolationTests {
  // Fails when both have the same connections, of which a host has eight.
  @Test("slow receivers keep no sign-in from a blocking function on the same host")
  func slowReceivers() async throws {
    let gate = Gate()
    try await FunctionServer.run { functions in
      functions.beforeEachAnswer("hook") { await gate.pass() }
      try await TestServer.run { server in
        defer { gate.open() }
        _ = try await server.backend.webhooks.create(functions.uri("hook"), in: TestServer.project)
        for number in 0..<8 { _ = try await server.signUp("user\(number)@example.com") }
        try await server.setFunctions(functions, ["beforeSignIn"])
        async let turns = server.sendWebhooks()
        for _ in 0..<8 { await gate.arrival() }
        _ = try TestSession(try await server.signIn("user0@example.com"))
        #expect(functions.calls("beforeSignIn").count == 1)
        gate.open()
        #expect(try await turns.map(\.delivered).reduce(0, +) >= 16)
      }
    }
  }
}
