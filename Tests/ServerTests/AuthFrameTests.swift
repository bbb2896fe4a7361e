import IdentityWire
import TestSupport
import Testing

@Suite("The web SDK's frame", .fewAtOnce)
struct AuthFrameTests {
  private static func frame(
    _ server: TestServer, _ query: [(name: String, value: String)], path: String = "/__/auth/iframe",
    referer: String? = nil
  ) async throws -> TestResponse {
    try await server.send(
      "GET", "\(path)?\(FormURLEncoded(query).text)", headers: referer.map { ["Referer": $0] } ?? [:])
  }

  private static func policy(_ response: TestResponse) -> [String: [String]] {
    let directives = (response.headers.first(name: "content-security-policy") ?? "").split(separator: ";")
    return directives.reduce(into: [:]) { policy, directive in
      let words = directive.split(separator: " ").map(String.init)
      policy[words.first ?? ""] = Array(words.dropFirst())
    }
  }

  private static func headers(_ server: TestServer) async throws {
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

  private static func manyDomains(_ server: TestServer) async throws {
    try await server.changeProject {
      $0.authorizedDomains = (0..<499).map { "customer-number-\($0).shop.example" } + ["127.0.0.1"]
    }
    func ancestors(_ referer: String?) async throws -> [String] {
      let response = try await Self.frame(
        server, [("apiKey", "key"), ("appName", "[DEFAULT]")], referer: referer)
      #expect(response.status == 200)
      #expect((response.headers.first(name: "content-security-policy") ?? "").utf8.count < 2_500)
      return Self.policy(response)["frame-ancestors"] ?? []
    }
    for page in [
      "https://customer-number-17.shop.example/", "http://www.customer-number-17.shop.example:8080/a?b",
    ] {
      let sources = try await ancestors(page)
      #expect(sources.contains("http://customer-number-17.shop.example:*"), "\(sources)")
      #expect(sources.contains("http://*.customer-number-17.shop.example:*"))
      #expect(sources.contains("'self'") && sources.contains(server.origin))
      #expect(!sources.contains { $0.contains("number-18") })
    }
    #expect(try await ancestors("http://127.0.0.1:3000/").contains("http://127.0.0.1:*"))
    // Nobody else's page, whatever it calls itself.
    for page in ["null", "chrome-extension://a/"] {
      let sources = try await ancestors(page)
      #expect(
        Set(sources).isSubset(of: ["'self'", server.origin, "http://localhost:\(server.port)"]),
        "\(sources)")
    }
    // A page that says nothing of itself: the frame's script asks for its origin before it tells anything.
    #expect(try await ancestors(nil) == ["http:", "https:"])
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a page that is not authorized gets one that tells it so and holds nothing of the project") {
      try await refusal($0)
    },
    Behaviour("a domain that is covered by another is not written again, and an extension's page is let in") {
      try await coveredDomains($0)
    },
    Behaviour("it knows its app and its project's domains, and nothing in the address gets out of the data") {
      try await data($0)
    },
    Behaviour("the script that stands in for Google's can be loaded by pages of other origins") {
      try await script($0)
    },
    Behaviour("init.json tells an app what to initialize with, by the host that it was asked on") {
      try await configuration($0)
    },
    Behaviour("only pages of the server and of authorized domains can have it, with scripts of ours alone") {
      try await headers($0)
    },
    Behaviour("however many domains there are, its header stays small and lets the page in that asks for it")
    { try await manyDomains($0) },
  ]

  @Test("the frame answers its own project's pages alone")
  func frames() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func refusal(_ server: TestServer) async throws {
    for (page, origin) in [
      ("https://evil.example/a?b", "https://evil.example"),
      ("http://127.0.0.2:3000/", "http://127.0.0.2:3000"),
    ] {
      let response = try await Self.frame(
        server, [("apiKey", "key"), ("appName", "[DEFAULT]")], referer: page)
      #expect(response.status == 200)
      #expect(Self.policy(response)["frame-ancestors"] == [origin])
      #expect(response.pageData["isRefused"] == true)
      #expect(response.pageData["authorizedDomains"] == [] && response.pageData["serverOrigins"] == [])
    }
    for page in ["http://localhost:3000/", "https://a.localhost/", "https://[::2]/", "https://e vil/", ""] {
      let response = try await Self.frame(server, [("apiKey", "key"), ("appName", "a")], referer: page)
      #expect(response.pageData["isRefused"] == nil, "\(page)")
      #expect(Self.policy(response)["frame-ancestors"]?.contains("'self'") == true, "\(page)")
    }
  }

  private static func coveredDomains(_ server: TestServer) async throws {
    let id = String(repeating: "abcdefgh", count: 4)
    let configured = try await server.configure(
      "PATCH", "config?updateMask=authorizedDomains",
      [
        "authorizedDomains": [
          "a.shop.example", "shop.example", "127.0.0.1", .string("chrome-extension://\(id)"),
        ]
      ])
    #expect(configured.status == 200, "\(configured.text)")
    let listed = try await server.send("GET", "/v1/projects?key=key")
    #expect(
      listed.json["authorizedDomains"]?.arrayValue?.last?.stringValue == "chrome-extension://\(id)")
    let response = try await Self.frame(server, [("apiKey", "key"), ("appName", "a")])
    let sources = Self.policy(response)["frame-ancestors"] ?? []
    #expect(sources.contains("http://*.shop.example:*") && !sources.contains { $0.contains("a.shop") })
    #expect(sources.contains("chrome-extension://\(id)"))
  }

  private static func data(_ server: TestServer) async throws {
    let hostile = "</script><script>alert(1)</script>"
    let response = try await Self.frame(server, [("apiKey", "key"), ("appName", hostile)])
    #expect(response.pageData["apiKey"] == "key")
    #expect(response.pageData["appName"] == .string(hostile))
    #expect(response.pageData["authorizedDomains"] == ["localhost", "127.0.0.1", "::1"])
    #expect(!response.text.contains("<script>"))
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

  private static func script(_ server: TestServer) async throws {
    let response = try await server.send("GET", "/__/auth/gapi.js")
    #expect(response.status == 200)
    #expect(response.headers.first(name: "content-type") == "text/javascript; charset=utf-8")
    #expect(response.headers.first(name: "cross-origin-resource-policy") == "cross-origin")
    for name in ["auth_frame.js", "handler.js", "latchkey.css"] {
      #expect(try await server.send("GET", "/__/auth/assets/\(name)").status == 200)
    }
    #expect(try await server.send("GET", "/__/auth/assets/layout.mustache").status == 404)
  }

  private static func configuration(_ server: TestServer) async throws {
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
