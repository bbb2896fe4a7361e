import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T25: open redirect, PKCE dropped", .fewAtOnce)
struct T25OpenRedirectTests {
  /// Addresses of somebody else, or of nobody, in the shapes that checks have been fooled by. The project
  /// authorizes localhost, 127.0.0.1 and ::1.
  static let hostile: [String] = [
    "https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "https:evil.example",
    "https:/evil.example", "https:///evil.example", "https:\\\\evil.example", "http:\\evil.example",
    "http://localhost@evil.example/", "http://localhost:80@evil.example/", "http://localhost%40evil.example/",
    "http://user@localhost/", "http://user:password@localhost/", "http://@localhost/", "http://:@localhost/",
    "http://evil.example\\@localhost/", "http://evil.example\\.localhost/",
    "http://evil.example%5C.localhost/",
    "http://evil.example%2F.localhost/", "http://evil.example%2f@localhost/",
    "http://evil.example%23.localhost/",
    "http://evil.example%3F.localhost/", "http://evil.example%3A80.localhost/",
    "http://evil.example%40.localhost/",
    "http://evil.example%00.localhost/", "http://evil.example%20.localhost/",
    "http://evil.example%09.localhost/",
    "http://evil.example%E2%80%AE.localhost/", "http://%65vil.example/",
    "http://evil.example/@localhost", "http://evil.example/?localhost", "http://evil.example/#localhost",
    "http://evil.example?@localhost", "http://evil.example#@localhost", "http://evil.example;.localhost/",
    "http://localhost.evil.example/", "http://evillocalhost/", "http://127.0.0.1.evil.example/",
    "http://evil.127.0.0.1/", "http://localhost%2eevil.example/", "http://localhost。evil.example/",
    "http://evil.example／.localhost/", "http://evil.example＼.localhost/", "http://evil.example？.localhost/",
    "http://evil.example＃.localhost/", "http://evil.example＠localhost/",
    "http://evil.example\u{2044}.localhost/",
    "http://evil.example\u{200B}.localhost/", "http://localhost\u{301}/", "http://ⓛocalhost/",
    "http://ｌocalhost/",
    "http://localhost．/", "http://locаlhost/", "http://localhost./", "http://localhost../",
    "http://.localhost./",
    "http://127.0.0.1./", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/",
    "http://127.000.000.001/", "http://0/", "http://127.0.0.2/", "http://[::ffff:127.0.0.1]/",
    "http://[::1%25evil]/", "http://[::1].evil.example/", "http://[::1]evil.example/", "http://[::2]/",
    "http://[evil.example]/", "http://[localhost]/", "http://localhost:80:evil.example/",
    "http://localhost:evil.example/", "http://localhost:80evil/", "http://localhost:-1/",
    "javascript:alert(1)", "JavaScript:alert(1)", "javascript://localhost/%0aalert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd",
    "file://localhost/etc/passwd", "blob:http://localhost/1", "view-source:http://localhost/", "about:blank",
    "ftp://localhost/", "ws://localhost/", "intent://localhost/#Intent;scheme=http;end", "localhost", "/path",
    "http://", "http:", "http:///", "http://?", "", " ", "http://localhost/\r\nLocation: http://evil.example",
    "http://localhost/\n", "\nhttp://localhost/", "http://localhost\t/", "http://loc\nalhost/",
    "http://localhost /",
    "http://localhost\u{0}.evil.example/", "http://localhost\u{7F}/",
  ]

  /// A session id as apps send it, as a digest.
  private static let session = String(repeating: "0123abcd", count: 8)

  private static func handler(_ parameters: [(name: String, value: String)]) -> String {
    "/__/auth/handler?"
      + FormURLEncoded([("apiKey", "key"), ("providerId", "google.com")] + parameters).text
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the handler goes nowhere for a page that is not on an authorized domain") {
      try await redirectURLs($0)
    },
    Behaviour("a provider is asked to send nobody to an address that is not on an authorized domain") {
      try await continueURIs($0)
    },
    Behaviour("an app that is not registered is never opened") { try await apps($0) },
    Behaviour("what comes back to an app stays within its address") { try await deepLinks($0) },
    Behaviour("an app's parameters cannot replace what binds the flow") { try await reservedParameters($0) },
  ]

  @Test("nobody is sent where an attacker says")
  func redirects() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when ReturnPolicy.isAuthorized compares by suffix without the dot, or when webURL lets other
  // schemes, or hosts pass that are no host names (each alone). User information gets through when
  // isPlainAuthority and the checks of `url.user` are all left out. Backslashes do not when only webURL's two
  // checks are: URL refuses them too.
  private static func redirectURLs(_ server: TestServer) async throws {
    for address in Self.hostile {
      for more in [[], [(name: "sessionId", value: Self.session)]] {
        let response = try await server.send(
          "GET", Self.handler([("authType", "signInViaRedirect"), ("redirectUrl", address)] + more))
        #expect(response.status == 400, "\(address): \(response.status)")
        #expect(response.location == nil, "\(address)")
        #expect(!response.text.contains("helperState"), "\(address)")
      }
    }
    for good in [
      "http://localhost/", "https://localhost:8080/a?b#c", "http://app.localhost/", "http://[::1]:1/",
    ] {
      let response = try await server.send(
        "GET", Self.handler([("authType", "signInViaRedirect"), ("redirectUrl", good)]))
      #expect(response.status == 200, "\(good)")
      #expect(response.text.contains("helperState"))
    }
  }

  // Fails as above.
  private static func continueURIs(_ server: TestServer) async throws {
    for address in Self.hostile + ["http://localhost/#fragment", "http://127.0.0.1/#"] {
      let response = try await server.call(
        "accounts:createAuthUri", ["providerId": "google.com", "continueUri": .string(address)])
      expectRefused(response, nil, address)
      #expect(response.json["authUri"] == nil, "\(address)")
    }
  }

  // Fails when ReturnPolicy does not look for the bundle id, or for the package name, among the project's
  // apps (each alone).
  private static func apps(_ server: TestServer) async throws {
    let project = try #require(try await server.backend.projects.project(TestServer.project))
    let ios = try #require(project.apps.first { $0.platform == .ios })
    let android = try #require(project.apps.first { $0.platform == .android })
    let bundle = try #require(ios.bundleID)
    let attempts: [[(name: String, value: String)]] = [
      [("ibi", "com.evil.app")], [("ibi", bundle + ".evil")], [("ibi", bundle.uppercased())],
      [("ibi", "javascript")],
      [("ibi", "https")], [("ibi", bundle), ("clientId", "evil.apps.googleusercontent.com")],
      [("ibi", bundle), ("clientId", "javascript")], [("ibi", bundle), ("appId", "1:1:ios:evil")],
      [("ibi", bundle), ("appId", android.appID)], [("ibi", "com.evil.app"), ("appId", ios.appID)],
      [("apn", "com.evil.app")], [("apn", ios.appID)], [("apn", bundle + ";scheme=evil")],
      [("apn", "com.evil.app"), ("redirectUrl", "http://localhost/")],
      [("ibi", "com.evil.app"), ("redirectUrl", "http://localhost/")], [],
    ]
    for parameters in attempts {
      let session = [
        (name: "sessionId", value: Self.session), ("eventId", "E"), ("authType", "signInWithRedirect"),
      ]
      let response = try await server.send("GET", Self.handler(parameters + session))
      #expect(response.status == 400, "\(parameters)")
      #expect(response.location == nil, "\(parameters)")
    }
  }

  // Fails when the event id or the error of an intent, or the inner address of a deep link, is not escaped
  // (each alone).
  private static func deepLinks(_ server: TestServer) async throws {
    let project = try #require(try await server.backend.projects.project(TestServer.project))
    let ios = try #require(project.apps.first { $0.platform == .ios })
    let scheme = try #require(ios.clientID).split(separator: ".").reversed().joined(separator: ".")
    for event in [
      "E", "E&link=http://evil.example", "E#", ";end;Intent;", "\r\nX: y", "javascript:", "%26", "\"",
    ] {
      for (app, prefix) in [
        (
          [("ibi", ios.bundleID ?? ""), ("clientId", ios.clientID ?? "")],
          scheme + "://firebaseauth/link?deep_link_id="
        ),
        (
          [("ibi", ios.bundleID ?? ""), ("appId", ios.appID)],
          "app-" + ios.appID.replacing(":", with: "-") + "://firebaseauth/link?deep_link_id="
        ),
        ([("apn", ios.bundleID ?? "")], "intent://firebase.auth/#Intent;scheme=genericidp;package="),
        ([("redirectUrl", "http://127.0.0.1:9999/back")], "http://127.0.0.1:9999/back?deep_link_id="),
      ] as [([(name: String, value: String)], String)] {
        let start = try await server.send(
          "GET",
          Self.handler(
            app + [("authType", "signInWithRedirect"), ("sessionId", Self.session), ("eventId", event)]))
        #expect(start.status == 303, "\(start.text)")
        let flow = AuthUriFlow(
          providerID: "google.com", authURI: try #require(start.location), sessionID: "s")
        #expect(flow.authURI.hasPrefix(server.origin + "/lab/"))
        let denied = AuthUriFlow(
          providerID: "google.com",
          authURI: try #require(
            try await server.send(
              "GET",
              Self.handler(
                app + [("authType", "signInWithRedirect"), ("sessionId", Self.session), ("eventId", event)])
            ).location), sessionID: "s")
        for callback in [
          try await server.authorize(flow),
          try await server.authorize(denied, ["lab_fault": "denied-consent"]),
        ] {
          let end = try await server.send("GET", callback)
          let location = try #require(end.location)
          #expect(location.hasPrefix(prefix), "\(location)")
          let tail = location.dropFirst(prefix.count)
          #expect(
            !tail.contains("&") && !tail.contains("#") && !tail.contains("\r") && !tail.contains("\""),
            "\(tail)")
          #expect(tail.components(separatedBy: ";end;").count <= 2, "\(tail)")
          #expect(!tail.contains("scheme="), "\(tail)")
        }
      }
    }
  }

  // Fails when AuthorizationRequest lets an app's parameter of a reserved name pass.
  private static func reservedParameters(_ server: TestServer) async throws {
    let names = [
      "redirect_uri", "state", "nonce", "client_id", "response_type", "response_mode", "code_challenge",
      "code_challenge_method", "scope", "request", "request_uri",
    ]
    // A flow for each spelling: all together would be too many parameters.
    for spelling in [{ $0 }, { $0.uppercased() }, { $0.capitalized }] as [(String) -> String] {
      let parameters = JSONValue.object(
        Dictionary(uniqueKeysWithValues: names.map { (spelling($0), "evil") }))
      let flow = try await server.beginFlow("google.com", ["customParameter": parameters])
      #expect(!flow.authURI.contains("evil"), "\(flow.authURI)")
      let text = FormURLEncoded.encode(JSONWriter.text(parameters))
      let page = try await server.send(
        "GET",
        Self.handler([("authType", "signInViaPopup"), ("redirectUrl", "http://localhost/")])
          + "&customParameters=\(text)")
      #expect(page.status == 200)
      #expect(!page.text.contains("=evil"), "\(page.text)")
    }
  }

  // Fails when TokenExchange does not send the verifier (the lab refuses), when AuthorizationRequest has no
  // challenge, and when the challenge is not the hash of the verifier (each alone).
  @Test("a code is exchanged with the verifier of its flow")
  func pkce() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["google.com", "github.com", "oauth.lab", "oidc.lab"]) { provider in
        let flow = try await server.beginFlow(provider)
        #expect(flow["code_challenge"]?.utf8.count == 43)
        #expect(flow["code_challenge_method"] == "S256")
        let user = try TestSession(await server.finishFlow(flow, at: try await server.authorize(flow)))
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
        let requests = try await server.send(
          "GET", "/lab/control/requests?provider=\(provider)&endpoint=token")
        let exchange = try #require(requests.json["requests"]?.arrayValue?.first)
        #expect(exchange["form"]?["code_verifier"] != nil)

        // A code whose challenge was stripped on the way is not redeemed: the verifier that is sent shows it.
        let second = try await server.beginFlow(provider)
        let challenge = try #require(second["code_challenge"])
        let stripped = AuthUriFlow(
          providerID: provider,
          authURI: second.authURI.replacing("&code_challenge=\(challenge)", with: "")
            .replacing("&code_challenge_method=S256", with: ""),
          sessionID: second.sessionID)
        #expect(stripped["code_challenge"] == nil)
        expectRefused(
          try await server.finishFlow(second, at: try await server.authorize(stripped)),
          "INVALID_IDP_RESPONSE")
      }
    }
  }
}
