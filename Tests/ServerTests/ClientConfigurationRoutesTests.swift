import TestSupport
import Testing

@Suite("What clients read and from where", .fewAtOnce)
struct ClientConfigurationRoutesTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the project's configuration is what clients read it for") { try await projectConfig($0) },
    Behaviour("pages of any origin may call the API, and read its refusals") { try await crossOrigin($0) },
  ]

  @Test("clients are told the project's configuration")
  func configuration() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func projectConfig(_ server: TestServer) async throws {
    for path in ["/v1/projects", "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig"] {
      let response = try await server.send("GET", path + "?key=k")
      #expect(response.json["projectId"] == .string(try await server.project().number))
      #expect(response.json["authorizedDomains"]?.arrayValue?.contains("localhost") == true)
      #expect(try await server.send("GET", path).status == 403)
    }
  }

  private static func crossOrigin(_ server: TestServer) async throws {
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    let preflight = try await server.send(
      "OPTIONS", path,
      headers: [
        "Origin": "https://app.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-client-version,x-firebase-client",
      ])
    #expect(preflight.status == 204)
    #expect(preflight.headers.first(name: "access-control-allow-origin") == "https://app.example")
    #expect(
      preflight.headers.first(name: "access-control-allow-headers")
        == "content-type,x-client-version,x-firebase-client")
    #expect(preflight.headers.first(name: "access-control-allow-credentials") == nil)
    let refusal = try await server.send(
      "POST", path, headers: ["Origin": "https://app.example", "Content-Type": "application/json"],
      body: "{")
    #expect(refusal.status == 400)
    #expect(refusal.headers.first(name: "access-control-allow-origin") == "https://app.example")
  }
}
