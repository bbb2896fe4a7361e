import IdentityWire
import TestSupport
import Testing

@Suite("T13: header and body bombs", .fewAtOnce)
struct T13BombTests {
  /// Far beyond what a bounded answer takes on the busiest machine.
  private static let patience = Duration.seconds(60)

  private static let json = ["Content-Type": "application/json"]
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static let operations = [
    "signUp", "signInWithPassword", "signInWithIdp", "createAuthUri", "lookup", "update", "delete",
  ]

  private static func path(_ operation: String) -> String {
    "/identitytoolkit.googleapis.com/v1/accounts:\(operation)?key=key"
  }

  /// The answer is quick and blames the client; the server goes on.
  private static func expectRefusedQuickly(
    _ what: String, _ server: TestServer, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> TestResponse
  ) async throws {
    var response: TestResponse?
    let time = try await ContinuousClock().measure { response = try await body() }
    expectRefused(try #require(response), nil, what, sourceLocation: sourceLocation)
    #expect(time < patience, "\(what) took \(time)", sourceLocation: sourceLocation)
    #expect(try await server.send("GET", "/healthz").status == 200, sourceLocation: sourceLocation)
  }

  // Fails when APIRequest reads bodies without a bound.
  @Test("a body beyond a mebibyte is refused unread")
  func largeBodies() async throws {
    try await TestServer.run { server in
      let filler = String(repeating: "a", count: 1 << 20)
      for operation in Self.operations {
        try await Self.expectRefusedQuickly(operation, server) {
          let response = try await server.send(
            "POST", Self.path(operation), headers: Self.json, body: #"{"x":"\#(filler)"}"#)
          #expect(response.text.contains("exceeds the limit"), "\(response.text)")
          return response
        }
      }
      let four = String(repeating: filler, count: 4)
      try await Self.expectRefusedQuickly("token", server) {
        try await server.send(
          "POST", "/securetoken.googleapis.com/v1/token?key=key", headers: Self.form,
          body: "grant_type=refresh_token&refresh_token=\(four)")
      }
      try await Self.expectRefusedQuickly("handler", server) {
        try await server.send("POST", "/__/auth/handler", headers: Self.form, body: "state=\(four)")
      }
    }
  }

  // Fails when JSONParser does not count its depth: the process ends by stack exhaustion.
  @Test("nesting is bounded in bodies, in tokens and in texts inside of bodies")
  func nesting() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ann@example.com", "a password")
      for depth in [100, 10_000, 500_000] {
        let arrays = String(repeating: "[", count: depth)
        let objects = String(repeating: #"{"a":"#, count: min(depth, 150_000))
        for bomb in [arrays, arrays + String(repeating: "]", count: depth), objects] {
          for operation in Self.operations {
            try await Self.expectRefusedQuickly("\(operation), \(depth)", server) {
              try await server.send(
                "POST", Self.path(operation), headers: Self.json, body: #"{"x":\#(bomb)}"#)
            }
          }
        }
        let inner = String(arrays.prefix(10_000))
        let segment = Base64URL.encode(#"{"alg":\#(inner)"#.utf8)
        for token in ["\(segment).\(segment).AAAA", "\(segment).e30.AAAA", "e30.\(segment).AAAA"] {
          try await Self.expectRefusedQuickly("ID token", server) {
            try await server.call("accounts:lookup", ["idToken": .string(token)])
          }
          try await Self.expectRefusedQuickly("provider's token", server) {
            try await server.signIn(.google, token)
          }
        }
        try await Self.expectRefusedQuickly("user of Apple", server) {
          try await server.signInWithIdp([("providerId", "apple.com"), ("id_token", "x"), ("user", inner)])
        }
        let query = FormURLEncoded([
          ("apiKey", "key"), ("authType", "signInViaPopup"), ("providerId", "google.com"),
          ("redirectUrl", server.origin), ("customParameters", String(inner.prefix(8_000))),
        ]).text
        let page = try await server.send("GET", "/__/auth/handler?\(query)")
        #expect(page.status == 400)
      }
      #expect(try await server.lookUp(user.idToken)["email"] == "ann@example.com")
    }
  }

  // Fails when UnverifiedJWT decodes before it looks at the size.
  @Test("a token beyond its bound is refused before it is taken apart")
  func largeTokens() async throws {
    try await TestServer.run { server in
      let header = Base64URL.encode(
        #"{"alg":"RS256","kid":"\#(String(repeating: "k", count: 300_000))"}"#.utf8)
      let dots = String(repeating: ".", count: 900_000)
      for token in ["\(header).e30.AAAA", "e30.\(header).AAAA", "e30.e30.\(header)", dots] {
        try await Self.expectRefusedQuickly("lookup", server) {
          try await server.call("accounts:lookup", ["idToken": .string(token)])
        }
        #expect(throws: UnverifiedJWT.Failure.tooLarge) { try UnverifiedJWT(token) }
        try await Self.expectRefusedQuickly("refresh", server) { try await server.refresh(token) }
        let short = String(token.prefix(60_000))
        for parameter in ["id_token", "access_token", "pendingToken", "state", "code"] {
          try await Self.expectRefusedQuickly(parameter, server) {
            try await server.signInWithIdp([("providerId", "google.com"), (parameter, short)])
          }
        }
        try await Self.expectRefusedQuickly("bearer", server) {
          try await server.send(
            "POST", Self.path("lookup"),
            headers: ["Authorization": "Bearer \(token.prefix(10_000))"], body: "{}")
        }
      }
    }
  }

  // Fails when the loop of IdpParameters over a percent-decoded body copies for each piece what came before, and the
  // body has no bound.
  @Test("thousands of parameters cost no more than their bytes")
  func parameters() async throws {
    try await TestServer.run { server in
      let bodies = [
        ("ampersands", String(repeating: "&", count: 60_000)),
        ("pairs", String(repeating: "a=1&", count: 15_000)),
        ("known names", String(repeating: "code=&", count: 10_000)),
        ("decoded ampersands", "id_token={" + String(repeating: "&", count: 60_000)),
        ("decoded pairs", "id_token={" + String(repeating: "&a", count: 30_000)),
        ("decoded known names", "id_token={" + String(repeating: "&code=", count: 10_000)),
        ("percent signs", String(repeating: "%", count: 60_000)),
        ("equals signs", String(repeating: "=", count: 60_000)),
      ]
      for (name, body) in bodies {
        try await Self.expectRefusedQuickly(name, server) {
          try await server.call(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": .string("providerId=google.com&\(body)")])
        }
        try await Self.expectRefusedQuickly("\(name) in the address", server) {
          let query = body.replacing("{", with: "%7B")
          return try await server.call(
            "accounts:signInWithIdp", ["requestUri": .string("http://localhost/?\(query)#\(query)")])
        }
        try await Self.expectRefusedQuickly("\(name) to the token endpoint", server) {
          try await server.send(
            "POST", "/securetoken.googleapis.com/v1/token?key=key", headers: Self.form,
            body: String(repeating: body + "&", count: 15))
        }
      }
    }
  }

  // Fails when createAuthUri and the handler do not bound scopes, parameters, addresses and session ids.
  @Test("what goes into an authorization request is bounded")
  func authorizationRequests() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "s", count: 100_000)
      let many = (0..<2_000).map { "s\($0)" }.joined(separator: ",")
      let parameters = JSONValue.object(
        Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("p\($0)", JSONValue.string("v")) }))
      let start: [String: JSONValue] = [
        "providerId": "google.com", "continueUri": .string(server.origin + "/__/auth/handler"),
      ]
      let changes: [(String, [String: JSONValue])] = [
        ("long scope", ["oauthScope": .string(String(long.prefix(300)))]),
        ("many scopes", ["oauthScope": .string(String(many.prefix(4_000)))]),
        ("many parameters", ["customParameter": parameters]),
        ("long parameter", ["customParameter": ["p": .string(long)]]),
        ("long parameter name", ["customParameter": [long: "p"]]),
        ("long session id", ["sessionId": .string(long)]),
        ("long address", ["continueUri": .string(server.origin + "/" + long)]),
        ("long provider", ["providerId": .string("oidc." + long)]),
      ]
      for (name, change) in changes {
        try await Self.expectRefusedQuickly(name, server) {
          try await server.call("accounts:createAuthUri", .object(start.merging(change) { $1 }))
        }
      }
      try await Self.expectRefusedQuickly("identifier", server) {
        try await server.call(
          "accounts:createAuthUri", ["identifier": .string(long), "continueUri": .string(server.origin)])
      }
      let handler =
        "/__/auth/handler?apiKey=key&authType=signInViaPopup&providerId=google.com&redirectUrl=\(server.origin)"
      for query in [
        "&scopes=\(many.prefix(8_000))", "&sessionId=\(long.prefix(600))", "&scopes=\(long.prefix(8_000))",
      ] {
        let page = try await server.send("GET", handler + query)
        // What the app did wrong may be the page's to hand back; nobody is sent to the provider.
        #expect(page.status == 400 || page.text.contains(#""step":"fail""#), "\(query.prefix(20))")
        #expect(!page.text.contains("authUri") && page.text.utf8.count < 8_192, "\(query.prefix(20))")
      }
    }
  }

  // Fails when the server reads a head without a bound; it is the HTTP library's, so this watches it.
  @Test("a request's head is bounded")
  func heads() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "h", count: 1 << 20)
      let heads = [
        "GET /?\(long) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: \(long)\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X-Many: 1\r\n", count: 60_000)
          + "Connection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \(long)\r\nConnection: close\r\n\r\n",
      ]
      for head in heads {
        let answer = try await server.sendRaw(head)
        // Either a refusal or no word at all.
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(100))")
        #expect(try await server.send("GET", "/healthz").status == 200)
      }
    }
  }

  // Fails when passwords of any length are hashed.
  @Test("a password beyond its bound is refused unhashed, addresses and names too")
  func credentials() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "p", count: 900_000)
      _ = try await server.signUp("ann@example.com", "a password")
      for operation in ["signUp", "signInWithPassword"] {
        try await Self.expectRefusedQuickly("password, \(operation)", server) {
          try await server.call(
            "accounts:\(operation)",
            [
              "email": operation == "signUp" ? "new@example.com" : "ann@example.com",
              "password": .string(long),
            ])
        }
        try await Self.expectRefusedQuickly("address, \(operation)", server) {
          try await server.call(
            "accounts:\(operation)",
            ["email": .string("ann@" + long), "password": "a password"])
        }
      }
      try await Self.expectRefusedQuickly("name", server) {
        try await server.call(
          "accounts:signUp",
          ["email": "b@example.com", "password": "a password", "displayName": .string(long)])
      }
      #expect(try await server.accounts().count == 1)
    }
  }
}
