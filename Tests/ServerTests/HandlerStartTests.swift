import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("The web flow's beginning", .fewAtOnce)
struct HandlerStartTests {
  private static func query(of address: String?) -> FormURLEncoded {
    FormURLEncoded(parsing: String((address ?? "").split(separator: "?", maxSplits: 1).last ?? ""))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the web SDK's address gets a page that remembers the flow and goes on") {
      try await webPage($0)
    },
    Behaviour("a redirect sign-in of the web SDK has no event id") { try await noEventID($0) },
    Behaviour(
      "an Apple app is sent on at once, by client id, by app id, or in the old form by bundle id alone"
    ) { try await appleApp($0) },
    Behaviour("an Android app gets its result as an intent for its package alone") {
      try await androidApp($0)
    },
    Behaviour("an Android app learns by intent why its flow does not begin") { try await androidError($0) },
    Behaviour("a page learns by event why its flow does not begin, with nothing begun") {
      try await pageError($0)
    },
    Behaviour(
      "the page that opened a popup learns that its domain is not authorized, and no other way of asking does"
    ) { try await unauthorizedPopup($0) },
    Behaviour("an app that has itself verified gets a token for what it sends next, if it is registered") {
      try await verifyApp($0)
    },
    Behaviour("a desktop app gets its result at a loopback address of its own") { try await desktopApp($0) },
    Behaviour("the language goes on under the provider's own name") { try await language($0) },
    Behaviour("custom parameters may be texts, flags and whole numbers; anything but an object is refused") {
      try await customParameters($0)
    },
    Behaviour("state, nonce and challenge are fresh for every flow, and the raw nonce is not in the address")
    { try await freshness($0) },
    Behaviour(
      "apps, pages and keys that the project does not know are refused on the page, with nothing begun"
    ) { try await refusals($0) },
    Behaviour("a flow cannot be begun with an app's hidden session id, only with its digest") {
      try await plainSessionID($0)
    },
    Behaviour("pages of the flow cannot be framed, kept or sent on, and run no script of another origin") {
      try await headers($0)
    },
    Behaviour("the page under the redirect to the provider says where it leads") {
      try await pageUnderRedirect($0)
    },
  ]

  @Test("a flow begins as an app or a page asks, and only where it may")
  func beginnings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func webPage(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "signInViaPopup", "signInViaRedirect", "linkViaPopup", "linkViaRedirect", "reauthViaPopup",
        "reauthViaRedirect",
      ]
    ) { authType in
      let response = try await WebFlow.page(server, "google.com", authType: authType).start()
      #expect(response.status == 200)
      #expect(response.headers.first(name: "content-type") == "text/html; charset=utf-8")
      let data = response.pageData
      #expect(data["step"] == "start")
      let session = try #require(data["sessionId"]?.stringValue)
      #expect(session.utf8.count == 32 && data["sessionDigest"] == .string(WebFlow.digest(session)))
      #expect(data["authUri"]?.stringValue?.hasPrefix(server.origin + "/lab/google.com/") == true)
      #expect(
        data["helperState"] == [
          "apiKey": "key", "appName": "[DEFAULT]", "type": .string(authType), "eventId": "0123456789",
          "redirectUrl": "http://localhost:5000/app", "providerId": "google.com",
        ])
    }
  }

  private static func noEventID(_ server: TestServer) async throws {
    var flow = WebFlow.page(server, "google.com", authType: "signInViaRedirect")
    flow.query.removeAll { $0.name == "eventId" }
    let response = try await flow.start()
    #expect(response.pageData["step"] == "start")
    #expect(response.pageData["helperState"]?["eventId"] == nil)
  }

  private static func appleApp(_ server: TestServer) async throws {
    let app = try await server.app(.ios)
    let bundleID = try #require(app.bundleID)
    let reversed = try #require(app.clientID).split(separator: ".").reversed().joined(separator: ".")
    let forms: [(identity: [(name: String, value: String)], base: String)] = [
      ([("clientId", app.clientID ?? "")], "\(reversed)://firebaseauth/link"),
      ([("appId", app.appID)], "app-\(app.appID.replacing(":", with: "-"))://firebaseauth/link"),
      ([], "\(bundleID)://google/link"),
    ]
    for (identity, base) in forms {
      var flow = try await WebFlow.appleApp(server, "github.com")
      flow.query.removeAll { $0.name == "clientId" }
      flow.query += identity
      let begun = try await flow.start()
      #expect(begun.status == 303)
      #expect(begun.location?.hasPrefix(server.origin + "/lab/github.com/") == true)
      #expect(try await flow.walk(as: "ada").deepLink?.base == base)
      #expect(try await flow.signIn(as: "ada").status == 200)
    }
  }

  private static func androidApp(_ server: TestServer) async throws {
    let package = try #require(try await server.app(.android).packageName)
    let flow = WebFlow(
      server,
      [
        ("apiKey", "key"), ("authType", "signInWithRedirect"), ("apn", package), ("publicKey", "x"),
        ("sessionId", WebFlow.digest("SESSION")), ("eventId", "EV;ENT"), ("providerId", "github.com"),
      ], sessionID: "SESSION")
    let last = try await flow.walk(as: "ada")
    let location = try #require(last.location)
    let parts = location.split(separator: ";").map(String.init)
    #expect(parts.first == "intent://firebase.auth/#Intent")
    #expect(parts.contains("scheme=genericidp"))
    #expect(parts.contains("package=\(package)"))
    #expect(parts.contains("S.authType=signInWithRedirect"))
    // A separator in what the app says stays inside its value.
    #expect(parts.contains("S.eventId=EV%3BENT"))
    // Where the browser goes when the app is not there.
    let fallback = FormURLEncoded.encode(server.origin + "/__/auth/handler")
    #expect(parts.contains("S.browser_fallback_url=\(fallback)"))
    #expect(parts.last == "end")
    let link = try #require(parts.first { $0.hasPrefix("S.link=") }?.dropFirst(7).removingPercentEncoding)
    #expect(try await flow.redeem(link).status == 200)
  }

  private static func androidError(_ server: TestServer) async throws {
    _ = try await server.backend.administration.disableProvider("github.com", in: TestServer.project)
    let package = try #require(try await server.app(.android).packageName)
    let response = try await WebFlow(
      server,
      [
        ("apiKey", "key"), ("authType", "signInWithRedirect"), ("apn", package),
        ("sessionId", WebFlow.digest("S")), ("eventId", "E"), ("providerId", "github.com"),
      ]
    ).start()
    let error = try #require(
      response.location?.split(separator: ";").first { $0.hasPrefix("S.firebaseError=") }?
        .dropFirst("S.firebaseError=".count).removingPercentEncoding)
    #expect(try JSONParser().parse(error)["code"] == "auth/operation-not-allowed")
  }

  private static func pageError(_ server: TestServer) async throws {
    _ = try await server.backend.administration.disableProvider("github.com", in: TestServer.project)
    for (providerID, code) in [
      ("github.com", "auth/operation-not-allowed"), ("oidc.unknown", "auth/operation-not-allowed"),
      ("unknown.example", "auth/invalid-credential"),
    ] {
      let response = try await WebFlow.page(server, providerID, authType: "linkViaRedirect").start()
      #expect(response.status == 200)
      #expect(response.pageData["step"] == "fail")
      #expect(response.pageData["error"]?["code"] == .string(code), "\(providerID)")
      #expect(response.pageData["helperState"]?["redirectUrl"] == "http://localhost:5000/app")
      #expect(response.pageData["helperState"]?["eventId"] == "0123456789")
      #expect(response.pageData["sessionId"] == nil && response.pageData["authUri"] == nil)
    }
  }

  private static func unauthorizedPopup(_ server: TestServer) async throws {
    let evil = "https://evil.example/"
    for authType in ["signInViaPopup", "linkViaPopup", "reauthViaPopup", "signInViaRedirect"] {
      let response = try await WebFlow.page(
        server, "github.com", authType: authType, redirectURL: evil
      ).start()
      #expect(response.status == 400 && response.location == nil)
      #expect(response.text.contains("auth/unauthorized-domain"))
      #expect(!response.text.contains("evil.example"))
      guard authType.hasSuffix("Popup") else {
        #expect(!response.text.contains("page-data"))
        continue
      }
      #expect(response.pageData["step"] == "refuse")
      #expect(response.pageData["error"]?["code"] == "auth/unauthorized-domain")
      #expect(response.pageData["authUri"] == nil && response.pageData["sessionId"] == nil)
      #expect(
        response.pageData["helperState"] == [
          "apiKey": "key", "appName": "[DEFAULT]", "type": .string(authType), "eventId": "0123456789",
          "providerId": "github.com",
        ])
    }
  }

  private static func verifyApp(_ server: TestServer) async throws {
    let app = try await server.app(.ios)
    var query: [(name: String, value: String)] = [
      ("apiKey", "key"), ("authType", "verifyApp"), ("ibi", app.bundleID ?? ""), ("v", "1"),
      ("eventId", "EVENTIDABC"), ("appId", app.appID), ("hl", "en"),
    ]
    let link = try #require(try await WebFlow(server, query).start().deepLink)
    #expect(link.base == "app-\(app.appID.replacing(":", with: "-"))://firebaseauth/link")
    #expect(link.value("authType") == "verifyApp")
    #expect(link.value("eventId") == "EVENTIDABC")
    #expect(link.value("recaptchaToken")?.utf8.count == 64)
    let again = try #require(try await WebFlow(server, query).start().deepLink)
    #expect(again.value("recaptchaToken") != link.value("recaptchaToken"))

    let package = try #require(try await server.app(.android).packageName)
    query.removeAll { $0.name == "ibi" || $0.name == "appId" }
    let intent = try await WebFlow(server, query + [("apn", package)]).start().location ?? ""
    #expect(intent.contains(";scheme=recaptcha;") && intent.contains(";S.recaptchaToken="))
    let stranger = try await WebFlow(server, query + [("apn", "com.example.stranger")]).start()
    #expect(stranger.status == 400 && stranger.location == nil)
  }

  private static func desktopApp(_ server: TestServer) async throws {
    func flow(_ redirectURL: String) -> WebFlow {
      WebFlow(
        server,
        [
          ("apiKey", "key"), ("authType", "signInWithRedirect"), ("redirectUrl", redirectURL),
          ("sessionId", WebFlow.digest("SESSION")), ("eventId", "E"), ("providerId", "github.com"),
        ], sessionID: "SESSION")
    }
    for address in ["http://127.0.0.1:51234/done", "http://localhost:51234/done?keep=1"] {
      let last = try await flow(address).walk(as: "ada")
      #expect(last.deepLink?.base == address)
      #expect(last.deepLink?.value("eventId") == "E")
    }
    #expect(try await flow("http://127.0.0.1:51234/done").signIn(as: "ada").status == 200)
    try await server.changeProject { $0.authorizedDomains.append("app.example") }
    let elsewhere = try await flow("https://app.example/done").start()
    #expect(elsewhere.status == 400)
    #expect(elsewhere.location == nil)
  }

  private static func language(_ server: TestServer) async throws {
    let names = [
      ("google.com", "hl", "pt-BR"), ("apple.com", "locale", "pt_BR"), ("facebook.com", "locale", "pt_BR"),
      ("oidc.lab", "ui_locales", "pt-BR"),
    ]
    for (providerID, name, value) in names {
      let flow = try await WebFlow.appleApp(server, providerID, [("hl", "pt-BR")])
      #expect(Self.query(of: try await flow.authorizationURL())[name] == value, "\(providerID)")
    }
  }

  private static func customParameters(_ server: TestServer) async throws {
    let flow = try await WebFlow.appleApp(
      server, "google.com",
      [
        (
          "customParameters",
          #"{"prompt":"consent","include_granted_scopes":true,"max_age":60,"x":{},"y":null}"#
        )
      ])
    let query = Self.query(of: try await flow.authorizationURL())
    #expect(query["prompt"] == "consent")
    #expect(query["include_granted_scopes"] == "true")
    #expect(query["max_age"] == "60")
    #expect(query["x"] == nil && query["y"] == nil)
    for text in ["[]", "\"x\"", "{", "1"] {
      let refused = try await WebFlow.appleApp(server, "google.com", [("customParameters", text)]).start()
      #expect(refused.status == 400, "\(text)")
    }
    let empty = try await WebFlow.appleApp(
      server, "google.com", [("customParameters", ""), ("scopes", "")])
    #expect(Self.query(of: try await empty.authorizationURL())["scope"] == "openid email profile")
  }

  private static func freshness(_ server: TestServer) async throws {
    let flow = try await WebFlow.appleApp(server, "google.com")
    var seen: Set<String> = []
    for _ in 0..<3 {
      let query = Self.query(of: try await flow.authorizationURL())
      for name in ["state", "nonce", "code_challenge"] {
        #expect(seen.insert(try #require(query[name])).inserted, "\(name)")
      }
      #expect(query["code_challenge_method"] == "S256")
      #expect(query["nonce"]?.utf8.count == 64)
    }
  }

  private static func refusals(_ server: TestServer) async throws {
    let app = try await server.app(.ios)
    let known: [(name: String, value: String)] = [
      ("apiKey", "key"), ("authType", "signInWithRedirect"), ("sessionId", WebFlow.digest("S")),
      ("eventId", "E"), ("providerId", "github.com"),
    ]
    let cases: [([(name: String, value: String)], String)] = [
      (known + [("ibi", "com.example.stranger"), ("appId", app.appID)], "auth/invalid-app-id"),
      (known + [("ibi", app.bundleID ?? ""), ("appId", "1:2:ios:3")], "auth/invalid-app-id"),
      (
        known + [("ibi", app.bundleID ?? ""), ("clientId", "x.apps.googleusercontent.com")],
        "auth/invalid-oauth-client-id"
      ),
      (known + [("apn", "com.example.stranger")], "auth/invalid-app-id"),
      (known, "auth/missing-continue-uri"),
      (
        WebFlow.page(server, "github.com", redirectURL: "https://evil.example/").query,
        "auth/unauthorized-domain"
      ),
      (
        WebFlow.page(server, "github.com", redirectURL: "http://localhost.evil.example/").query,
        "auth/unauthorized-domain"
      ),
      (
        WebFlow.page(server, "github.com", redirectURL: "http://localhost@evil.example/").query,
        "auth/unauthorized-domain"
      ),
      (
        WebFlow.page(server, "github.com", redirectURL: "javascript:alert(1)").query,
        "auth/unauthorized-domain"
      ),
      (
        WebFlow.page(server, "github.com", authType: "verifyApp").query,
        "auth/operation-not-supported-in-this-environment"
      ),
      (
        WebFlow.page(server, "github.com", authType: "unknown").query,
        "auth/operation-not-supported-in-this-environment"
      ),
      (WebFlow.page(server, "").query, "auth/bad-request"),
      (WebFlow.page(server, "github.com", [("tid", "tenant")]).query, "auth/invalid-tenant-id"),
    ]
    for (query, code) in cases {
      let response = try await WebFlow(server, query).start()
      #expect(response.status == 400, "\(code)")
      #expect(response.location == nil, "\(code)")
      #expect(response.text.contains(code), "\(code): \(response.text)")
    }
  }

  private static func plainSessionID(_ server: TestServer) async throws {
    var flow = try await WebFlow.appleApp(server, "github.com")
    for value in ["QWERTYUIOP", "", String(repeating: "A", count: 64)] {
      flow.query.removeAll { $0.name == "sessionId" }
      flow.query.append(("sessionId", value))
      let response = try await flow.start()
      #expect(response.status == 400, "\(value)")
      #expect(response.location == nil)
    }
  }

  private static func headers(_ server: TestServer) async throws {
    let pages = [
      try await WebFlow.page(server, "google.com").start(),
      try await server.send("GET", "/__/auth/handler"),
      try await WebFlow.appleApp(server, "google.com").start(),
    ]
    for page in pages {
      #expect(page.headers.first(name: "x-frame-options") == "DENY")
      #expect(page.headers.first(name: "cache-control") == "no-store")
      #expect(page.headers.first(name: "referrer-policy") == "no-referrer")
      #expect(page.headers.first(name: "x-content-type-options") == "nosniff")
      let policy = page.headers.first(name: "content-security-policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
    }
  }

  private static func pageUnderRedirect(_ server: TestServer) async throws {
    let response = try await WebFlow.appleApp(server, "github.com").start()
    #expect(response.status == 303)
    #expect(response.text.contains("<title>Going to the sign-in page"))
    #expect(response.text.contains("Continue to the sign-in page"))
    #expect(!response.text.contains("the app"))
  }
}
