import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("A plain OAuth 2.0 provider, by its settings alone")
struct OAuthProviderTests {
  @Test("the profile is read where the paths lead, also beyond 2^53")
  func profile() async throws {
    try await OAuthFixture.run { fixture in
      var fixture = fixture
      fixture.answers["/me"] = .json([
        "data": [
          "number": 9_223_372_036_854_775_807, "names": ["Ada Lovelace"], "login": "ada",
          "picture": "https://example.com/ada.png", "mail": "ada@example.com", "checked": true,
        ]
      ])
      for (field, path) in [
        (.userID, "data.number"), (.displayName, "data.names.0"), (.screenName, "data.login"),
        (.photoURL, "data.picture"), (.email, "data.mail"), (.emailVerified, "data.checked"),
      ] as [(ProfileMapping.Field, String)] { fixture.map(field, path) }
      let identity = try await fixture.signIn()
      #expect(identity.rawID == "9223372036854775807" && identity.federatedID == identity.rawID)
      #expect(identity.displayName == "Ada Lovelace" && identity.screenName == "ada")
      #expect(identity.photoURL == "https://example.com/ada.png")
      #expect(identity.email?.text == "ada@example.com" && identity.emailVerifiedByProvider)
      #expect(identity.tokens.accessToken == OAuthFixture.token)
      #expect(identity.rawUserInfo["data"]?["login"] == "ada")
    }
  }

  @Test(
    "T3: an id that several users could have is none",
    arguments: [
      "", " ", 0, -1, 1.5, 1e300, 18_446_744_073_709_551_616.0, true, false, nil, [], [1], [:], ["id": "x"],
    ] as [JSONValue])
  func unusableID(_ id: JSONValue) async throws {
    try await OAuthFixture.run { fixture in
      fixture.answers["/me"] = .json(["user": ["id": id]])
      let error = await fixture.failure()
      #expect(error?.message.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(id)")
      #expect(error?.signInReport.check == "profile")
    }
  }

  @Test("an id that is missing, too long, or not the token answer's, is refused")
  func otherUser() async throws {
    try await OAuthFixture.run { fixture in
      for profile: JSONValue in [
        [:], ["user": "u-1"], ["user": ["id": .string(.init(repeating: "x", count: 513))]],
      ] {
        fixture.answers["/me"] = .json(profile)
        #expect(await fixture.failure()?.refusal == .invalidIdPResponse)
      }
      var strict = fixture
      strict.map(.tokenUserID, "owner.id")
      fixture.answers["/me"] = .json(["user": ["id": 7]])
      for (owner, isFine) in [("7", true), (7, true), (8, false), (nil, false), (true, false)]
        as [(JSONValue, Bool)]
      {
        fixture.answers["/token"] = .json([
          "access_token": .string(OAuthFixture.token), "owner": ["id": owner],
        ])
        #expect((await strict.failure() == nil) == isFine, "\(owner)")
      }
      fixture.answers["/token"] = .json(["access_token": .string(OAuthFixture.token)])
      #expect(await strict.failure()?.signInReport.check == "profile")
    }
  }

  @Test("an app's own tokens are refused without a question: nobody can tell for which app they were made")
  func appCredentials() async throws {
    try await OAuthFixture.run { fixture in
      for credential: ProviderCredential in [
        .accessToken("a-token", secret: nil),
        .idToken("a.b.c", rawNonce: nil, accessToken: "a-token", user: nil),
      ] {
        let refusal = await message { _ = try await fixture.signIn(credential) }
        #expect(refusal?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID") == true)
      }
      #expect(fixture.stub.received.isEmpty)
    }
  }

  @Test("the profile is asked for in the way that the settings say, and the token stays out of errors")
  func requests() async throws {
    try await OAuthFixture.run { fixture in
      for way in OAuthDialect.ProfileRequest.allCases {
        var fixture = fixture
        fixture.speak { $0.profileRequest = way }
        fixture.answers["/me"] = .json(["user": ["id": "u-1"]])
        _ = try await fixture.signIn()
        let request = try #require(fixture.stub.received("/me").last)
        let isHeader = way == .bearer || way == .bearerPost
        #expect(request.method == (way == .bearer || way == .query ? "GET" : "POST"))
        #expect((request.headers["authorization"] == "Bearer \(OAuthFixture.token)") == isHeader)
        #expect((request.query["access_token"] == OAuthFixture.token) == (way == .query))
        #expect((request.form["access_token"] == OAuthFixture.token) == (way == .form))
        #expect((request.headers["content-type"] != nil) == (way == .form))
        for (status, body) in [(500, "oops"), (200, "oops"), (400, #"{"error":"\#(OAuthFixture.token)"}"#)] {
          fixture.answers["/me"] = .text(body, status: status)
          let error = await fixture.failure()
          #expect(error?.refusal == .invalidIdPResponse)
          let words =
            "\(error?.message ?? "") \(error?.cause ?? "") \(error.map { "\($0.signInReport)" } ?? "")"
          #expect(!words.contains(OAuthFixture.token), "\(way) \(status)")
        }
      }
    }
  }

  @Test("the client authenticates as the settings say, else in both ways")
  func clientAuthentication() async throws {
    try await OAuthFixture.run { fixture in
      var fixture = fixture
      let methods: [ProviderSettings.TokenAuthentication?] = [.basic, .post, nil]
      for method in methods {
        fixture.settings.tokenAuthentication = method
        _ = try await fixture.signIn()
        let request = try #require(fixture.stub.received("/token").last)
        #expect((request.headers["authorization"] != nil) == (method != .post))
        #expect((request.form["client_secret"] == "the-secret") == (method == .post))
        #expect(request.form["grant_type"] == "authorization_code" && request.form["client_id"] == "app-1")
        #expect(request.form["redirect_uri"] == OAuthFixture.redirect)
      }
      fixture.answers["/token"] = .json(["error": "invalid_client"], status: 401)
      #expect(await fixture.failure()?.signInReport.check == "code")
      #expect(fixture.stub.received("/token").last?.form["client_secret"] == "the-secret")
    }
  }

  @Test("PKCE is used unless the settings say that the provider takes none")
  func pkce() async throws {
    try await OAuthFixture.run { fixture in
      for uses in [true, false] {
        var fixture = fixture
        fixture.speak { $0.usesPKCE = uses }
        var request = AuthorizationRequest(
          settings: fixture.settings, redirectURI: OAuthFixture.redirect, state: "s")
        request.codeChallenge = "challenge"
        request.nonce = "nonce"
        let query = FormURLEncoded(
          parsing: String(try request.url().split(separator: "?", maxSplits: 1)[1]))
        #expect((query["code_challenge"] == "challenge") == uses)
        #expect(query["nonce"] == nil && query["response_type"] == "code" && query["state"] == "s")
        _ = try await fixture.signIn()
        #expect((fixture.stub.received("/token").last?.form["code_verifier"] != nil) == uses)
      }
    }
  }

  @Test("scopes are the app's, else the settings', with the settings' separator")
  func scopes() throws {
    var settings = ProviderSettings(providerID: "oauth.test", enabled: true, clientID: "app-1")
    settings.endpoints.authorization = "https://example.com/authorize?x=1"
    settings.dialect = OAuthDialect()
    settings.dialect?.scopes = ["mail", "profile"]
    settings.dialect?.scopeSeparator = ","
    var request = AuthorizationRequest(settings: settings, redirectURI: OAuthFixture.redirect, state: "s")
    #expect(try request.url().contains("scope=mail%2Cprofile"))
    request.scopes = ["a", "b"]
    let url = try request.url()
    #expect(url.hasPrefix("https://example.com/authorize?x=1&") && url.contains("scope=a%2Cb"))
  }

  @Test("the addresses come from their own address, and a list's marked element")
  func addresses() async throws {
    try await OAuthFixture.run { fixture in
      var fixture = fixture
      fixture.settings.endpoints.userEmails = fixture.stub.baseURL + "/mails"
      fixture.map(.email, "?main.value")
      fixture.map(.emailVerified, "?main.checked")
      fixture.answers["/mails"] = .json([
        ["value": "a@example.com", "main": false, "checked": true],
        ["value": "b@example.com", "main": true, "checked": false],
      ])
      let identity = try await fixture.signIn()
      #expect(identity.email?.text == "b@example.com" && !identity.emailVerifiedByProvider)
      // A token that may not see them signs in without an address.
      fixture.answers["/mails"] = .json(["error": "insufficient_scope"], status: 403)
      #expect(try await fixture.signIn().email == nil)
      fixture.answers["/mails"] = .text("", status: 500)
      #expect(await fixture.failure()?.refusal == .invalidIdPResponse)
    }
  }

  @Test(
    "T4: an address counts where the settings name its domain and the provider calls it verified, nowhere else",
    arguments: [true, false, "true", "yes", 1, nil] as [JSONValue])
  func trust(_ verified: JSONValue) async throws {
    try await OAuthFixture.run { fixture in
      var fixture = fixture
      fixture.map(.email, "user.mail")
      fixture.map(.emailVerified, "user.checked")
      fixture.answers["/me"] = .json(["user": ["id": 1, "mail": "a@example.com", "checked": verified]])
      let identity = try await fixture.signIn()
      let isClaimed = verified == true || verified == "true"
      #expect(!EmailTrust.isVerified(identity, policy: .production))
      #expect(!EmailTrust.isVerified(identity, policy: .production, domains: ["example.org"]))
      #expect(EmailTrust.isVerified(identity, policy: .production, domains: ["example.com"]) == isClaimed)
    }
  }

  static let tokenAnswers: [(StubProvider.Answer, String)] = [
    (.json(["error": "temporarily_unavailable"]), "code"),
    (.json(["access_token": "t-1", "token_type": "mac"]), "access-token"),
    (.json(["access_token": "t-1", "token_type": 7]), "access-token"),
    (.json(["access_token": ""]), "answer"), (.json([]), "answer"), (.json(["access_token": 1]), "answer"),
    (.json(["access_token": "a b"]), "access-token"), (.text("access_token=x"), "provider"),
    (.text("", status: 302, headers: ["Location": "/me"]), "provider"),
    (.text("", status: 503), "provider"),
    (.text("{\"a\":\"\(String(repeating: "x", count: 2 << 20))\"}"), "provider"),
  ]

  @Test(
    "an unusable answer of the token endpoint is INVALID_IDP_RESPONSE with a diagnosis",
    arguments: tokenAnswers)
  func tokenAnswer(_ answer: StubProvider.Answer, _ check: String) async throws {
    try await OAuthFixture.run { fixture in
      await fixture.expectRefusal(at: "/token", answer, check)
      #expect(fixture.stub.received("/me").isEmpty)
    }
  }

  static let profileAnswers: [(StubProvider.Answer, String)] = [
    (.json(["error": "invalid_token", "user": ["id": "u-1"]]), "access-token"),
    (.json(["error": ["code": 7], "user": [:]]), "access-token"),
    (.json(["user": [:]], status: 401), "access-token"),
    (.text("<html>"), "provider"), (.text("", status: 500), "provider"),
    (.text("", status: 302, headers: ["Location": "http://127.0.0.1/"]), "provider"),
    (.text("{\"user\":{\"id\":\"u-1\",\"a\":\"\(String(repeating: "x", count: 40_000))\"}}"), "provider"),
  ]

  @Test(
    "an unusable profile is INVALID_IDP_RESPONSE with a diagnosis", arguments: profileAnswers)
  func profileAnswer(_ answer: StubProvider.Answer, _ check: String) async throws {
    try await OAuthFixture.run { await $0.expectRefusal(at: "/me", answer, check) }
  }

  @Test("an object named error that tells of none refuses nothing")
  func harmlessError() async throws {
    try await OAuthFixture.run { fixture in
      fixture.answers["/me"] = .json(["user": ["id": "u-1"], "error": ["code": "ok"]])
      let user = try await fixture.signIn()
      #expect(user.rawID == "u-1")
    }
  }

  @Test("what the settings lack is a sentence each")
  func missing() {
    let settings = ProviderSettings(providerID: "oauth.test", enabled: true, clientID: "")
    let sentences = ProviderCatalog.missingSettings(settings, secrets: .init(), for: .webFlow)
    #expect(
      sentences == [
        "oauth.test needs its client id.", "oauth.test needs its client secret.",
        "oauth.test needs its authorization endpoint.", "oauth.test needs its token endpoint.",
        "oauth.test needs its user info endpoint.",
        "oauth.test needs the path of the user id in its profile.",
      ])
    #expect(ProviderCatalog.entry(for: "oauth.A") == nil && ProviderCatalog.entry(for: "oauth.") == nil)
  }
}
