import Composition
import Identity
import IdentityWire
import Server
import TestSupport
import Testing
import Tokens

@Suite("A server as latchkey serve runs it has nothing of development", .fewAtOnce, .timeLimit(.minutes(15)))
struct NoDevelopmentTests {
  @Test(
    "no route of it",
    arguments: [
      ("GET", "/"), ("GET", "/sample"), ("POST", "/sample/qr-code"), ("GET", "/inbox"),
      ("GET", "/inbox/messages/1/html"), ("GET", "/lab"), ("GET", "/lab/control"),
      ("POST", "/lab/control/token/google.com"), ("GET", "/lab/google.com/oauth2/v3/certs"),
      ("GET", "/emulator/v1/clock"), ("PATCH", "/emulator/v1/clock"), ("GET", "/emulator/openapi.json"),
      ("DELETE", "/emulator/v1/projects/example/accounts"), ("GET", "/emulator/v1/projects/example/config"),
      ("GET", "/emulator/v1/projects/example/oobCodes"),
      ("GET", "/emulator/v1/projects/example/verificationCodes"), ("GET", "/emulator/action"),
      ("GET", "/emulator/auth/handler"), ("GET", "/emulator/auth/iframe"),
    ])
  func routes(method: String, path: String) async throws {
    try await ServingServer.run { server in
      for headers in [[:], ["Authorization": "Bearer owner"], ["Accept": "text/html"]] {
        let response = try await server.send(
          method, path, headers: headers, body: method == "GET" ? nil : "{}")
        #expect(response.status == 404)
      }
    }
  }

  @Test("nobody is the owner by saying so")
  func owner() async throws {
    try await ServingServer.run { server in
      for path in ["/v1/projects/example/accounts:query", "/v1/accounts:lookup?key=\(server.key)"] {
        let response = try await server.send(
          "POST", path, headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
          body: "{}")
        #expect(response.status == 401, "\(response.text)")
      }
    }
  }

  @Test("a key has to be one of a project")
  func keys() async throws {
    try await ServingServer.run { server in
      for key in ["any", "fake-api-key", server.key + "x"] {
        let response = try await server.send(
          "POST", "/v1/accounts:signUp?key=\(key)", headers: ["Content-Type": "application/json"], body: "{}")
        #expect(response.errorMessage == "API key not valid. Please pass a valid API key.")
      }
    }
  }

  @Test("unsigned credentials and custom tokens are refused")
  func unsigned() async throws {
    try await ServingServer.run { server in
      #expect(!server.backend.service.acceptsUnsignedCredentials)
      let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"
      for (operation, message) in [
        (
          "signInWithIdp",
          ["requestUri": "http://localhost", "postBody": #"providerId=google.com&id_token={"sub":"1"}"#]
        ), ("signInWithCustomToken", ["token": .string(none + ".eyJ1aWQiOiJhbm4ifQ.")]),
        ("signInWithCustomToken", ["token": #"{"uid":"ann"}"#]),
      ] as [(String, JSONValue)] {
        let response = try await server.call("accounts:\(operation)", message)
        #expect(response.status == 400, "\(operation)")
      }
    }
  }

  @Test("what is sent is kept nowhere")
  func messages() async throws {
    try await ServingServer.run { server in
      _ = try await server.call(
        "accounts:signUp", ["email": "ann@example.com", "password": "correct horse"])
      let response = try await server.call(
        "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ann@example.com"])
      #expect(response.status == 400 && response.errorMessage == "OPERATION_NOT_ALLOWED")
      #expect(server.backend.inbox.messages.isEmpty)
    }
  }

  // Fails when LatchkeyServer does not compare what its backend believes with its configuration.
  @Test(
    "a server that is not for development, or is at another address, does not start with what believes everyone",
    arguments: [
      (true, false, LoopbackHost.ipv4, false), (false, true, .ipv4, false), (true, false, .ipv6, true),
      (true, true, .name, true), (false, false, .ipv4, false),
    ])
  func misplaced(tokens: Bool, credentials: Bool, host: LoopbackHost, isDevelopment: Bool) async throws {
    var options = Backend.Options(nil)
    options.defaultProject = TestServer.project
    options.acceptsUnsignedCredentials = credentials
    options.acceptsEmulatorHashes = !tokens && !credentials
    if tokens { options.unsignedTokens = UnsignedTokens(iKnowThatAnyoneCanBeAnyoneAt: host) }
    let backend = try await Backend.open(options)
    let configuration =
      isDevelopment
      ? LatchkeyServer.Configuration.development(host: .ipv4, port: 1, .init(project: TestServer.project))
      : .init(host: "127.0.0.1", port: 1, origins: ["http://127.0.0.1:1"])
    await #expect(throws: LatchkeyServer.UnsignedOutsideDevelopment.self) {
      _ = try await LatchkeyServer(configuration, backend: backend, log: options.log)
    }
    await backend.close()
  }
}
