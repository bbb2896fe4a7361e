import IdentityWire
import TestSupport
import Testing

@Suite("T6: audience by substring", .fewAtOnce)
struct T06AudienceSubstringTests {
  private static func variants(of audience: String) -> [(String, String)] {
    [
      ("first part", String(audience.dropLast())), ("last part", String(audience.dropFirst())),
      ("one character", String(audience.prefix(1))), ("longer at the end", audience + "0"),
      ("longer at the start", "0" + audience), ("sub-domain", "evil." + audience),
      ("domain", audience + ".evil.example"), ("upper case", audience.uppercased() + "X"),
      ("other case", swappingCase(audience)), ("slash", audience + "/"), ("space after", audience + " "),
      ("space before", " " + audience), ("line end", audience + "\n"), ("among others", "x,\(audience)"),
      ("among others by spaces", "x \(audience) y"), ("quoted", "\"\(audience)\""),
      ("list as text", "[\"\(audience)\"]"), ("combining mark", audience + "\u{301}"),
      ("zero width", audience + "\u{200B}"), ("URL", "https://\(audience)"), ("wildcard", "*"),
    ]
  }

  /// In the other case; digits alone have none, so something is added.
  private static func swappingCase(_ text: String) -> String {
    let swapped = String(
      text.map { $0.isLowercase ? Character($0.uppercased()) : Character($0.lowercased()) })
    return swapped == text ? text + "a" : swapped
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("only the exact audience passes") { try await idTokens($0) },
    Behaviour("a token for several apps passes only when it was issued to ours") {
      try await severalAudiences($0)
    },
    Behaviour("an access token's audience is compared whole") { try await accessTokens($0) },
  ]

  @Test("an audience is compared whole")
  func audiences() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when IDTokenVerification.checkAudience compares by `contains` of texts, by prefix in either
  // direction, or without regard to case (each alone).
  private static func idTokens(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      for (name, audience) in Self.variants(of: provider.audience) {
        for value in [JSONValue.string(audience), [.string(audience)]] {
          let token = try server.forge(provider, ["aud": value])
          expectRefused(try await server.signIn(provider, token), "INVALID_IDP_RESPONSE", name)
        }
      }
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when one matching audience of several suffices although the token was issued to a stranger.
  private static func severalAudiences(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      let before = try await server.accounts()
      let ours = JSONValue.string(provider.audience)
      let stranger: JSONValue = "someone-elses-app"
      let refused: [(JSONValue, JSONValue?)] = [
        ([ours, stranger], nil), ([stranger, ours], nil), ([stranger, ours], stranger),
        ([ours, stranger], ""), ([ours, stranger], .null), ([ours, stranger], [ours]),
        ([stranger], ours), (stranger, ours), ([stranger, stranger], ours),
      ]
      for (audiences, party) in refused {
        let token = try server.forge(provider, ["aud": audiences, "azp": party])
        expectRefused(
          try await server.signIn(provider, token), "INVALID_IDP_RESPONSE",
          "\(JSONWriter.text(audiences)) \(String(describing: party))")
      }
      #expect(try await server.accounts() == before)
      let token = try server.forge(provider, ["aud": [ours, stranger], "azp": ours])
      _ = try TestSession(await server.signIn(provider, token))
    }
  }

  // Fails when GoogleVerifier compares what tokeninfo says by prefix.
  private static func accessTokens(_ server: TestServer) async throws {
    try await eachCase(of: [IDTokenProvider.google, .facebook] as [IDTokenProvider]) { provider in
      for (name, audience) in Self.variants(of: provider.audience) {
        let token = try await server.labToken(
          provider.id, ["kind": "access", "sub": "666", "audience": .string(audience)])
        expectRefused(
          try await server.signInWithIdp([("providerId", provider.id), ("access_token", token)]),
          "INVALID_IDP_RESPONSE", name)
      }
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when FacebookVerifier compares what debug_token says by prefix, or not at all. The lab, as Facebook,
  // says nothing about other apps' tokens, so something that does stands in for it.
  @Test("a token of which Facebook says that it is another app's is refused")
  func debugToken() async throws {
    let own = IDTokenProvider.facebook.audience
    for (name, app) in Self.variants(of: own).map({ ($0, JSONValue.string($1)) }) + [
      ("empty", ""), ("null", .null), ("number", 1_234_567_890), ("list", [.string(own)]),
      ("own", .string(own)),
    ] {
      let verdict: JSONValue = [
        "data": [
          "app_id": app, "type": "USER", "is_valid": true, "expires_at": 0, "user_id": "666", "scopes": [],
        ]
      ]
      let body = JSONWriter.text(verdict)
      let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Connection: close\r\n\r\n\(body)"
      try await StubListener.run(answering: answer) { facebook in
        let address = "http://127.0.0.1:\(facebook.port)/debug_token"
        try await TestServer.run { server in
          try await server.changeProvider("facebook.com") { $0.endpoints.tokenCheck = address }
          let token = try await server.labToken("facebook.com", ["sub": "666"])
          let response = try await server.signInWithIdp(
            [("providerId", "facebook.com"), ("access_token", token)])
          if name == "own" {
            _ = try TestSession(response)
          } else {
            expectRefused(response, "INVALID_IDP_RESPONSE", name)
          }
        }
      }
    }
  }
}
