import Crypto
import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("Sign in with Apple")
struct AppleLabTests {
  private static let formPost = [("response_mode", "form_post"), ("response_type", "code id_token")]

  @Test("The form_post page carries code, token and state, and the user only the first time")
  func formPostFlow() async throws {
    try await LabHarness.run { lab in
      let first = try await lab.authorize("apple.com", scope: "name email", Self.formPost)
      #expect(first.status == 200)
      #expect(first.body.contains("action=\"\(LabHarness.callback)\""))
      let fields = first.fields
      #expect(fields["state"] == "s-1")
      let user = try JSONParser().parse(try #require(fields["user"]))
      #expect(user["name"] == ["firstName": "Ada", "lastName": "Lovelace"])
      #expect(user["email"] == "ada@example.com")
      let jwt = try UnverifiedJWT(try #require(fields["id_token"]))
      #expect(jwt.issuer == "https://appleid.apple.com")
      #expect(jwt.claims["nonce"] == "n-1")
      #expect(jwt.claims["c_hash"]?.stringValue == LabDigest.half(fields["code"] ?? ""))
      #expect(jwt.claims["email_verified"] == true)
      #expect(jwt.claims["is_private_email"] == nil)
      #expect(jwt.claims["name"] == nil)
      #expect(jwt.subject?.wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.\d{4}/) != nil)

      let second = try await lab.authorize("apple.com", scope: "name email", Self.formPost).fields
      #expect(second["user"] == nil)
      #expect(second["code"] != nil)
    }
  }

  @Test("The script of the form_post page is allowed by its nonce alone")
  func formPostPolicy() async throws {
    try await LabHarness.run { lab in
      let page = try await lab.authorize("apple.com", scope: "name", Self.formPost)
      let policy = page.headers[.contentSecurityPolicy] ?? ""
      let nonce = try #require(page.body.firstMatch(of: /<script nonce="([^"]+)">/)?.1)
      #expect(policy.contains("script-src 'nonce-\(nonce)'"))
      #expect(!policy.contains("unsafe"))
      #expect(page.body.contains("<button class=\"primary\" id=\"continue\">"))
    }
  }

  @Test(
    "Scopes need form_post, and a token in the redirect must not be in the query",
    arguments: [
      ("name", "code", "query"), ("email", "code id_token", "fragment"), ("", "code id_token", "query"),
      ("", "id_token", "fragment"), ("", "code", "web_message"),
    ])
  func refusedModes(scope: String, type: String, mode: String) async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize(
        "apple.com", scope: scope, [("response_type", type), ("response_mode", mode)])
      #expect(answer.status == 400)
      #expect(answer.body.contains("data-page=\"error\""))
    }
  }

  @Test("The code becomes tokens, the refresh token gives no further one, and revoking makes Apple forget")
  func tokens() async throws {
    try await LabHarness.run { lab in
      let fields = try await lab.authorize("apple.com", scope: "name email", Self.formPost).fields
      let tokens = try await lab.exchange("apple.com", code: fields["code"] ?? "").json
      #expect(tokens["token_type"] == "Bearer")
      let refresh = try #require(tokens["refresh_token"]?.stringValue)
      let jwt = try UnverifiedJWT(try #require(tokens["id_token"]?.stringValue))
      #expect(jwt.claims["at_hash"]?.stringValue == LabDigest.half(tokens["access_token"]?.stringValue ?? ""))
      let endpoints = try lab.endpoints("apple.com")
      let credentials = try lab.credentials("apple.com")
      let refreshing = credentials + [("grant_type", "refresh_token"), ("refresh_token", refresh)]
      let refreshed = try await lab.post(endpoints.token, refreshing).json
      #expect(refreshed["access_token"] != nil)
      #expect(refreshed["refresh_token"] == nil)
      let revoke = try #require(endpoints.revoke)
      #expect(try await lab.post(revoke, credentials + [("token", refresh)]).status == 200)
      #expect(try await lab.post(revoke, credentials + [("token", "unknown")]).status == 200)
      #expect(try await lab.post(revoke, [("token", refresh)]).status == 400)
      #expect(try await lab.post(endpoints.token, refreshing).json["error"] == "invalid_grant")
      let anew = try await lab.authorize("apple.com", scope: "name email", Self.formPost).fields
      #expect(anew["user"] != nil)
    }
  }

  enum SecretFlaw: CaseIterable {
    case none, otherTeam, otherKeyID, otherClient, otherKey, expired, tooLong
  }

  @Test(
    "The client secret's team, key, subject, times and signature are verified", arguments: SecretFlaw.allCases
  )
  func clientSecret(flaw: SecretFlaw) async throws {
    try await LabHarness.run { lab in
      let app = ProviderLab.clients.apple
      let code = try #require(try await lab.authorize("apple.com", scope: "").callback["code"])
      let secret = try LabAppleClientSecret.sign(
        privateKeyPEM: flaw == .otherKey ? P256.Signing.PrivateKey().pemRepresentation : app.privateKeyPEM,
        keyID: flaw == .otherKeyID ? "ANOTHERKEY" : app.keyID,
        teamID: flaw == .otherTeam ? "ANOTHERTM1" : app.teamID,
        clientID: flaw == .otherClient ? app.bundleID : app.servicesID,
        issuedAt: lab.clock.now.addingTimeInterval(flaw == .expired ? -600 : 0),
        lifetime: flaw == .tooLong ? 15_777_001 : 300)
      let answer = try await lab.post(
        try lab.endpoints("apple.com").token,
        [
          ("client_id", app.servicesID), ("client_secret", secret), ("grant_type", "authorization_code"),
          ("code", code), ("redirect_uri", LabHarness.callback),
        ])
      if flaw == .none {
        #expect(answer.status == 200)
      } else {
        #expect(answer.status == 400)
        #expect(try answer.json == ["error": "invalid_client"])
      }
    }
  }

  @Test("A used code is invalid_grant, another redirect URI invalid_client")
  func codeErrors() async throws {
    try await LabHarness.run { lab in
      let code = try #require(try await lab.authorize("apple.com", scope: "").callback["code"])
      let other = try await lab.exchange("apple.com", code: code, redirectURI: "https://app.example/")
      #expect(try other.json == ["error": "invalid_client"])
      #expect(try await lab.exchange("apple.com", code: code).status == 200)
      #expect(try await lab.exchange("apple.com", code: code).json == ["error": "invalid_grant"])
    }
  }

  @Test("Cancelling is told in the response mode that was asked for")
  func cancelled() async throws {
    try await LabHarness.run { lab in
      let posted = try await lab.authorize("apple.com", scope: "name", Self.formPost + [("lab_deny", "1")])
      // The person is decided by the denial first.
      #expect(posted.fields["error"] == "user_cancelled_authorize")
      #expect(posted.fields["state"] == "s-1")
      #expect(posted.fields["code"] == nil)
    }
  }

  @Test("Truth values are texts once the setting says so")
  func stringBooleans() async throws {
    try await LabHarness.run { lab in
      _ = try await lab.control(.put, "settings", ["appleStringBooleans": true])
      let token = try await lab.lab.mintIDToken(provider: "apple.com", .init(person: "hedy"))
      let jwt = try UnverifiedJWT(token)
      #expect(jwt.claims["email_verified"] == "true")
      #expect(jwt.claims["is_private_email"] == "true")
      #expect(jwt.audiences == [ProviderLab.clients.apple.bundleID])
    }
  }

  @Test("A native code is exchanged for the bundle id without a redirect URI")
  func nativeCode() async throws {
    try await LabHarness.run { lab in
      let app = ProviderLab.clients.apple
      let code = try #require(
        try await lab.control(.post, "token/apple.com", ["kind": "code"]).json["code"]?.stringValue)
      let secret = try app.clientSecret(clientID: app.bundleID, issuedAt: lab.clock.now)
      let answer = try await lab.post(
        try lab.endpoints("apple.com").token,
        [
          ("client_id", app.bundleID), ("client_secret", secret), ("grant_type", "authorization_code"),
          ("code", code),
        ])
      #expect(answer.status == 200)
    }
  }
}
