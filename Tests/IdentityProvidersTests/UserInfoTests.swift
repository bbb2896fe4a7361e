import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("UserInfo says what the ID token leaves out")
struct UserInfoTests {
  private static let ada: JSONValue = [
    "sub": "user-1", "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace",
    "given_name": "Ada", "preferred_username": "ada", "picture": "https://example.com/ada.png",
  ]

  @Test("address and name come from there, asked by the access token")
  func claims() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.userInfo(Self.ada)
      let identity = try await provider.signIn()
      #expect(identity.email?.text == "ada@example.com" && identity.emailVerifiedByProvider)
      #expect(identity.displayName == "Ada Lovelace" && identity.firstName == "Ada")
      #expect(identity.screenName == "ada" && identity.photoURL == "https://example.com/ada.png")
      #expect(identity.rawUserInfo["name"] == "Ada Lovelace" && identity.rawUserInfo["iss"] != nil)
      let asked = try #require(provider.stub.received("/userinfo").first)
      #expect(asked.headers["authorization"] == "Bearer the-access-token" && asked.method == "GET")
    }
  }

  @Test("the ID token wins, and says it alone where it says all")
  func idTokenWins() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.userInfo([
        "sub": "user-1", "name": "Another Name", "email": "other@example.com", "email_verified": true,
        "iss": "https://elsewhere.example", "nonce": "x", "locale": "en", "azp": "another-app", "jti": "x",
      ])
      let token = provider.bareToken.with("name", "Ada Lovelace").with("email", "ada@example.com")
      provider.answers.token("id_token", .string(token.text))
      let identity = try await provider.signIn()
      #expect(identity.displayName == "Ada Lovelace" && identity.email?.text == "ada@example.com")
      #expect(!identity.emailVerifiedByProvider, "the word is about another address")
      #expect(identity.rawUserInfo["locale"] == "en")
      #expect(identity.rawUserInfo["iss"] == .string(provider.stub.baseURL))
      #expect(identity.rawUserInfo["nonce"] == "the-nonce")
      #expect(identity.rawUserInfo["azp"] == nil && identity.rawUserInfo["jti"] == nil, "not the user's")

      let whole = token.with("email_verified", true)
      provider.answers.token("id_token", .string(whole.text))
      #expect(try await provider.signIn().emailVerifiedByProvider)
      #expect(provider.stub.received("/userinfo").count == 1, "nothing was missing")
    }
  }

  @Test("a verified flag of the ID token says nothing about UserInfo's address")
  func flagWithoutAddress() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.userInfo(["sub": "user-1", "email": "ada@example.com"])
      provider.answers.token("id_token", .string(provider.bareToken.with("email_verified", true).text))
      let identity = try await provider.signIn()
      #expect(identity.email?.text == "ada@example.com" && !identity.emailVerifiedByProvider)
    }
  }

  @Test("another user's answer is refused, and one without sub is not used")
  func subject() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      for subject: JSONValue in ["user-2", "USER-1", "user-1 ", 1, .null, ""] {
        provider.answers.userInfo(["sub": subject, "email": "eve@example.com", "email_verified": true])
        #expect(
          await provider.refusal()
            == "INVALID_IDP_RESPONSE : The ID token and the UserInfo answer belong to different users.")
      }
      provider.answers.userInfo(["email": "eve@example.com", "email_verified": true, "name": "Eve"])
      let identity = try await provider.signIn()
      #expect(identity.rawID == "user-1" && identity.email == nil && identity.displayName == nil)
    }
  }

  @Test("an ID token with an address does without its answer, but not with an answer about another user")
  func addressWithoutUserInfo() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let token = provider.bareToken.with("email", "ada@example.com").with("email_verified", true)
      provider.answers.token("id_token", .string(token.text))
      for status in [403, 404, 503] {
        provider.answers.userInfo { _ in .json(["error": "insufficient_scope"], status: status) }
        #expect(try await provider.signIn().email?.text == "ada@example.com")
      }
      provider.answers.userInfo(["sub": "user-2"])
      #expect(await provider.refusal()?.contains("different users") == true)
    }
  }

  @Test("a refusal, a redirect, no JSON and too long an answer fail the sign-in in words")
  func faults() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      let faults: [(StubProvider.Answer, String)] = [
        (
          .json(["error": "invalid_token", "error_description": "no the-access-token"], status: 401),
          "Unsuccessful userinfo response from oidc.test: {"
        ),
        (
          .json(["error": "insufficient_scope"], status: 403), "Unsuccessful userinfo response from oidc.test"
        ),
        (
          .text("", status: 302, headers: ["Location": "/elsewhere"]), "Failed to fetch resource from http://"
        ),
        (.text("broken", status: 500), "Failed to fetch resource from http://"),
        (.text("<html>"), "Failed to fetch resource from http://"),
        (.json([]), "Unsuccessful userinfo response from oidc.test"),
        (
          .json(["sub": "user-1", "groups": .string(String(repeating: "g", count: 40_000))]),
          "Failed to fetch resource from http://"
        ),
      ]
      for (answer, expected) in faults {
        provider.answers.userInfo { _ in answer }
        let refusal = try #require(await provider.refusal())
        #expect(refusal.hasPrefix("INVALID_IDP_RESPONSE : \(expected)"), "\(refusal)")
        #expect(!refusal.contains("the-access-token"))
      }
      #expect(provider.stub.received("/elsewhere").isEmpty)
    }
  }

  @Test("a provider without UserInfo, or without an access token, signs in by the ID token alone")
  func nothingToAsk() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("userinfo_endpoint", nil)
      #expect(try await provider.signIn().email == nil)
    }
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.token("access_token", nil)
      #expect(try await provider.signIn().email == nil)
      #expect(provider.stub.received("/userinfo").isEmpty)
    }
  }

  @Test("an address of the settings is asked in place of the published one")
  func ownEndpoint() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("userinfo_endpoint", .string(provider.stub.baseURL + "/nowhere"))
      provider.answers.userInfo(Self.ada)
      var own = provider
      own.settings.endpoints.userInfo = provider.stub.baseURL + "/userinfo"
      #expect(try await own.signIn().email?.text == "ada@example.com")
    }
  }

  @Test("private addresses stay refused, whatever a discovery document names")
  func privateAddress() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("userinfo_endpoint", "file:///etc/passwd")
      #expect(await provider.refusal()?.contains("no answer") == true)
      provider.answers.discovery("userinfo_endpoint", "http://user@127.0.0.1/")
      let refusal = await provider.refusal(now: TestToken.now.adding(seconds: 3601))
      #expect(refusal?.contains("no answer") == true)
    }
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.userInfo(Self.ada)
      var named = provider
      named.settings.endpoints.allowPrivateAddresses = false
      named.settings.endpoints.privateHost = "127.0.0.1"
      #expect(try await named.signIn().email?.text == "ada@example.com")
      let base = provider.stub.baseURL.replacing("127.0.0.1", with: "localhost")
      provider.answers.discovery("userinfo_endpoint", .string(base + "/userinfo"))
      let refusal = await named.refusal(now: TestToken.now.adding(seconds: 3601))
      #expect(refusal?.contains("no answer") == true, "\(refusal ?? "signed in")")
      #expect(provider.stub.received("/userinfo").count == 1, "the leave is for the named host alone")
    }
  }

  @Test("a signed answer counts when it is of the issuer, for us, and fits the issuer's keys")
  func signed() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      var answer = TestToken([
        "iss": .string(provider.stub.baseURL), "aud": "app-1", "sub": "user-1",
        "email": "ada@example.com", "email_verified": true,
      ])
      func serve(_ token: TestToken) {
        let text = token.text
        provider.answers.userInfo { _ in
          .text(text, headers: ["Content-Type": "application/jwt; charset=utf-8"])
        }
      }
      serve(answer.withHeader("typ", nil))
      let identity = try await provider.signIn()
      #expect(identity.email?.text == "ada@example.com" && identity.emailVerifiedByProvider)
      answer = answer.withHeader("typ", "at+jwt")
      serve(answer)
      #expect(try await provider.signIn().email?.text == "ada@example.com")

      for (token, expected) in [
        (answer.signed(TestKeys.other.sign), "The signature of the ID Token is not valid."),
        (answer.withHeader("alg", "none").signed { _ in [] }, "The signature of the ID Token is not valid."),
        (answer.with("iss", "https://elsewhere.example"), "The issuer in ID Token"),
        (answer.with("aud", "another-app"), "The audience in ID Token"),
        (answer.with("aud", nil), "The audience in ID Token"),
        (answer.with("sub", "user-2"), "The ID token and the UserInfo answer belong to different users."),
        (answer.with("exp", .integer(TestToken.now.seconds - 600)), "The UserInfo answer has expired."),
      ] {
        serve(token)
        let refusal = try #require(await provider.refusal())
        #expect(refusal.hasPrefix("INVALID_IDP_RESPONSE : \(expected)"), "\(refusal)")
      }
    }
  }

  @Test("an access token that an app brings is not asked with")
  func appsAccessToken() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.userInfo(Self.ada)
      let verifier = try #require(provider.registry.verifier(for: "oidc.test"))
      let identity = try await verifier.verify(
        .idToken(
          provider.bareToken.with("nonce", nil).text, rawNonce: nil, accessToken: "the-access-token",
          user: nil),
        with: provider.settings, secrets: provider.secrets, now: TestToken.now)
      #expect(identity.email == nil && provider.stub.received("/userinfo").isEmpty)
    }
  }
}
