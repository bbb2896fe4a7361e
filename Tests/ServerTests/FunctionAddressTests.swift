import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("The addresses of blocking functions", .fewAtOnce)
struct FunctionAddressTests {
  private static func set(_ uri: String, at server: TestServer) async throws -> TestResponse {
    try await server.configure(
      "PATCH", "config?updateMask=blockingFunctions.triggers.beforeCreate",
      ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": .string(uri)]]]])
  }

  @Test("one that would never be called is refused when it is set, and the functions stay as they were")
  func refused() async throws {
    var options = TestServer.Options()
    options.privateFunctionHosts = ["functions.internal", "10.0.0.2"]
    try await TestServer.run(options) { server in
      try await eachCase(
        of: [
          "http://public.example.com/f", "http://10.0.0.1/x", "https://10.0.0.1/x", "https://[fd00::1]/x",
          "https://169.254.169.254/", "https://localhost/f", "https://functions.localhost./f",
          "https://2130706433/f", "https://0x7f.1/f", "https://127.1/f", "http://127.0.0.1:9/f",
        ]
      ) { uri in
        #expect(try await Self.set("https://example.com/f", at: server).status == 200)
        let answer = try await Self.set(uri, at: server)
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.errorMessage?.hasPrefix("INVALID_BLOCKING_FUNCTION : ") == true, "\(answer.text)")
        #expect(
          try await server.project().blockingFunctions.beforeCreate?.functionURI == "https://example.com/f")
      }
    }
  }

  @Test("hosts that the operator named may be private, and need no https")
  func named() async throws {
    var options = TestServer.Options()
    options.privateFunctionHosts = ["functions.internal", "10.0.0.2"]
    try await TestServer.run(options) { server in
      for uri in ["http://functions.internal/f", "http://10.0.0.2:8080/f", "https://93.184.216.34/f"] {
        let answer = try await Self.set(uri, at: server)
        #expect(answer.status == 200, "\(answer.text)")
      }
    }
  }

  @Test("one that was stored before hinders no change of another setting")
  func storedBefore() async throws {
    try await TestServer.run { server in
      try await server.changeProject {
        $0.blockingFunctions.beforeCreate = .init(
          functionURI: "http://10.0.0.1/x", updatedAt: Instant(seconds: 0))
      }
      let answer = try await server.configure(
        "PATCH", "config?updateMask=signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
