import Foundation
import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import Testing

@Suite("What is particular about each provider, against the lab")
struct LabProviderTests {
  // MARK: Apple

  @Test("Apple: bundle id and services id both pass, another app's does not; flags may be text")
  func apple() async throws {
    try await LabFixture.run { lab in
      for audience in [ProviderLab.clients.apple.bundleID, ProviderLab.clients.apple.servicesID] {
        let token = try await lab.idToken("apple.com", .init(audience: audience))
        #expect(try await lab.verify("apple.com", token).emailVerifiedByProvider)
      }
      let stranger = try await lab.idToken("apple.com", .init(audience: "com.example"))
      #expect(
        await lab.refusal("apple.com", stranger)?.hasPrefix(
          "INVALID_IDP_RESPONSE : The audience in ID Token [com.example] does not match the expected "
        ) == true)
      for strings in [true, false] {
        try await lab.put("settings", ["appleStringBooleans": .bool(strings)])
        let relay = try await lab.verify(
          "apple.com", lab.idToken("apple.com", .init(fault: .privateRelay)))
        #expect(relay.email?.text.hasSuffix("@privaterelay.appleid.com") == true)
        #expect(relay.emailVerifiedByProvider)
      }
      let named = try await lab.verify(
        "apple.com",
        lab.idToken("apple.com", .init(), user: AppleUser(firstName: "Ada", lastName: "Lovelace")))
      #expect(named.displayName == "Ada Lovelace" && named.photoURL == nil)
      #expect(
        await lab.refusal("apple.com", .accessToken("opaque", secret: nil))?.hasPrefix(
          "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ") == true)
    }
  }

  @Test("Apple: the code flow says what its settings lack")
  func appleSettings() async throws {
    try await LabFixture.run { lab in
      let code = ProviderCredential.authorizationCode(
        code: "c", redirectURI: LabFixture.redirect, codeVerifier: nil, expectedNonce: nil, user: nil)
      let unset = await lab.refusal("apple.com", code) { $0.apple = nil }
      #expect(
        unset == "OPERATION_NOT_ALLOWED : The identity provider configuration is not complete: apple.com "
          + "needs its team id and key id.")
      let stranger = await lab.refusal("apple.com", code) { $0.apple?.keyID = "ANOTHERKEY" }
      #expect(stranger?.contains("invalid_client") == true, "\(stranger ?? "accepted")")
    }
  }

  // MARK: Facebook

  @Test("Facebook: an access token of our app gives the profile; the address is never verified")
  func facebook() async throws {
    try await LabFixture.run { lab in
      try await lab.put("settings", ["facebookRequiresProof": true])
      let identity = try await lab.verify("facebook.com", lab.accessToken("facebook.com"))
      #expect(identity.displayName == "Ada Lovelace" && identity.firstName == "Ada")
      #expect(identity.photoURL == identity.rawUserInfo["picture"]?["data"]?["url"]?.stringValue)
      #expect(identity.federatedID == "http://facebook.com/\(identity.rawID)")
      #expect(identity.email?.text == "ada@example.com" && !identity.emailVerifiedByProvider)
      #expect(identity.tokens.expiresIn ?? 0 > 0)
      #expect(identity.redemption == nil)
      let noMail = try await lab.verify(
        "facebook.com", lab.accessToken("facebook.com", .init(person: "katherine")))
      #expect(noMail.email == nil)
    }
  }

  @Test("Facebook: tokens of other apps, expired and made-up ones are refused")
  func facebookFaults() async throws {
    try await LabFixture.run { lab in
      for fault: LabFault in [.wrongAudience, .expired, .wrongSignature] {
        let refusal = await lab.refusal(
          "facebook.com", try await lab.accessToken("facebook.com", .init(fault: fault)))
        #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : Bad access token: {") == true, "\(fault)")
      }
      let mine = try await lab.accessToken("facebook.com")
      let other = await lab.refusal("facebook.com", mine) { $0.clientID = "999" }
      #expect(
        other?.hasPrefix("INVALID_IDP_RESPONSE : Unsuccessful debug_token response from Facebook: ") == true)
      #expect(other?.contains("secret") == false)
      for token in ["", "with space", "line\nbreak", String(repeating: "a", count: 9000)] {
        #expect(
          await lab.refusal("facebook.com", .accessToken(token, secret: nil))
            == "INVALID_IDP_RESPONSE : The access token is malformed.")
      }
    }
  }

  @Test("Facebook: a Limited Login token in the wrong place is named as such, without asking Graph")
  func limitedLoginAsAccessToken() async throws {
    try await LabFixture.run { lab in
      let token = try await lab.lab.mintIDToken(provider: "facebook.com", .init(rawNonce: "raw"))
      let refusal = await lab.refusal("facebook.com", .accessToken(token, secret: nil)) {
        $0.endpoints.tokenCheck = "http://127.0.0.1:1/"
        $0.endpoints.userInfo = "http://127.0.0.1:1/"
      }
      #expect(
        refusal
          == "INVALID_IDP_RESPONSE : The access token is an ID token of Facebook Limited Login. Send it as "
          + "id_token, together with the raw nonce of the request.")
    }
  }

  @Test("Facebook Limited Login: nonce and claim are both required")
  func limitedLogin() async throws {
    try await LabFixture.run { lab in
      let missing = "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
      let identity = try await lab.verify(
        "facebook.com", lab.idToken("facebook.com", .init(rawNonce: "raw"), rawNonce: "raw"))
      #expect(identity.displayName == "Ada Lovelace" && identity.photoURL != nil)
      #expect(!identity.emailVerifiedByProvider && identity.redemption != nil)
      let rows: [(LabTokenOptions, String?, String)] = [
        (.init(), nil, missing), (.init(rawNonce: "raw"), nil, missing),
        (
          .init(fault: .noNonce), "raw",
          "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\" does not match"
        ),
        (.init(rawNonce: "raw"), "another", "MISSING_OR_INVALID_NONCE : The nonce in ID Token \""),
        (.init(nonce: "raw"), "raw", "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"raw\""),
      ]
      for (options, nonce, expected) in rows {
        let refusal = await lab.refusal(
          "facebook.com", try await lab.idToken("facebook.com", options, rawNonce: nonce))
        #expect(refusal?.hasPrefix(expected) == true, "\(refusal ?? "accepted")")
      }
      let classic = try await lab.verify("facebook.com", lab.accessToken("facebook.com"))
      #expect(classic.rawID == identity.rawID)
    }
  }

  // MARK: GitHub

  @Test("GitHub: the primary verified address counts, a public one does not")
  func gitHub() async throws {
    try await LabFixture.run { lab in
      let ada = try await lab.verify("github.com", lab.accessToken("github.com"))
      #expect(ada.email?.text == "ada@example.com" && ada.emailVerifiedByProvider)
      #expect(ada.screenName == "ada" && ada.rawUserInfo["login"] == "ada")
      #expect(Int(ada.rawID) != nil)
      let noScope = try await lab.verify(
        "github.com", lab.accessToken("github.com", .init(scopes: ["read:user"])))
      #expect(noScope.email?.text == "ada@example.com" && !noScope.emailVerifiedByProvider)
      let alan = try await lab.verify("github.com", lab.accessToken("github.com", .init(person: "alan")))
      #expect(!alan.emailVerifiedByProvider)
      let katherine = try await lab.verify(
        "github.com", lab.accessToken("github.com", .init(person: "katherine")))
      #expect(katherine.email == nil)
    }
  }

  @Test("GitHub: only tokens of our app; no ID tokens")
  func gitHubFaults() async throws {
    try await LabFixture.run { lab in
      for fault: LabFault in [.wrongAudience, .wrongSignature, .expired] {
        let refusal = await lab.refusal(
          "github.com", try await lab.accessToken("github.com", .init(fault: fault)))
        #expect(
          refusal?.hasPrefix(
            "INVALID_IDP_RESPONSE : Unsuccessful check authorization response from Github: {")
            == true, "\(fault): \(refusal ?? "accepted")")
      }
      #expect(
        await lab.refusal("github.com", .idToken("a.b.c", rawNonce: nil, accessToken: nil, user: nil))?
          .hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true)
    }
  }

  // MARK: Google

  @Test("Google: access tokens by tokeninfo, one shape of rawUserInfo, good again without a nonce")
  func google() async throws {
    try await LabFixture.run { lab in
      let byID = try await lab.verify(
        "google.com", lab.idToken("google.com", .init(person: "grace")))
      let byAccess = try await lab.verify(
        "google.com", lab.accessToken("google.com", .init(person: "grace")))
      for identity in [byID, byAccess] {
        #expect(identity.email?.text == "grace.hopper.lab@gmail.com" && identity.emailVerifiedByProvider)
        #expect(identity.rawUserInfo["id"] == .string(identity.rawID))
        #expect(identity.rawUserInfo["verified_email"] == true)
        #expect(identity.rawUserInfo["nonce"] == nil)
        #expect(identity.redemption == nil || identity.redemption?.isRepeatable == true)
        #expect(EmailTrust.isVerified(identity, policy: .production))
      }
      #expect(byID.rawID == byAccess.rawID && byID.federatedID == "https://accounts.google.com/\(byID.rawID)")
      // Google's SDKs for Firebase do not pass a nonce on.
      let unpassed = try await lab.verify("google.com", lab.idToken("google.com", .init(nonce: "whatever")))
      #expect(unpassed.redemption?.isRepeatable == true)
    }
  }

  @Test("Google: other apps' tokens are refused in production's words")
  func googleFaults() async throws {
    try await LabFixture.run { lab in
      let token = try await lab.idToken("google.com", .init(audience: "another.apps.googleusercontent.com"))
      #expect(
        await lab.refusal("google.com", token)
          == "INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be used "
          + "with this application. Its audience (OAuth 2.0 client ID) is "
          + "another.apps.googleusercontent.com, which is not authorized to be used in the project.")
      #expect(
        await lab.refusal("google.com", try await lab.accessToken("google.com", .init(fault: .wrongAudience)))
          == "INVALID_IDP_RESPONSE : access_token audience is not for this project")
      for fault: LabFault in [.wrongSignature, .expired] {
        #expect(
          await lab.refusal("google.com", try await lab.accessToken("google.com", .init(fault: fault)))?
            .hasPrefix("INVALID_IDP_RESPONSE : Unsuccessful check authorization response from Google: {")
            == true)
      }
    }
  }

  // MARK: OpenID Connect

  @Test("OpenID: discovery of another issuer is not believed, addresses in the settings need none")
  func discovery() async throws {
    try await LabFixture.run { lab in
      let token = try await lab.idToken("oidc.lab", .init())
      let connecting = "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer."
      let base = lab.lab.baseURL
      let slash = await lab.refusal("oidc.lab", token) { $0.endpoints.issuer = "\(base)/oidc/" }
      let nowhere = await lab.refusal("oidc.lab", token) { $0.endpoints.issuer = "\(base)/nowhere" }
      let notAllowed = await lab.refusal("oidc.lab", token) { $0.endpoints.allowPrivateAddresses = false }
      let unset = await lab.refusal("oidc.lab", token) { $0.endpoints.issuer = nil }
      #expect(slash == nil)
      #expect(nowhere == connecting)
      #expect(notAllowed == connecting)
      #expect(unset?.hasPrefix("OPERATION_NOT_ALLOWED : ") == true)
      let identity = try await lab.verify("oidc.lab", token) {
        $0.endpoints.jwks = lab.lab.endpoints(for: "oidc.lab")?.jwks
      }
      #expect(identity.rawUserInfo["iss"] == .string("\(base)/oidc"))
      #expect(EmailTrust.isVerified(identity, policy: .production))
    }
  }

  // MARK: Providers that fail

  @Test(
    "a provider that fails gives a clear error and no secret",
    arguments: ["facebook.com", "github.com", "google.com"], [LabFault.http500, .brokenJSON])
  func transportFaults(_ providerID: String, _ fault: LabFault) async throws {
    try await LabFixture.run { lab in
      let credential = try await lab.accessToken(providerID)
      guard case .accessToken(let token, _) = credential else { return }
      try await lab.put("faults/\(providerID)", ["fault": .string(fault.rawValue), "times": 50])
      let refusal = try #require(await lab.refusal(providerID, credential))
      #expect(refusal.hasPrefix("INVALID_IDP_RESPONSE : Failed to fetch resource from http://127.0.0.1:"))
      #expect(refusal.contains("http status: \(fault == .http500 ? 500 : 200)"))
      #expect(!refusal.contains(token) && !refusal.contains("secret") && !refusal.contains("?"))
    }
  }

  @Test("a provider that is not there gives a clear error and no secret")
  func unreachable() async throws {
    try await LabFixture.run { lab in
      let credential = try await lab.accessToken("facebook.com")
      let refusal = await lab.refusal("facebook.com", credential) {
        $0.endpoints.tokenCheck = "http://127.0.0.1:1/debug_token"
      }
      #expect(
        refusal
          == "INVALID_IDP_RESPONSE : Failed to fetch resource from http://127.0.0.1:1/debug_token, no answer."
      )
    }
  }
}
