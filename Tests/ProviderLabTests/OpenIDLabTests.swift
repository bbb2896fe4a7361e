import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("The generic OpenID provider")
struct OpenIDLabTests {
  @Test("Discovery names the lab's own addresses and an issuer that is a prefix of them")
  func discovery() async throws {
    try await LabHarness.run { lab in
      let endpoints = try lab.endpoints("oidc.acme")
      let answer = try await lab.get(try #require(endpoints.discovery))
      let document = try answer.json
      #expect(document["issuer"]?.stringValue == "http://127.0.0.1:9099/lab/oidc")
      #expect(document["token_endpoint"]?.stringValue == endpoints.token)
      #expect(document["jwks_uri"]?.stringValue == endpoints.jwks)
      #expect(document["code_challenge_methods_supported"] == ["S256"])
    }
  }

  @Test("The code flow with PKCE ends in tokens and in userinfo")
  func codeFlow() async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize(
        "oidc", scope: "openid email profile offline_access",
        [
          ("code_challenge", LabDigest.codeChallenge(of: LabHarness.verifier)),
          ("code_challenge_method", "S256"),
        ])
      #expect(answer.status == 302)
      #expect(answer.callback["state"] == "s-1")
      #expect(answer.callback["iss"] == "http://127.0.0.1:9099/lab/oidc")
      let code = try #require(answer.callback["code"])
      let tokens = try await lab.exchange("oidc", code: code, [("code_verifier", LabHarness.verifier)]).json
      let jwt = try UnverifiedJWT(try #require(tokens["id_token"]?.stringValue))
      #expect(jwt.claims["nonce"]?.stringValue == "n-1")
      #expect(jwt.claims["email"]?.stringValue == "ada@example.com")
      #expect(jwt.audiences == [ProviderLab.clients.oidc.id])
      let access = try #require(tokens["access_token"]?.stringValue)
      #expect(jwt.claims["at_hash"]?.stringValue == LabDigest.half(access))
      let user = try await lab.get(
        try #require(try lab.endpoints("oidc").userinfo), headers: .bearer(access)
      ).json
      #expect(user["sub"] == jwt.claims["sub"])
      let refreshed = try await lab.post(
        try lab.endpoints("oidc").token,
        try lab.credentials("oidc") + [
          ("grant_type", "refresh_token"), ("refresh_token", tokens["refresh_token"]?.stringValue ?? ""),
        ]
      ).json
      #expect(refreshed["access_token"]?.stringValue != nil)
    }
  }

  @Test(
    "A verifier that is wrong, missing, or not asked for is refused",
    arguments: [
      ("wrong-verifier-of-forty-three-characters-00000", true), (nil, true), (LabHarness.verifier, false),
    ]
      as [(String?, Bool)])
  func pkceMismatch(verifier: String?, hasChallenge: Bool) async throws {
    try await LabHarness.run { lab in
      let challenge = [
        ("code_challenge", LabDigest.codeChallenge(of: LabHarness.verifier)),
        ("code_challenge_method", "S256"),
      ]
      let answer = try await lab.authorize("oidc", hasChallenge ? challenge : [])
      let code = try #require(answer.callback["code"])
      let refused = try await lab.exchange("oidc", code: code, verifier.map { [("code_verifier", $0)] } ?? [])
      #expect(refused.status == 400)
      #expect(try refused.json["error"] == "invalid_grant")
    }
  }

  @Test("A challenge of the method plain is refused")
  func plainChallenge() async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize("oidc", [("code_challenge", LabHarness.verifier)])
      #expect(answer.callback["error"] == "invalid_request")
      #expect(answer.callback["code"] == nil)
    }
  }

  @Test("A code is for one use")
  func singleUse() async throws {
    try await LabHarness.run { lab in
      let code = try #require(try await lab.authorize("oidc").callback["code"])
      #expect(try await lab.exchange("oidc", code: code).status == 200)
      let again = try await lab.exchange("oidc", code: code)
      #expect(try again.json["error"] == "invalid_grant")
    }
  }

  @Test(
    "A code runs out: Apple's after five minutes, the others' after ten",
    arguments: [("apple.com", 300.0), ("github.com", 600), ("google.com", 600), ("oidc", 600)])
  func codeRunsOut(provider: String, lifetime: TimeInterval) async throws {
    try await LabHarness.run { lab in
      let extra = provider == "apple.com" ? [("scope", "openid")] : []
      let early = try #require(try await lab.authorize(provider, extra).callback["code"])
      let late = try #require(try await lab.authorize(provider, extra).callback["code"])
      lab.clock.advance(by: lifetime)
      #expect(try await lab.exchange(provider, code: early).json["access_token"] != nil)
      lab.clock.advance(by: 1)
      let refused = try await lab.exchange(provider, code: late).json
      #expect(
        refused["error"]?.stringValue
          == (provider == "github.com" ? "bad_verification_code" : "invalid_grant"))
    }
  }

  @Test("The redirect URI must be the same at the token endpoint")
  func otherRedirectURI() async throws {
    try await LabHarness.run { lab in
      let code = try #require(try await lab.authorize("oidc").callback["code"])
      let refused = try await lab.exchange("oidc", code: code, redirectURI: "http://127.0.0.1:5000/other")
      #expect(try refused.json["error"] == "invalid_grant")
    }
  }

  @Test("A wrong client secret is refused with 401, by form and by Basic")
  func wrongSecret() async throws {
    try await LabHarness.run { lab in
      let token = try lab.endpoints("oidc").token
      let id = ProviderLab.clients.oidc.id
      let byForm = try await lab.post(token, [("client_id", id), ("client_secret", "no")])
      #expect(byForm.status == 401)
      let right = Data("\(id):\(ProviderLab.clients.oidc.secret)".utf8).base64EncodedString()
      let byBasic = try await lab.post(token, [], headers: [.authorization: "Basic \(right)"])
      #expect(try byBasic.json["error"] == "invalid_request")
    }
  }

  @Test(
    "Only https and loopback addresses are redirected to",
    arguments: [
      "http://evil.example/cb", "javascript:alert(1)", "https://user@app.example/cb", "//app.example/cb",
      "https://app.example/cb#x", "http://127.0.0.1.evil.example/", "https://app.example/\r\nX: y", "",
    ])
  func unacceptableRedirects(redirectURI: String) async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize("oidc", [("redirect_uri", redirectURI)])
      #expect(answer.status == 400)
      #expect(answer.headers[.location] == nil)
    }
  }

  @Test("The implicit and hybrid flows answer in the fragment and bind the code")
  func hybrid() async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize("oidc", [("response_type", "code id_token")])
      #expect(answer.headers[.location]?.hasPrefix("\(LabHarness.callback)#") == true)
      let jwt = try UnverifiedJWT(try #require(answer.callback["id_token"]))
      #expect(jwt.claims["c_hash"]?.stringValue == LabDigest.half(answer.callback["code"] ?? ""))
      let silent = try await lab.authorize("oidc", [("response_type", "id_token"), ("nonce", "")])
      #expect(silent.callback["error"] == "invalid_request")
    }
  }
}
