import TestSupport
import Testing

@Suite("What clients read and from where", .fewAtOnce)
struct ClientConfigurationRoutesTests {
  @Test("the project's configuration is what clients read it for")
  func projectConfig() async throws {
    try await TestServer.run { server in
      for path in ["/v1/projects", "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig"] {
        let response = try await server.send("GET", path + "?key=k")
        #expect(response.json["projectId"] == .string(try await server.project().number))
        #expect(response.json["authorizedDomains"]?.arrayValue?.contains("localhost") == true)
        #expect(try await server.send("GET", path).status == 403)
      }
    }
  }

  @Test("pages of any origin may call the API, and read its refusals")
  func crossOrigin() async throws {
    try await TestServer.run { server in
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
}
