import IdentityWire
import TestSupport
import Testing

@Suite("The web SDK's frame")
struct AuthFrameTests {
  private static func frame(
    _ server: TestServer, _ query: [(name: String, value: String)], path: String = "/__/auth/iframe"
  ) async throws -> TestResponse {
    try await server.send("GET", "\(path)?\(FormURLEncoded(query).text)")
  }

  private static func policy(_ response: TestResponse) -> [String: [String]] {
    let directives = (response.headers.first(name: "content-security-policy") ?? "").split(separator: ";")
    return directives.reduce(into: [:]) { policy, directive in
      let words = directive.split(separator: " ").map(String.init)
      policy[words.first ?? ""] = Array(words.dropFirst())
    }
  }

  @Test("only pages of the server and of authorized domains can have it, with scripts of ours alone")
  func headers() async throws {
    try await TestServer.run { server in
      _ = try await server.backend.administration.addDomain("shop.example", to: TestServer.project)
      for path in ["/__/auth/iframe", "/emulator/auth/iframe"] {
        let response = try await Self.frame(
          server, [("apiKey", "key"), ("appName", "[DEFAULT]"), ("v", "12.0.0")], path: path)
        #expect(response.status == 200)
        #expect(response.headers.first(name: "x-frame-options") == nil)
        #expect(response.headers.first(name: "cache-control") == "no-store")
        let policy = Self.policy(response)
        #expect(policy["default-src"] == ["'none'"])
        #expect(policy["script-src"] == ["'self'"])
        let ancestors = Set(policy["frame-ancestors"] ?? [])
        let expected: Set = [
          "'self'", server.origin, "http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*",
          "http://shop.example:*", "http://*.shop.example:*",
        ]
        #expect(ancestors.isSuperset(of: expected), "\(ancestors)")
        // No wildcard for addresses, none for everybody, and nothing that the grammar has no place for.
        #expect(!ancestors.contains { $0 == "*" || $0.contains("*.127") || $0.contains("[") })
        #expect(response.text.contains(#"<script src="/__/auth/gapi.js"></script>"#))
      }
    }
  }

  @Test("it knows its app and its project's domains, and nothing in the address gets out of the data")
  func data() async throws {
    try await TestServer.run { server in
      let hostile = "</script><script>alert(1)</script>"
      let response = try await Self.frame(server, [("apiKey", "key"), ("appName", hostile)])
      #expect(response.pageData["apiKey"] == "key")
      #expect(response.pageData["appName"] == .string(hostile))
      #expect(response.pageData["authorizedDomains"] == ["localhost", "127.0.0.1", "::1"])
      #expect(!response.text.contains("<script>"))
    }
  }

  @Test("without a key, with one of no project, or without the app's name there is none")
  func refused() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let key = try #require(try await server.project().apiKeys.first)
      let long = String(repeating: "x", count: 513)
      for (query, code) in [
        ([("appName", "a")], "auth/bad-request"), ([("apiKey", key)], "auth/bad-request"),
        ([("apiKey", ""), ("appName", "a")], "auth/bad-request"),
        ([("apiKey", key), ("appName", long)], "auth/bad-request"),
        ([("apiKey", key + "x"), ("appName", "a")], "auth/invalid-api-key"),
      ] {
        let response = try await Self.frame(server, query)
        #expect(response.status == 400)
        #expect(response.text.contains(code))
        #expect(Self.policy(response)["frame-ancestors"] == ["'none'"])
      }
      #expect(try await Self.frame(server, [("apiKey", key), ("appName", "a")]).status == 200)
    }
  }

  @Test("the script that stands in for Google's can be loaded by pages of other origins")
  func script() async throws {
    try await TestServer.run { server in
      let response = try await server.send("GET", "/__/auth/gapi.js")
      #expect(response.status == 200)
      #expect(response.headers.first(name: "content-type") == "text/javascript; charset=utf-8")
      #expect(response.headers.first(name: "cross-origin-resource-policy") == "cross-origin")
      for name in ["auth_frame.js", "handler.js", "latchkey.css"] {
        #expect(try await server.send("GET", "/__/auth/assets/\(name)").status == 200)
      }
      #expect(try await server.send("GET", "/__/auth/assets/layout.mustache").status == 404)
    }
  }

  @Test("init.json tells an app what to initialize with, by the host that it was asked on")
  func configuration() async throws {
    try await TestServer.run { server in
      let response = try await server.send("GET", "/__/firebase/init.json")
      let project = try await server.project()
      #expect(response.status == 200)
      #expect(response.json["apiKey"]?.stringValue == project.apiKeys.first)
      #expect(response.json["projectId"]?.stringValue == project.id.rawValue)
      #expect(response.json["messagingSenderId"]?.stringValue == project.number)
      #expect(response.json["storageBucket"]?.stringValue == "\(project.id).appspot.com")
      #expect(response.json["appId"]?.stringValue?.contains(":web:") == true)
      #expect(response.json["authDomain"]?.stringValue == String(server.origin.dropFirst("http://".count)))
    }
  }
}
