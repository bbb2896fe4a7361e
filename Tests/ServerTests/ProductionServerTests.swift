import IdentityWire
import TestSupport
import Testing

@Suite("A server for production", .fewAtOnce)
struct ProductionServerTests {
  private static func run(_ body: @Sendable @escaping (TestServer, String) async throws -> Void) async throws
  {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.acceptsUnsignedCredentials = false
    try await TestServer.run(options) { server in
      let key = try #require(try await server.project().apiKeys.first)
      try await body(server, key)
    }
  }

  @Test("has none of the development server's routes")
  func routes() async throws {
    try await Self.run { server, key in
      let paths = [
        ("GET", "/"), ("GET", "/sample"), ("GET", "/inbox"), ("GET", "/lab"), ("GET", "/lab/control"),
        ("POST", "/lab/control/token/apple.com"), ("GET", "/emulator/v1/clock"),
        ("DELETE", "/emulator/v1/projects/example/accounts"), ("GET", "/emulator/v1/projects/example/config"),
        ("GET", "/emulator/auth/handler"), ("GET", "/emulator/auth/iframe"),
      ]
      for (method, path) in paths {
        let response = try await server.send(method, path)
        #expect(response.status == 404, "\(path)")
      }
      #expect(try await server.call("accounts:signUp", [:], key: key).status == 200)
    }
  }

  @Test("knows its keys, and nobody is its owner by saying so")
  func authorization() async throws {
    try await Self.run { server, key in
      for wrong in ["key", "AIza", String(key.dropLast()), key + "x"] {
        let response = try await server.call("accounts:signUp", [:], key: wrong)
        #expect(response.status == 400)
        #expect(response.errorMessage == "API key not valid. Please pass a valid API key.")
        #expect(response.json["error"]?["status"] == "INVALID_ARGUMENT")
      }
      let header = try await server.send(
        "POST", "/v1/accounts:signUp", headers: ["x-goog-api-key": key], body: "{}")
      #expect(header.status == 200, "\(header.text)")
      for token in ["owner", "Owner", "ya29.x"] {
        let response = try await server.send(
          "POST", "/v1/projects/example/accounts:lookup", headers: ["Authorization": "Bearer \(token)"],
          body: "{}")
        #expect(response.status == 401, "\(token)")
      }
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("signs in, refreshes and publishes its keys, and takes no unsigned credential")
  func works() async throws {
    try await Self.run { server, key in
      let session = try TestSession(
        try await server.call(
          "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"], key: key))
      let refreshed = try await server.send(
        "POST", "/v1/token?key=\(key)", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: FormURLEncoded([("grant_type", "refresh_token"), ("refresh_token", session.refreshToken)]).text)
      #expect(refreshed.status == 200, "\(refreshed.text)")
      let keySet = try await server.send("GET", "/.well-known/jwks.json")
      #expect(
        keySet.json["keys"]?.arrayValue?.contains {
          $0["kid"]?.stringValue == (try? UnverifiedJWT(session.idToken))?.keyID
        } == true)
      let unsigned = try await server.call(
        "accounts:signInWithIdp",
        ["requestUri": "http://localhost", "postBody": #"providerId=google.com&id_token={"sub":"1"}"#],
        key: key)
      #expect(unsigned.status == 400)
    }
  }
}
