import IdentityWire
import TestSupport
import Testing

@Suite("T22: host header poisoning", .fewAtOnce)
struct T22HostHeaderTests {
  private static let evil = "evil.example"
  private static let forwarding: [[String: String]] = [
    ["X-Forwarded-Host": evil, "X-Forwarded-Proto": "https"], ["Forwarded": "host=\(evil);proto=https"],
    ["X-Forwarded-Server": evil], ["X-Host": evil], ["X-Original-URL": "https://\(evil)/"],
    ["X-Forwarded-Host": "\(evil), 127.0.0.1"], ["X-Forwarded-Prefix": "//\(evil)"],
    ["X-HTTP-Host-Override": evil],
  ]
  private static let hosts = [
    evil, "\(evil):443", "127.0.0.1.\(evil)", "auth.example.com.\(evil)", "auth.example.com@\(evil)",
    "auth.example.com:443@\(evil)", "\(evil)#auth.example.com", "xauth.example.com", "example.com", ".",
  ]
  private static let origin = "https://auth.example.com"

  private static func production() -> TestServer.Options {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = [origin]
    return options
  }

  /// Every page and document that names an address of the server itself, under these headers.
  private static func requests(
    _ server: TestServer, key: String, project: String, headers: [String: String]
  ) async throws -> [(String, TestResponse)] {
    let start = FormURLEncoded([
      ("apiKey", key), ("authType", "signInViaPopup"), ("providerId", "google.com"),
      ("redirectUrl", "http://localhost/app"),
    ]).text
    let app = FormURLEncoded([
      ("apiKey", key), ("authType", "signInViaPopup"), ("providerId", "google.com"),
      ("redirectUrl", "http://localhost/app"), ("sessionId", "s"), ("scopes", "\n"),
    ]).text
    var list: [(String, TestResponse)] = []
    for path in [
      "/", "/sample", "/inbox", "/lab", "/__/auth/handler?\(start)", "/__/auth/handler?\(app)",
      "/__/auth/handler",
      "/.well-known/openid-configuration", "/\(project)/.well-known/openid-configuration",
      "/.well-known/jwks.json", "/v1/publicKeys", "/v1/projects?key=\(key)", "/nothing",
    ] {
      var all = headers
      if path == "/" { all["Accept"] = "text/html" }
      list.append((path, try await server.send("GET", path, headers: all)))
    }
    var json = headers
    json["Content-Type"] = "application/json"
    list.append(
      (
        "createAuthUri",
        try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=\(key)", headers: json,
          body: #"{"providerId":"google.com","continueUri":"http://localhost/app"}"#)
      ))
    list.append(
      (
        "createAuthUri to the forged name",
        try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=\(key)", headers: json,
          body: #"{"providerId":"google.com","continueUri":"https://evil.example/app"}"#)
      ))
    return list
  }

  private static func expectNoTrace(_ what: String, _ response: TestResponse) {
    let headers = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    #expect(!headers.lowercased().contains("evil.example"), "\(what): \(headers)")
    #expect(!response.text.lowercased().contains("evil.example"), "\(what): \(response.text)")
    #expect(response.status < 500, "\(what)")
  }

  // Fails when HandlerRoutes.origin(of:) or the discovery document is made of what the request claims.
  @Test("in production the configured origins are named, whatever the headers say")
  func production() async throws {
    try await TestServer.run { lab in
      try await TestServer.run(Self.production()) { server in
        let project = try await server.addProject("project-a", providersOf: lab)
        let key = try #require(project.apiKeys.first)
        let claims = Self.hosts.map { ["Host": $0] } + Self.forwarding
        for headers in claims {
          for (what, response) in try await Self.requests(
            server, key: key, project: "project-a", headers: headers)
          {
            Self.expectNoTrace("\(what) \(headers)", response)
            if what.contains("signInViaPopup"), what.contains("/__/auth/handler?"),
              !what.contains("sessionId")
            {
              let encoded = FormURLEncoded.encode(Self.origin + "/__/auth/handler/project-a")
              #expect(response.text.contains("redirect_uri=" + encoded), "\(what) \(headers)")
            }
            if what.hasSuffix("/project-a/.well-known/openid-configuration") {
              #expect(response.json["jwks_uri"] == .string(Self.origin + "/.well-known/jwks.json"))
            }
          }
        }
      }
    }
  }

  // Fails when HandlerRoutes.origin(of:) is made of the authority, by requests that no HTTP library sends.
  @Test("in production an absolute request target or a second Host header names nothing either")
  func rawRequests() async throws {
    try await TestServer.run { lab in
      try await TestServer.run(Self.production()) { server in
        let project = try await server.addProject("project-a", providersOf: lab)
        let query =
          "apiKey=\(project.apiKeys[0])&authType=signInViaPopup&providerId=google.com"
          + "&redirectUrl=http%3A%2F%2Flocalhost%2Fapp"
        let path = "/__/auth/handler?\(query)"
        for head in [
          "GET http://evil.example\(path) HTTP/1.1\r\nHost: auth.example.com\r\n",
          "GET http://evil.example\(path) HTTP/1.1\r\nHost: evil.example\r\n",
          "GET \(path) HTTP/1.1\r\nHost: auth.example.com\r\nHost: evil.example\r\n",
          "GET \(path) HTTP/1.1\r\nHost: evil.example\r\nHost: auth.example.com\r\n",
          "GET //evil.example\(path) HTTP/1.1\r\nHost: auth.example.com\r\n",
          "GET \(path) HTTP/1.0\r\n", "GET \(path) HTTP/1.0\r\nHost:\r\n",
        ] {
          let answer = try await server.sendRaw(head + "Connection: close\r\n\r\n")
          #expect(!answer.isEmpty, "\(head)")
          #expect(!answer.contains("redirect_uri=http%3A%2F%2Fevil"), "\(head): \(answer)")
          #expect(!answer.contains("evil.example%2F__"), "\(head): \(answer)")
          #expect(!answer.lowercased().contains("location: http"), "\(head): \(answer)")
        }
      }
    }
  }

  // Fails when LoopbackOnlyMiddleware lets a foreign name pass, or what is forwarded or (in the discovery
  // document) asked for is named (each alone).
  @Test("the development server refuses foreign names and ignores forwarded ones")
  func development() async throws {
    try await TestServer.run { server in
      for host in Self.hosts {
        for (what, response) in try await Self.requests(
          server, key: "key", project: "example", headers: ["Host": host])
        {
          #expect(response.status == 403, "\(what) \(host)")
          Self.expectNoTrace("\(what) \(host)", response)
        }
      }
      for headers in Self.forwarding {
        for (what, response) in try await Self.requests(
          server, key: "key", project: "example", headers: headers)
        {
          Self.expectNoTrace("\(what) \(headers)", response)
        }
      }
      let discovery = try await server.send(
        "GET", "/.well-known/openid-configuration", headers: ["Host": "localhost:\(server.port)"])
      #expect(discovery.json["jwks_uri"] == .string(server.origin + "/.well-known/jwks.json"))
    }
  }
}
