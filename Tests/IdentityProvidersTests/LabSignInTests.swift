import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import Testing

func codeChallenge(_ verifier: String) -> String {
  Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
}

@Suite("Sign-in with each provider, against the lab")
struct LabSignInTests {
  @Test(
    "the code flow ends in a verified identity",
    arguments: ["apple.com", "facebook.com", "github.com", "google.com", "oauth.lab", "oidc.lab"])
  func codeFlow(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let identity = try await lab.signIn(providerID)
      #expect(identity.providerID == providerID)
      #expect(!identity.rawID.isEmpty)
      #expect(identity.email?.text == "ada@example.com")
      #expect(identity.emailVerifiedByProvider == (providerID != "facebook.com"))
      #expect(identity.displayName == "Ada Lovelace")
      #expect(identity.tokens.accessToken != nil)
      #expect((identity.photoURL == nil) == (providerID == "apple.com"))
      #expect(
        (identity.screenName != nil) == ["github.com", "oauth.lab"].contains(providerID)
          || providerID == "oidc.lab")
      #expect(!identity.isUnsignedDevelopmentCredential)
      let again = try await lab.signIn(providerID)
      #expect(again.rawID == identity.rawID)
    }
  }

  @Test("Apple tells the name once, posts it with the code, and the relay address stays as it is")
  func appleNameOnce() async throws {
    try await LabFixture.run { lab in
      let first = try await lab.signIn("apple.com", extra: "lab_person=hedy")
      #expect(first.firstName == "Hedy" && first.lastName == "Lamarr")
      #expect(first.email?.text == "k7q2m9x4tz@privaterelay.appleid.com")
      #expect(flag(first.rawUserInfo["is_private_email"]))
      #expect(first.photoURL == nil)
      let second = try await lab.signIn("apple.com", extra: "lab_person=hedy&lab_fault=name-only-once")
      #expect(second.rawID == first.rawID && second.displayName == nil)
    }
  }

  private func flag(_ value: JSONValue?) -> Bool { value == true || value == "true" }

  @Test(
    "a used or made-up code is refused, with the provider's word and without ours",
    arguments: ["apple.com", "facebook.com", "github.com", "google.com", "oauth.lab", "oidc.lab"])
  func badCodes(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let verifier = "a-code-verifier-of-forty-three-characters-000"
      let usesPKCE = try #require(ProviderCatalog.entry(for: providerID)).takesPKCE
      let callback = try await lab.callback(
        providerID, verifier: usesPKCE ? verifier : nil, nonce: sha256Hex("s"),
        extra: "lab_person=ada&lab_fault=reused-code")
      let code = try #require(callback["code"])
      for code in [code, "made-up-code-0123456789"] {
        let refusal = try #require(
          await lab.refusal(
            providerID,
            .authorizationCode(
              code: code, redirectURI: LabFixture.redirect, codeVerifier: usesPKCE ? verifier : nil,
              expectedNonce: sha256Hex("s"), user: nil)))
        #expect(refusal.hasPrefix("INVALID_IDP_RESPONSE : Error getting access token from \(providerID): {"))
        #expect(!refusal.contains(code) && !refusal.contains("secret"))
      }
      #expect(
        await lab.refusal(
          providerID,
          .authorizationCode(
            code: "", redirectURI: LabFixture.redirect, codeVerifier: nil, expectedNonce: nil, user: nil))
          == "INVALID_IDP_RESPONSE : The authorization code is malformed.")
    }
  }

  @Test(
    "a challenge requires its verifier (T25)",
    arguments: ["github.com", "google.com", "oauth.lab", "oidc.lab"])
  func codeVerifier(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      for verifier in [nil, "another-code-verifier-of-forty-three-characters"] {
        let callback = try await lab.callback(
          providerID, verifier: "a-code-verifier-of-forty-three-characters-000", nonce: sha256Hex("s"))
        let refusal = await lab.refusal(
          providerID,
          .authorizationCode(
            code: callback["code"] ?? "", redirectURI: LabFixture.redirect, codeVerifier: verifier,
            expectedNonce: sha256Hex("s"), user: nil))
        #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : Error getting access token") == true)
      }
    }
  }

  @Test(
    "the verifier stays here where the challenge was not sent", arguments: ["apple.com", "facebook.com"])
  func verifierWithoutChallenge(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let callback = try await lab.callback(
        providerID, verifier: nil, nonce: sha256Hex("s"), extra: "lab_person=ada")
      let identity = try await lab.verify(
        providerID,
        .authorizationCode(
          code: callback["code"] ?? "", redirectURI: LabFixture.redirect,
          codeVerifier: "a-code-verifier-of-forty-three-characters-000", expectedNonce: sha256Hex("s"),
          user: nil))
      #expect(!identity.rawID.isEmpty)
    }
  }

  @Test(
    "the nonce of the flow has to come back (T8)", arguments: ["apple.com", "google.com", "oidc.lab"])
  func flowNonce(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let expected =
        "MISSING_OR_INVALID_NONCE : The nonce in ID Token does not match the one of this sign-in."
      for (extra, nonce) in [
        ("lab_person=ada&lab_fault=no-nonce", nil), ("lab_person=ada&lab_fault=wrong-nonce", nil),
        ("lab_person=ada", sha256Hex("another session")), ("lab_person=ada", ""),
      ] as [(String, String?)] {
        let refusal = await message {
          _ = try await lab.signIn(providerID, extra: extra, expectedNonce: nonce)
        }
        #expect(refusal == expected, "\(extra)")
      }
    }
  }

  private static let tokenFaults: [(LabFault, String?)] = [
    (.wrongNonce, "MISSING_OR_INVALID_NONCE : The nonce in ID Token \""),
    (.noNonce, "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\" does not match"),
    (.wrongAudience, "INVALID_IDP_RESPONSE : "), (.wrongIssuer, "INVALID_IDP_RESPONSE : The issuer"),
    (.wrongSignature, "INVALID_IDP_RESPONSE : The signature"),
    (.unknownKey, "INVALID_IDP_RESPONSE : The ID Token is signed by a key"), (.rotatedKey, nil),
    (.expired, "INVALID_IDP_RESPONSE : The ID Token has expired."),
    (.issuedInFuture, "INVALID_IDP_RESPONSE : The ID Token was issued in the future."),
    (.noExpiry, "INVALID_IDP_RESPONSE : The ID Token does not say"),
    (.noIssuedAt, "INVALID_IDP_RESPONSE : The ID Token does not say"),
    (.noSubject, "INVALID_IDP_RESPONSE : The ID Token has no subject."),
    (.emptySubject, "INVALID_IDP_RESPONSE : The ID Token has no subject."),
    (.algorithmNone, "INVALID_IDP_RESPONSE : "), (.algorithmHS256, "INVALID_IDP_RESPONSE : "),
    (.emailMissing, nil), (.emailUnverified, nil), (.privateRelay, nil),
  ]

  @Test(
    "an app's ID token: every fault of the token is refused in production's words",
    arguments: ["apple.com", "facebook.com", "google.com", "oidc.lab"])
  func idTokenFaults(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let good = try await lab.idToken(providerID, .init(rawNonce: "raw"), rawNonce: "raw")
      let identity = try await lab.verify(providerID, good)
      #expect(identity.redemption != nil)
      let twice = try await lab.verify(providerID, good)
      #expect(twice.redemption == identity.redemption)
      for (fault, expected) in Self.tokenFaults {
        // Past the floor between two fetches of the key set.
        lab.clock.advance(seconds: 31)
        let token = try await lab.idToken(providerID, .init(rawNonce: "raw", fault: fault), rawNonce: "raw")
        let refusal = await lab.refusal(providerID, token)
        if let expected {
          #expect(refusal?.hasPrefix(expected) == true, "\(fault): \(refusal ?? "accepted")")
        } else {
          #expect(refusal == nil, "\(fault)")
        }
      }
    }
  }

  @Test("an address that is missing or not verified stays so; what the client says changes nothing (T2)")
  func addresses() async throws {
    try await LabFixture.run { lab in
      for providerID in ["apple.com", "google.com", "oidc.lab"] {
        let missing = try await lab.verify(
          providerID,
          lab.idToken(
            providerID, .init(fault: .emailMissing), user: AppleUser(json: #"{"email":"evil@example.com"}"#)))
        #expect(missing.email == nil && !missing.emailVerifiedByProvider)
        let unverified = try await lab.verify(
          providerID, lab.idToken(providerID, .init(fault: .emailUnverified)))
        #expect(unverified.email != nil && !unverified.emailVerifiedByProvider)
      }
    }
  }
}
