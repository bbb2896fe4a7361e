import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T31: development mode exposed", .fewAtOnce)
struct T31DevelopmentModeTests {
  /// What a development server has and no other.
  private static let routes: [(method: String, path: String)] = [
    ("GET", "/"), ("GET", "/sample"), ("POST", "/sample/qr-code"), ("GET", "/inbox"),
    ("GET", "/inbox/messages/1/html"), ("GET", "/lab"), ("GET", "/lab/control"),
    ("POST", "/lab/control/reset"), ("GET", "/lab/control/requests"), ("PUT", "/lab/control/settings"),
    ("PUT", "/lab/control/faults/google.com"), ("POST", "/lab/control/keys/rotate/google.com"),
    ("POST", "/lab/control/token/google.com"), ("GET", "/lab/google.com/o/oauth2/v2/auth"),
    ("POST", "/lab/google.com/token"), ("GET", "/lab/google.com/oauth2/v3/certs"),
    ("GET", "/emulator/auth/handler"), ("POST", "/emulator/auth/handler"), ("GET", "/emulator/v1/clock"),
    ("PATCH", "/emulator/v1/clock"), ("DELETE", "/emulator/v1/clock"), ("GET", "/emulator/openapi.json"),
    ("DELETE", "/emulator/v1/projects/project-a/accounts"), ("GET", "/emulator/v1/projects/project-a/config"),
    ("PATCH", "/emulator/v1/projects/project-a/config"), ("GET", "/emulator/v1/projects/project-a/oobCodes"),
  ]

  private static func withProduction(
    acceptsUnsigned: Bool = false, _ body: @Sendable @escaping (TestServer, String) async throws -> Void
  ) async throws {
    try await TestServer.run { lab in
      var options = TestServer.Options()
      options.isDevelopment = false
      try await TestServer.run(options) { server in
        let project = try await server.addProject("project-a", providersOf: lab)
        try await body(server, try #require(project.apiKeys.first))
      }
    }
  }

  // Fails when LatchkeyServer adds the control interface, the emulator's handler, the lab or the pages
  // without `development` (each alone).
  @Test("production has none of the development server's routes")
  func routes() async throws {
    try await Self.withProduction { server, key in
      _ = try await server.signUp("ann@example.com", "a password", key: key)
      for (method, path) in Self.routes {
        for headers in [[:], ["Authorization": "Bearer owner"], ["Accept": "text/html"]] {
          for target in [path, path + "?key=\(key)", path + "/"] where target != "//" {
            let response = try await server.send(
              method, target, headers: headers, body: method == "GET" ? nil : "{}")
            #expect(response.status == 404, "\(method) \(target): \(response.status)")
          }
        }
      }
      #expect(try await server.accounts(of: .init(rawValue: "project-a")!).count == 1)
    }
  }

  // Fails when CallerResolver accepts the owner without `development`.
  @Test("nobody is the owner in production")
  func owner() async throws {
    try await Self.withProduction { server, key in
      let user = try await server.signUp("ann@example.com", "a password", key: key)
      let before = try await server.accounts(of: .init(rawValue: "project-a")!)
      let bodies = [
        "lookup": #"{"localId":["\#(user.localID)"]}"#,
        "update": #"{"localId":"\#(user.localID)","password":"another password"}"#,
        "delete": #"{"localId":"\#(user.localID)"}"#, "signUp": #"{"email":"new@example.com"}"#,
      ]
      for (operation, body) in bodies {
        for bearer in ["Bearer owner", "bearer owner", "BEARER OWNER", "Bearer  owner", "Bearer Owner"] {
          for path in ["v1/accounts:\(operation)", "v1/projects/project-a/accounts:\(operation)"] {
            for prefix in ["/", "/identitytoolkit.googleapis.com/"] {
              let response = try await server.send(
                "POST", "\(prefix)\(path)?key=\(key)",
                headers: ["Content-Type": "application/json", "Authorization": bearer], body: body)
              let exists = operation != "signUp" || !path.contains("projects")
              #expect(response.status == (exists ? 401 : 404), "\(operation) \(path) \(response.text)")
            }
          }
        }
        let bare = try await server.send(
          "POST", "/v1/projects/project-a/accounts:\(operation)?key=\(key)",
          headers: ["Content-Type": "application/json"], body: body)
        #expect((400..<500).contains(bare.status))
      }
      #expect(try await server.accounts(of: .init(rawValue: "project-a")!) == before)
    }
  }

  // Fails when signInWithIdp has a parser of unsigned credentials without being told to.
  @Test("production takes no credential that nobody signed")
  func unsigned() async throws {
    try await Self.withProduction { server, key in
      let claims = #"{"sub":"1","email":"victim@gmail.com","email_verified":true}"#
      let header = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
      for provider in ["google.com", "apple.com", "facebook.com", "github.com", "oidc.lab"] {
        for (name, value) in [
          ("id_token", claims), ("id_token", "\(header).\(Base64URL.encode(claims.utf8))."),
          ("access_token", claims),
        ] {
          let response = try await server.signInWithIdp([("providerId", provider), (name, value)], key: key)
          expectRefused(response, nil, "\(provider) \(name)")
        }
      }
      #expect(try await server.accounts(of: .init(rawValue: "project-a")!).isEmpty)
    }
  }

  // Fails when production takes any API key for the project's, or answers without one (each alone).
  @Test("production answers no request without a project's key")
  func keys() async throws {
    try await Self.withProduction { server, _ in
      for path in ["/v1/accounts:signUp", "/v1/accounts:signUp?key=key", "/v1/accounts:signUp?key="] {
        let response = try await server.send(
          "POST", path, headers: ["Content-Type": "application/json"], body: "{}")
        expectRefused(response, nil, path)
      }
      #expect(try await server.accounts(of: .init(rawValue: "project-a")!).isEmpty)
    }
  }

  // Fails when LoopbackOnlyMiddleware does not look at the host.
  @Test("the development server answers to names of this machine only")
  func foreignHosts() async throws {
    try await TestServer.run { server in
      let foreign = [
        "evil.example", "evil.example:\(server.port)", "localhost.evil.example", "127.0.0.1.evil.example",
        "127.0.0.1:80.evil.example", "[::1]:80.evil.example", "localhost:evil.example", "evillocalhost",
        "127.0.0.2", "192.168.1.5", "[::2]", "[::1", "0.0.0.0", "localhost:80:80", "::1",
        ":",
        "evil.example@localhost", "localhost.", "",
      ]
      for (method, path) in Self.routes + [("POST", "/v1/accounts:signUp?key=key"), ("GET", "/healthz")] {
        for host in foreign {
          let response = try await server.send(
            method, path, headers: ["Host": host], body: method == "GET" ? nil : "{}")
          #expect(response.status == 403, "\(method) \(path) at \(host): \(response.status)")
        }
      }
      for host in [
        "localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:\(server.port)", "app.localhost", "10.0.2.2",
      ] {
        #expect(try await server.send("GET", "/healthz", headers: ["Host": host]).status == 200, "\(host)")
      }
      let without = try await server.sendRaw("GET /healthz HTTP/1.0\r\nConnection: close\r\n\r\n")
      #expect(without.contains(" 403 ") || without.contains(" 400 "), "\(without)")
    }
  }

  private static let foreignOrigins = [
    "https://evil.example", "http://localhost.evil.example", "http://evil.example:80", "null", "evil.example",
    "file://", "http://127.0.0.1.evil.example", "chrome-extension://localhost@evil", "", "http://[::2]",
  ]

  // Fails when LoopbackOnlyMiddleware does not look at the origin of requests to the control interfaces, or
  // of those with an Authorization header, or when slashes that follow each other hide a path (each alone).
  @Test("pages of other sites reach neither the control interfaces nor the owner's rights")
  func foreignOrigins() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ann@example.com", "a password")
      let before = try await server.accounts()
      let control = [
        ("DELETE", "/emulator/v1/projects/example/accounts"), ("GET", "/emulator/v1/projects/example/config"),
        ("PATCH", "/emulator/v1/projects/example/config"), ("PATCH", "/emulator/v1/clock"),
        ("DELETE", "/emulator/v1/clock"), ("GET", "/lab/control"), ("POST", "/lab/control/reset"),
        ("POST", "/lab/control/token/google.com"), ("PUT", "/lab/control/settings"),
        ("POST", "/lab/control/keys/rotate/google.com"),
        ("OPTIONS", "/emulator/v1/projects/example/accounts"),
        ("POST", "//lab/control/reset"), ("DELETE", "//emulator/v1/projects/example/accounts"),
        ("POST", "/lab//control/reset"), ("POST", "/lab/%63ontrol/reset"),
      ]
      for origin in Self.foreignOrigins {
        for (method, path) in control {
          let response = try await server.send(
            method, path, headers: ["Origin": origin, "Content-Type": "text/plain"],
            body: method == "GET" ? nil : "{}")
          #expect(
            (400..<500).contains(response.status), "\(method) \(path) from \(origin): \(response.status)")
          #expect(
            response.headers.first(name: "access-control-allow-origin") == nil, "\(path) from \(origin)")
        }
        guard origin != "null" else { continue }
        for (operation, body) in [
          ("delete", #"{"localId":"\#(user.localID)"}"#), ("lookup", #"{"email":["ann@example.com"]}"#),
          ("update", #"{"localId":"\#(user.localID)","password":"another password"}"#),
        ] {
          let response = try await server.send(
            "POST", "/v1/projects/example/accounts:\(operation)",
            headers: ["Origin": origin, "Authorization": "Bearer owner"], body: body)
          #expect(response.status == 403, "\(operation) from \(origin): \(response.status)")
        }
      }
      #expect(try await server.accounts() == before)
      let own = try await server.send(
        "GET", "/emulator/v1/projects/example/config", headers: ["Origin": "http://localhost:3000"])
      #expect(own.status == 200)
    }
  }

  // Fails when `Authorization` from an opaque origin counts as one of this machine: a sandboxed frame of any
  // site has the origin `null`.
  @Test("a page without an origin of its own has not the owner's rights")
  func opaqueOrigin() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ann@example.com", "a password")
      let response = try await server.send(
        "POST", "/v1/projects/example/accounts:delete",
        headers: ["Origin": "null", "Authorization": "Bearer owner"],
        body: #"{"localId":"\#(user.localID)"}"#)
      #expect(response.status == 403)
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when the verifier of a server that is not for development has UnsignedTokens.
  @Test("production takes no ID token without a signature")
  func unsignedTokens() async throws {
    try await Self.withProduction { server, key in
      let user = try await server.signUp("ann@example.com", "a password", key: key)
      let token = unsignedToken(try UnverifiedJWT(user.idToken).claims)
      for operation in ["lookup", "update", "delete"] {
        expectRefused(
          try await server.call("accounts:\(operation)", ["idToken": .string(token)], key: key),
          "INVALID_ID_TOKEN", operation)
      }
      #expect(try await server.accounts(of: .init(rawValue: "project-a")!).count == 1)
    }
  }
}
