import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T26: server-side request forgery by blocking functions", .fewAtOnce)
struct T26FunctionAddressTests {
  private static func set(_ uri: String, at server: TestServer) async throws -> TestResponse {
    try await server.configure(
      "PATCH", "config?updateMask=blockingFunctions",
      ["blockingFunctions": ["triggers": ["beforeSignIn": ["functionUri": .string(uri)]]]])
  }

  private static func signUp(_ server: TestServer) async throws -> TestResponse {
    try await server.call("accounts:signUp", ["email": "ada@example.com", "password": "correct horse"])
  }

  // Fails when HTTPBlockingFunctions allows private addresses whatever the host's name.
  @Test("no function is reached on this machine or its neighbours unless the operator named its host")
  func privateAddresses() async throws {
    var options = TestServer.Options()
    options.privateFunctionHosts = ["functions.internal"]
    try await StubListener.run { target in
      let port = target.port
      try await TestServer.run(options) { server in
        for host in [
          "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "169.254.169.254", "[::ffff:127.0.0.1]", "2130706433",
          "functions.internal.localhost", "10.0.0.1",
        ] {
          for scheme in ["https", "http"] {
            let uri = "\(scheme)://\(host):\(port)/latest/meta-data"
            let refused = try await Self.set(uri, at: server)
            #expect(refused.errorMessage?.hasPrefix("INVALID_BLOCKING_FUNCTION : ") == true, "\(uri)")
            // As a name that leads there, or what another server stored in the same database.
            try await server.changeProject {
              $0.blockingFunctions.beforeSignIn = .init(functionURI: uri, updatedAt: Instant(seconds: 0))
            }
            let answer = try await Self.signUp(server)
            #expect(
              answer.errorMessage == "BLOCKING_FUNCTION_ERROR_RESPONSE : The function could not be reached.",
              "\(scheme)://\(host): \(answer.text)")
          }
        }
        #expect(try await server.accountCount() == 0)
      }
      #expect(target.connections == 0)
    }
  }

  // Fails when OutgoingHTTP follows redirects.
  @Test("a function cannot send the server on to another address")
  func redirects() async throws {
    try await StubListener.run { target in
      let port = target.port
      try await FunctionServer.run { functions in
        try await TestServer.run { server in
          for status in [301, 302, 303, 307, 308] {
            functions.answer("f", status: status, location: "http://127.0.0.1:\(port)/", "{}")
            _ = try await Self.set(functions.uri("f"), at: server)
            let answer = try await Self.signUp(server)
            #expect(answer.errorMessage?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE") == true, "\(status)")
          }
        }
      }
      #expect(target.connections == 0)
    }
  }

  // Fails when BlockingFunctionAddresses.check lets everything pass.
  @Test("a function's address is a plain web address")
  func malformed() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [
        "file:///etc/passwd", "gopher://127.0.0.1/", "http://user:secret@127.0.0.1/", "http://", "//host/f",
        "http://ho st/", "http://127.0.0.1\\@example.com/", "https://example.com/#f", "http://exa%6dple.com/",
      ]) { uri in
        let answer = try await Self.set(uri, at: server)
        #expect(answer.errorMessage?.hasPrefix("INVALID_BLOCKING_FUNCTION") == true, "\(answer.text)")
      }
    }
  }
}
