import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// OAuth 1.0a has no `state`: the flow's stands in the address that the provider ties to the temporary credentials.
@Suite("T15: temporary credentials of another sign-in", .fewAtOnce)
struct T15TemporaryCredentialsTests {
  private static func query(_ address: String) -> FormURLEncoded {
    FormURLEncoded(parsing: String(address.split(separator: "?", maxSplits: 1).last ?? ""))
  }

  private static func replacing(_ name: String, in callback: String, by value: String?) -> String {
    let parts = callback.split(separator: "?", maxSplits: 1)
    var query = FormURLEncoded(parsing: String(parts[1]))
    query[name] = value
    return "\(parts[0])?\(query.text)"
  }

  // Fails when AuthorizationFlow.credential(in:of:) does not compare `oauth_token` with the flow's own.
  @Test("an attacker's approval does not finish a victim's flow, and uses it up")
  func crossed() async throws {
    try await TestServer.run { server in
      let attacker = try await server.beginFlow("twitter.com")
      let approved = Self.query(try await server.authorize(attacker, ["lab_person": "grace"]))
      for names in [["oauth_token"], ["oauth_verifier"], ["oauth_token", "oauth_verifier"]] {
        let victim = try await server.beginFlow("twitter.com")
        let own = try await server.authorize(victim)
        let crossed = names.reduce(own) { Self.replacing($1, in: $0, by: approved[$1]) }
        expectRefused(try await server.finishFlow(victim, at: crossed), "INVALID_IDP_RESPONSE", "\(names)")
        expectRefused(try await server.finishFlow(victim, at: own), "INVALID_IDP_RESPONSE", "used up")
      }
      #expect(try await server.accounts().isEmpty)
      // X was asked about the one whose own credentials came back alone.
      #expect(try await server.requestCount("twitter.com", endpoint: "token") == 1)
    }
  }

  // Fails when a missing `oauth_token` passes for the flow's, and when `requireAgreement` takes any session.
  @Test("what is missing is no match (T8)")
  func missing() async throws {
    try await TestServer.run { server in
      for name in ["state", "oauth_token", "oauth_verifier"] {
        for value in [nil, ""] as [String?] {
          let flow = try await server.beginFlow("twitter.com")
          let callback = Self.replacing(name, in: try await server.authorize(flow), by: value)
          expectRefused(try await server.finishFlow(flow, at: callback), nil, name)
        }
      }
      for session in [.null, "", "another session"] as [JSONValue] {
        let flow = try await server.beginFlow("twitter.com")
        let callback = try await server.authorize(flow)
        expectRefused(
          try await server.finishFlow(flow, at: callback, ["sessionId": session]), "INVALID_IDP_RESPONSE")
      }
      #expect(try await server.accounts().isEmpty)
      #expect(try await server.requestCount("twitter.com", endpoint: "token") == 0)
    }
  }

  // Fails when a flow with temporary credentials takes a code or a token in the place of a verifier, or another flow a
  // verifier.
  @Test("a verifier, a code, an ID token and a token of X count in their own place alone (T9)")
  func otherKinds() async throws {
    try await TestServer.run { server in
      let idToken = try await server.labToken("google.com", ["sub": "1"])
      let code = Self.query(try await server.authorize(try await server.beginFlow("google.com")))["code"]
      let others: [(String, String?)] = [("code", code), ("id_token", idToken), ("access_token", idToken)]
      for (name, value) in others {
        let flow = try await server.beginFlow("twitter.com")
        var callback = Self.replacing("oauth_verifier", in: try await server.authorize(flow), by: nil)
        callback = Self.replacing(name, in: callback, by: value)
        expectRefused(try await server.finishFlow(flow, at: callback), "INVALID_IDP_RESPONSE", name)
      }
      let twitter = Self.query(try await server.authorize(try await server.beginFlow("twitter.com")))
      let gitHub = try await server.beginFlow("github.com")
      var callback = Self.replacing("code", in: try await server.authorize(gitHub), by: nil)
      for name in ["oauth_token", "oauth_verifier"] {
        callback = Self.replacing(name, in: callback, by: twitter[name])
      }
      expectRefused(try await server.finishFlow(gitHub, at: callback), "INVALID_IDP_RESPONSE")
      // The temporary token is no access token, with whatever secret.
      for secret in [twitter["oauth_verifier"] ?? "", "a-secret"] {
        expectRefused(
          try await server.signInWithIdp([
            ("providerId", "twitter.com"), ("access_token", twitter["oauth_token"] ?? ""),
            ("oauth_token_secret", secret),
          ]), "INVALID_IDP_RESPONSE")
      }
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when IdpParameters or an answer holds the token secret of a flow: it belongs to the server alone.
  @Test("no answer before the last holds a secret of the flow, and a second use fails (T10, T20)")
  func secrets() async throws {
    try await TestServer.run { server in
      let flow = try await server.beginFlow("twitter.com")
      let callback = try await server.authorize(flow)
      let brought = try await server.bring(callback)
      #expect(!flow.authURI.contains("oauth_token_secret") && !brought.text.contains("oauth_token_secret"))
      _ = try TestSession(try await server.finishFlow(flow, at: callback))
      expectRefused(try await server.finishFlow(flow, at: callback), "INVALID_IDP_RESPONSE")
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when `begin` asks the provider before it counts the flow.
  @Test("one network has the provider asked for a limited number of temporary credentials (T43)")
  func limits() async throws {
    try await TestServer.runLimited { options in
      options.limits?.flowsPerNetwork = .rate(3, per: 3_600)
    } _: { server in
      var statuses: [Int] = []
      for _ in 0..<6 {
        let response = try await server.call(
          "accounts:createAuthUri", ["providerId": "twitter.com", "continueUri": "http://localhost/"])
        statuses.append(response.status)
      }
      #expect(statuses == [200, 200, 200, 400, 400, 400])
      #expect(try await server.requestCount("twitter.com", endpoint: "request_token") == 3)
    }
  }

  // Fails when costly text in these parameters is normalised before it is bounded.
  @Test("texts that are no token are refused as they came (T38)")
  func costlyText() async throws {
    try await TestServer.run { server in
      let marks = String(repeating: "\u{301}\u{316}", count: 200)
      for name in ["oauth_token", "oauth_verifier"] {
        for text in [marks, String(repeating: "a", count: 5_000), "a\u{0}b", "ä"] {
          let flow = try await server.beginFlow("twitter.com")
          let callback = Self.replacing(name, in: try await server.authorize(flow), by: text)
          expectRefused(try await server.finishFlow(flow, at: callback), "INVALID_IDP_RESPONSE", name)
        }
      }
      for text in [marks, "ä", String(repeating: "a", count: 5_000)] {
        expectRefused(
          try await server.signInWithIdp([
            ("providerId", "twitter.com"), ("access_token", "t"), ("oauth_token_secret", text),
          ]))
      }
      #expect(try await server.accounts().isEmpty)
    }
  }
}
