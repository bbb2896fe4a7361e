import IdentityWire
import TestSupport
import Testing

@Suite("Other sites and the development server", .fewAtOnce)
struct ForeignOriginTests {
  private static let foreign = ["Origin": "https://evil.example"]

  @Test("control paths are closed to other sites however their slashes are written")
  func control() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      for path in ["/emulator/v1", "//emulator/v1", "/emulator//v1", "///emulator/v1/"] {
        let url = "\(server.origin)\(path)/projects/\(TestServer.project)/accounts"
        let response = try await server.send("DELETE", url, headers: Self.foreign)
        #expect(response.status == 403, "\(path)")
        #expect(!response.headers.contains(name: "access-control-allow-origin"), "\(path)")
      }
      for path in ["/lab/control", "//lab/control", "/lab//control"] {
        let url = "\(server.origin)\(path)/token/google.com"
        let response = try await server.send("POST", url, headers: Self.foreign, body: "{}")
        #expect(response.status == 403, "\(path)")
      }
      #expect(try await server.account(user.localID) != nil)
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the development server's own pages are closed to other sites, and open to this machine's") {
      try await ownPages($0)
    },
    Behaviour("pages of other sites can read no page of the development server") { try await pages($0) },
    Behaviour("a page to return to has a host without escapes, which readers decode differently") {
      try await escapedHost($0)
    },
    Behaviour("HEAD answers as GET does") { try await head($0) },
  ]

  @Test("pages of other origins are answered what any may read")
  func origins() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func ownPages(_ server: TestServer) async throws {
    for path in ["/inbox", "//inbox", "/inbox/messages/1/html", "/sample"] {
      let foreign = try await server.send("GET", server.origin + path, headers: Self.foreign)
      #expect(foreign.status == 403, "\(path)")
      let own = try await server.send("GET", server.origin + path, headers: ["Origin": server.origin])
      #expect(own.status != 403, "\(path)")
    }
  }

  // Fails when what came from another site is believed without a signature (each of the three alone).
  @Test("what nobody signed is not believed from a page of another site, and is from one of this machine")
  func unsigned() async throws {
    var options = TestServer.Options()
    options.unsignedTokens = true
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let user = try await server.signUp("ada@example.com")
      let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
      let claims = JSONWriter.text(["aud": .string(audience), "uid": .string(user.localID)])
      let custom =
        "\(Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))).\(Base64URL.encode(Array(claims.utf8)))."
      let calls: [(String, JSONValue)] = [
        ("lookup", ["idToken": .string(user.idToken)]),
        ("signInWithCustomToken", ["token": .string(custom), "returnSecureToken": true]),
        (
          "signInWithIdp",
          [
            "requestUri": "http://localhost",
            "postBody": .string(#"providerId=google.com&id_token={"sub":"1","email":"ada@example.com"}"#),
          ]
        ),
        ("delete", ["idToken": .string(user.idToken)]),
      ]
      func status(_ call: (String, JSONValue), from origin: String) async throws -> TestResponse {
        try await server.send(
          "POST", "\(server.origin)/identitytoolkit.googleapis.com/v1/accounts:\(call.0)?key=key",
          headers: ["Origin": origin, "Content-Type": "application/json"], body: JSONWriter.text(call.1))
      }
      for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        for call in calls {
          let response = try await status(call, from: origin)
          #expect(response.status == 400, "\(origin) \(call.0): \(response.text)")
        }
      }
      for call in calls {
        let response = try await status(call, from: "http://localhost:5173")
        #expect(response.status == 200, "\(call.0): \(response.text)")
      }
    }
  }

  private static func pages(_ server: TestServer) async throws {
    for path in ["/inbox", "/sample", "//inbox", "/lab", "/__/auth/handler"] {
      let response = try await server.send("GET", server.origin + path, headers: Self.foreign)
      #expect(!response.headers.contains(name: "access-control-allow-origin"), "\(path)")
    }
  }

  private static func escapedHost(_ server: TestServer) async throws {
    for host in ["evil.example%23.localhost", "evil.example%2f.localhost", "%6cocalhost"] {
      let flow = WebFlow(
        server,
        [
          ("apiKey", "key"), ("authType", "signInViaRedirect"), ("providerId", "github.com"),
          ("redirectUrl", "http://\(host)/"),
        ])
      let response = try await flow.start()
      #expect(response.status == 400, "\(host)")
      #expect(response.text.contains("auth/unauthorized-domain"), "\(host)")
    }
  }

  private static func head(_ server: TestServer) async throws {
    for path in ["/", "/.well-known/jwks.json"] {
      let response = try await server.send("HEAD", path)
      #expect(response.status == 200, "\(path)")
    }
  }
}
