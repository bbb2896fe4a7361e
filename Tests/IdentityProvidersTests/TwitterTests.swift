import Foundation
import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import Secrets
import Testing

@Suite("Sign-in with X, against the lab")
struct TwitterTests {
  private static let id = "twitter.com"

  @Test("the flow ends in the identity of who agreed; an address is there and not believed")
  func flow() async throws {
    try await LabFixture.run { lab in
      let identity = try await lab.twitterSignIn()
      #expect(identity.providerID == Self.id)
      #expect(identity.rawID.utf8.allSatisfy { (48...57).contains($0) } && !identity.rawID.isEmpty)
      #expect(identity.rawUserInfo["id_str"] == .string(identity.rawID))
      #expect(identity.federatedID == "http://twitter.com/\(identity.rawID)")
      #expect(identity.email?.text == "ada@example.com" && !identity.emailVerifiedByProvider)
      #expect(!EmailTrust.isVerified(identity, policy: .production))
      #expect(!EmailTrust.isVerified(identity, policy: .providerClaim))
      #expect(identity.displayName == "Ada Lovelace" && identity.screenName == "ada")
      #expect(identity.photoURL?.hasSuffix("/people/ada.svg") == true)
      #expect(identity.tokens.accessToken != nil && identity.tokens.tokenSecret != nil)
      #expect(identity.redemption == nil)
      #expect(try await lab.twitterSignIn().rawID == identity.rawID)
    }
  }

  @Test("a person without an address, or with one that is not proved, has none")
  func address() async throws {
    try await LabFixture.run { lab in
      for extra in ["lab_person=katherine", "lab_person=alan", "lab_person=ada&lab_fault=email-missing"] {
        let identity = try await lab.twitterSignIn(extra)
        #expect(identity.email == nil, "\(extra)")
        #expect(identity.rawUserInfo["email"] == .null)
      }
    }
  }

  @Test("what an app brings is a token with its secret, and neither alone")
  func credential() async throws {
    try await LabFixture.run { lab in
      let token = try await lab.lab.mintAccessToken(provider: Self.id)
      let secret = lab.lab.tokenSecret(of: token)
      let identity = try await lab.verify(Self.id, .accessToken(token, secret: secret))
      #expect(identity.tokens.accessToken == token && identity.tokens.tokenSecret == secret)
      for missing in [nil, ""] as [String?] {
        #expect(
          await lab.refusal(Self.id, .accessToken(token, secret: missing))
            == "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: twitter.com takes an access "
            + "token together with its oauth_token_secret.")
        #expect(!ProviderCredential.accessToken(token, secret: missing).isComplete(for: Self.id))
      }
      #expect(ProviderCredential.accessToken(token, secret: secret).isComplete(for: Self.id))
      #expect(ProviderCredential.accessToken(token, secret: nil).isComplete(for: "github.com"))
      for other in [
        ProviderCredential.idToken("x.y.z", rawNonce: nil, accessToken: nil, user: nil),
        .authorizationCode(
          code: "c", redirectURI: LabFixture.redirect, codeVerifier: nil, expectedNonce: nil, user: nil),
      ] {
        #expect(
          await lab.refusal(Self.id, other)?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true)
      }
    }
  }

  private static let refused =
    "/twitter.com/1.1/account/verify_credentials.json?include_email=true, http status: 401, http response: "

  @Test("a wrong secret, an unknown token and another app's are refused in X's words (T5)")
  func strangers() async throws {
    try await LabFixture.run { lab in
      let token = try await lab.lab.mintAccessToken(provider: Self.id)
      let foreign = try await lab.lab.mintAccessToken(provider: Self.id, .init(fault: .wrongAudience))
      for (token, secret, code) in [
        (token, "another-secret", 32), ("unknown-token", "another-secret", 89),
        (foreign, lab.lab.tokenSecret(of: foreign), 89),
      ] as [(String, String, Int)] {
        let refusal = try #require(await lab.refusal(Self.id, .accessToken(token, secret: secret)))
        #expect(refusal.hasPrefix("INVALID_IDP_RESPONSE : Failed to fetch resource from \(lab.lab.baseURL)"))
        #expect(refusal.contains(Self.refused + #"{"errors":[{"code":\#(code),"message":""#), "\(refusal)")
        for secret in [token, secret, ProviderLab.clients.twitter.secret] {
          #expect(!refusal.contains(secret))
        }
      }
    }
  }

  @Test("the wrong secret of the app is refused when the flow begins, and when a credential is brought")
  func wrongApp() async throws {
    try await LabFixture.run { lab in
      let wrong = ProviderSecrets(clientSecret: Secret("another-secret"))
      let begun = await message {
        _ = try await lab.registry.temporaryCredentials(
          for: try lab.twitterRequest(), secrets: wrong, now: lab.clock.now())
      }
      #expect(
        begun == "INVALID_IDP_RESPONSE : Error getting request token: 401 "
          + #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#)
      for (client, secrets, needs) in [
        ("", lab.secrets(Self.id), "its API key"),
        (ProviderLab.clients.twitter.id, ProviderSecrets(), "its API key secret"),
      ] {
        let refusal = await message {
          var request = try lab.twitterRequest()
          request.settings.clientID = client
          _ = try await lab.registry.temporaryCredentials(
            for: request, secrets: secrets, now: lab.clock.now())
        }
        #expect(
          refusal
            == "OPERATION_NOT_ALLOWED : The identity provider configuration is not complete: twitter.com "
            + "needs \(needs).")
      }
    }
  }

  @Test("an address to come back to that X does not know is refused in its words")
  func unknownCallback() async throws {
    try await LabFixture.run { lab in
      var request = try lab.twitterRequest()
      request.redirectURI = "http://elsewhere.example/"
      let refusal = await message { [request] in
        _ = try await lab.registry.temporaryCredentials(
          for: request, secrets: lab.secrets(Self.id), now: lab.clock.now())
      }
      #expect(
        refusal?.hasPrefix(
          "INVALID_IDP_RESPONSE : Error getting request token: 403 Callback URL not approved for this client")
          == true,
        "\(refusal ?? "accepted")")
    }
  }

  @Test("a callback that is not confirmed begins no flow")
  func unconfirmed() async throws {
    try await LabFixture.run { lab in
      try await lab.put("faults/twitter.com", ["fault": "callback-not-confirmed"])
      #expect(
        await message { _ = try await lab.twitterSignIn() }
          == "INVALID_IDP_RESPONSE : Error getting request token: the callback is not confirmed.")
    }
  }

  @Test("clocks that differ by more than minutes are told of")
  func clocks() async throws {
    try await LabFixture.run { lab in
      let refusal = await message {
        _ = try await lab.registry.temporaryCredentials(
          for: try lab.twitterRequest(), secrets: lab.secrets(Self.id),
          now: lab.clock.now().adding(seconds: 900))
      }
      #expect(refusal?.contains(#""code":135"#) == true, "\(refusal ?? "accepted")")
    }
  }

  @Test("a verifier is good once, for its own credentials, while they last (T10, T15)")
  func verifier() async throws {
    try await LabFixture.run { lab in
      let (temporary, answer) = try await lab.twitterCallback()
      let (other, _) = try await lab.twitterCallback()
      #expect(answer["oauth_token"] == temporary.token && answer["state"] == "state-1")
      let verifier = try #require(answer["oauth_verifier"])
      func refusal(_ credentials: OAuth1Token, _ verifier: String) async -> String? {
        await lab.refusal(Self.id, .temporaryCredentials(credentials, verifier: verifier))
      }
      let prefix = "INVALID_IDP_RESPONSE : Error getting access token from twitter.com: 401 "
      #expect(await refusal(other, verifier)?.hasPrefix(prefix) == true)
      #expect(await refusal(temporary, "made-up")?.hasPrefix(prefix) == true)
      #expect(
        await refusal(.init(token: temporary.token, secret: "made-up"), verifier)?.contains(#""code":32"#)
          == true)
      #expect(await refusal(temporary, "") == "INVALID_IDP_RESPONSE : The OAuth verifier is malformed.")
      #expect(await refusal(temporary, verifier) == nil)
      let again = await refusal(temporary, verifier)
      #expect(again?.hasPrefix(prefix) == true && again?.contains(verifier) == false)
      let (late, lateAnswer) = try await lab.twitterCallback()
      lab.clock.advance(seconds: 1_801)
      #expect(await refusal(late, lateAnswer["oauth_verifier"] ?? "")?.contains(#""code":89"#) == true)
    }
  }

  private static let faults: [(String, String)] = [
    ("reused-code", "Error getting access token from twitter.com: 401 "),
    ("expired", "Error getting access token from twitter.com: 401 "),
    ("wrong-audience", "Failed to fetch resource from "),
    ("other-user", "The access token and the profile belong to different users."),
    ("numeric-id", "Unable to retrieve user's identity from twitter.com response, "),
    ("broken-json", "Error getting access token from twitter.com: there is none in the answer."),
    ("http-500", "Failed to fetch resource from "), ("huge-answer", "Failed to fetch resource from "),
    ("redirected-answer", "Failed to fetch resource from "),
  ]

  @Test(
    "whatever X answers that it should not ends as INVALID_IDP_RESPONSE, with a diagnosis", arguments: faults)
  func faultsOfTheFlow(_ fault: String, _ expected: String) async throws {
    try await LabFixture.run { lab in
      do {
        _ = try await lab.twitterSignIn("lab_person=ada&lab_fault=\(fault)")
        Issue.record("accepted")
      } catch let error as IdentityError {
        #expect(error.message.hasPrefix("INVALID_IDP_RESPONSE : \(expected)"), "\(error.message)")
        #expect(error.signInDiagnosis != nil)
      }
    }
  }

  @Test(
    "each of the three endpoints may fail on the wire",
    arguments: ["http-500", "broken-json", "huge-answer", "redirected-answer"],
    ["request_token", "token", "userinfo"])
  func faultsOfTheWire(_ fault: String, _ endpoint: String) async throws {
    try await LabFixture.run { lab in
      try await lab.put("faults/twitter.com", ["fault": .string(fault), "endpoint": .string(endpoint)])
      let refusal = await message { _ = try await lab.twitterSignIn() }
      #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(refusal ?? "accepted")")
      _ = try await lab.twitterSignIn()
    }
  }

  @Test("an answer that is too late is none")
  func late() async throws {
    try await LabFixture.run { lab in
      var limits = OutgoingHTTP.Limits()
      limits.timeout = .milliseconds(200)
      try await withHTTP(limits: limits) { http in
        let token = try await lab.lab.mintAccessToken(provider: Self.id)
        try await lab.put(
          "faults/twitter.com", ["fault": "slow-answer", "seconds": 2, "endpoint": "userinfo"])
        let refusal = await message {
          let verifier = try #require(ProviderRegistry(http: http).verifier(for: Self.id))
          _ = try await verifier.verify(
            .accessToken(token, secret: lab.lab.tokenSecret(of: token)), with: try lab.settings(Self.id),
            secrets: lab.secrets(Self.id), now: lab.clock.now())
        }
        #expect(refusal?.hasSuffix("verify_credentials.json, no answer.") == true, "\(refusal ?? "accepted")")
      }
    }
  }

  @Test("the browser goes to X with the temporary token and the app's own parameters, and nothing else")
  func authorizationRequest() async throws {
    try await LabFixture.run { lab in
      var request = try lab.twitterRequest()
      #expect(throws: IdentityError.self) { try request.url() }
      request.temporaryToken = "t/1"
      request.scopes = ["tweet.read"]
      request.nonce = sha256Hex("n")
      request.codeChallenge = codeChallenge("v")
      request.language = "pt-BR"
      request.customParameters = [
        "force_login": "true", "oauth_token": "x", "OAuth_Callback": "https://evil.example", "state": "x",
      ]
      let url = try request.url(endpoint: "https://api.twitter.com/oauth/authenticate")
      #expect(
        url == "https://api.twitter.com/oauth/authenticate?oauth_token=t%2F1&force_login=true&lang=pt-BR")
    }
  }

  @Test("a test without anybody says whether X knows the app")
  func preflight() async throws {
    try await LabFixture.run { lab in
      func client(_ secrets: ProviderSecrets) async throws -> SignInCheck? {
        await lab.registry.preflight(
          try lab.settings(Self.id), secrets: secrets, redirectURI: LabFixture.redirect, now: lab.clock.now()
        ).first { $0.name == .client }
      }
      #expect(try await client(lab.secrets(Self.id))?.outcome == .passed)
      let failed = try await client(.init(clientSecret: Secret("another-secret")))
      #expect(failed?.outcome == .failed && failed?.report?.check == "client")
    }
  }
}

extension LabFixture {
  func twitterRequest() throws -> AuthorizationRequest {
    AuthorizationRequest(
      settings: try settings("twitter.com"), redirectURI: Self.redirect, state: "state-1")
  }

  /// Temporary credentials, and what the browser brings back for them.
  func twitterCallback(_ extra: String = "lab_person=ada") async throws -> (OAuth1Token, FormURLEncoded) {
    var request = try twitterRequest()
    let credentials = try await registry.temporaryCredentials(
      for: request, secrets: secrets("twitter.com"), now: clock.now())
    request.temporaryToken = credentials.token
    let url = try await registry.authorizationURL(request, now: clock.now())
    let answer = try await http.send(.init(.get, "\(url)&\(extra)", allowPrivateAddresses: true))
    let location = try #require(answer.header("location"))
    #expect(location.hasPrefix(Self.redirect + "?"))
    return (credentials, FormURLEncoded(parsing: String(location.drop { $0 != "?" }.dropFirst())))
  }

  func twitterSignIn(_ extra: String = "lab_person=ada") async throws -> ProviderIdentity {
    let (credentials, answer) = try await twitterCallback(extra)
    return try await verify(
      "twitter.com", .temporaryCredentials(credentials, verifier: answer["oauth_verifier"] ?? ""))
  }
}
