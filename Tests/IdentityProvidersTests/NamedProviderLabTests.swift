import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import Secrets
import Testing

@Suite("Microsoft, Yahoo, LinkedIn, LINE and Google Play Games, against the lab")
struct NamedProviderLabTests {
  @Test(
    "the code flow ends in a verified identity, the same each time",
    arguments: ["linkedin.com", "microsoft.com", "oidc.line", "yahoo.com"])
  func codeFlow(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let identity = try await lab.signIn(providerID)
      #expect(identity.providerID == providerID && !identity.rawID.isEmpty)
      #expect(identity.email?.text == "ada@example.com")
      #expect(identity.emailVerifiedByProvider == (providerID != "oidc.line"))
      #expect(identity.displayName == "Ada Lovelace")
      #expect((identity.photoURL == nil) == (providerID == "microsoft.com"))
      #expect(identity.tokens.accessToken != nil && identity.tokens.idToken != nil)
      #expect(identity.redemption != nil)
      #expect(try await lab.signIn(providerID).rawID == identity.rawID)
      let noMail = try await lab.signIn(providerID, extra: "lab_person=katherine")
      #expect(noMail.email == nil && noMail.rawID != identity.rawID)
    }
  }

  @Test(
    "whatever is wrong with the token or the profile ends the sign-in",
    arguments: ["linkedin.com", "microsoft.com", "oidc.line", "yahoo.com"])
  func faults(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      var faults: [LabFault] = [
        .wrongAudience, .wrongIssuer, .wrongSignature, .expired, .issuedInFuture, .noExpiry, .noIssuedAt,
        .noSubject, .emptySubject, .algorithmNone, .otherUser,
      ]
      if providerID != "oidc.line" { faults += [.unknownKey, .algorithmHS256] }
      if providerID != "linkedin.com" { faults += [.wrongNonce, .noNonce] }
      // LinkedIn's ID token has all there is, so nobody asks for the profile.
      if providerID == "linkedin.com" { faults.removeAll { $0 == .otherUser } }
      for fault in faults {
        let refusal = await message {
          _ = try await lab.signIn(providerID, extra: "lab_person=ada&lab_fault=\(fault.rawValue)")
        }
        #expect(
          refusal?.hasPrefix("INVALID_IDP_RESPONSE") == true
            || refusal?.hasPrefix("MISSING_OR_INVALID_NONCE") == true,
          "\(fault): \(refusal ?? "accepted")")
      }
    }
  }

  @Test(
    "an endpoint that fails, is no JSON or is huge ends the sign-in",
    arguments: [
      ("linkedin.com", "token"), ("linkedin.com", "jwks"), ("microsoft.com", "token"),
      ("microsoft.com", "jwks"), ("microsoft.com", "graph"), ("oidc.line", "token"), ("yahoo.com", "token"),
      ("yahoo.com", "jwks"), ("yahoo.com", "userinfo"),
    ])
  func transport(_ providerID: String, _ endpoint: String) async throws {
    for fault: LabFault in [.http500, .brokenJSON, .hugeAnswer] {
      // Keys are kept, so each fault has a lab of its own.
      try await LabFixture.run { lab in
        try await lab.put(
          "faults/\(providerID)", ["fault": .string(fault.rawValue), "endpoint": .string(endpoint)])
        let refusal = await message { _ = try await lab.signIn(providerID) }
        #expect(
          refusal?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(fault): \(refusal ?? "accepted")")
      }
    }
  }

  @Test("access tokens that an app brings are refused: nobody says for whom they were made")
  func accessTokens() async throws {
    try await LabFixture.run { lab in
      for providerID in ["linkedin.com", "microsoft.com", "oidc.line", "playgames.google.com", "yahoo.com"] {
        let refusal = await lab.refusal(providerID, try await lab.accessToken(providerID))
        #expect(
          refusal?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID") == true, "\(refusal ?? "accepted")")
      }
    }
  }

  @Test("an app's ID token needs the raw nonce where it has one", arguments: ["microsoft.com", "yahoo.com"])
  func nonces(_ providerID: String) async throws {
    try await LabFixture.run { lab in
      let good = try await lab.idToken(providerID, .init(rawNonce: "raw"), rawNonce: "raw")
      #expect(try await lab.verify(providerID, good).email?.text == "ada@example.com")
      for (options, raw) in [
        (LabTokenOptions(rawNonce: "raw"), nil), (LabTokenOptions(rawNonce: "raw"), "other"),
        (LabTokenOptions(), "raw"), (LabTokenOptions(nonce: "raw"), "raw"),
      ] as [(LabTokenOptions, String?)] {
        let token = try await lab.idToken(providerID, options, rawNonce: raw)
        #expect(await lab.refusal(providerID, token)?.hasPrefix("MISSING_OR_INVALID_NONCE") == true)
      }
    }
  }

  @Test("LinkedIn takes codes alone, without PKCE and without a nonce")
  func linkedIn() async throws {
    try await LabFixture.run { lab in
      let token = try await lab.idToken("linkedin.com", .init())
      #expect(
        await lab.refusal("linkedin.com", token)?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID") == true)
      let alan = try await lab.signIn("linkedin.com", extra: "lab_person=alan")
      #expect(!alan.emailVerifiedByProvider)
      #expect(!EmailTrust.isVerified(try await lab.signIn("linkedin.com"), policy: .production))
    }
  }

  @Test("Microsoft: a personal account is known by its own id, an organisation's by object and tenant")
  func microsoftAccounts() async throws {
    try await LabFixture.run { lab in
      let work = try await lab.signIn("microsoft.com")
      #expect(work.rawID.hasSuffix(".4a1d8d6e-3c5b-4f0e-9b7a-0c2f1e5d6a7b"))
      #expect(work.rawUserInfo["tid"] == "4a1d8d6e-3c5b-4f0e-9b7a-0c2f1e5d6a7b")
      #expect(work.rawUserInfo["givenName"] == "Ada" && work.lastName == "Lovelace")
      let personal = try await lab.signIn(
        "microsoft.com", extra: "lab_person=custom&lab_name=Ada&lab_email=ada%40outlook.com")
      #expect(personal.rawID.hasPrefix("00000000-0000-0000-"))
      #expect(personal.rawID.hasSuffix(".9188040d-6c67-4c5b-b112-36a304b66dad"))
      #expect(personal.rawUserInfo["id"]?.stringValue?.utf8.count == 16)
      #expect(personal.emailVerifiedByProvider)
      let unverified = try await lab.signIn("microsoft.com", extra: "lab_person=alan")
      #expect(!unverified.emailVerifiedByProvider && unverified.rawUserInfo["xms_edov"] == false)
    }
  }

  // MARK: LINE

  @Test("LINE's tokens are signed by the channel secret in the browser's flow, by a published key in apps")
  func lineSignatures() async throws {
    try await LabFixture.run { lab in
      let flow = try await lab.signIn("oidc.line")
      let header = try UnverifiedJWT(try #require(flow.tokens.idToken))
      #expect(header.algorithm == "HS256" && header.keyID == nil)
      let native = try await lab.idToken("oidc.line", .init(rawNonce: "raw"), rawNonce: "raw")
      #expect(try await lab.verify("oidc.line", native).rawID == flow.rawID)
    }
  }

  @Test("a secret signs for LINE alone, and no public key or empty text is one (T11)")
  func sharedSecrets() async throws {
    try await OpenIDFixture.run { provider in
      func token(_ issuer: String, _ key: String) -> TestToken {
        TestToken.standard(issuer: issuer).withHeader("alg", "HS256").withHeader("kid", nil)
          .signed { message in
            Array(HMAC<SHA256>.authenticationCode(for: message, using: .init(data: Data(key.utf8))))
          }
      }
      func refusal(_ token: TestToken, issuer: String, secret: String?) async -> String? {
        await message {
          var settings = provider.settings
          settings.endpoints.jwks = provider.stub.baseURL + "/jwks"
          settings.endpoints.issuer = issuer
          guard let verifier = provider.registry.verifier(for: settings.providerID) else { return }
          _ = try await verifier.verify(
            .idToken(token.text, rawNonce: nil, accessToken: nil, user: nil), with: settings,
            secrets: .init(clientSecret: secret.map { .init($0) }), now: TestToken.now)
        }
      }
      let line = "https://access.line.me"
      let publicKey = TestKeys.rsa.key.publicKey.pemRepresentation
      #expect(await refusal(token(line, "the-secret"), issuer: line, secret: "the-secret") == nil)
      for (issuer, key, secret) in [
        (line, "another", "the-secret"), (line, "", ""), (line, "", nil), (line, publicKey, "the-secret"),
        (line, publicKey, nil), (provider.stub.baseURL, "the-secret", "the-secret"),
        ("https://access.line.me.example", "the-secret", "the-secret"),
      ] as [(String, String, String?)] {
        let found = await refusal(token(issuer, key), issuer: issuer, secret: secret)
        #expect(found?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(issuer) \(key.prefix(10)): accepted")
      }
      // Beside the secret, a published key still signs, by its own algorithm.
      #expect(await refusal(TestToken.standard(issuer: line), issuer: line, secret: "the-secret") == nil)
      let unsigned = token(line, "the-secret").withHeader("alg", "none").signed { _ in [] }
      #expect(await refusal(unsigned, issuer: line, secret: "the-secret") != nil)
    }
  }

  // MARK: Google Play Games

  private func code(_ lab: LabFixture, _ options: LabTokenOptions = .init()) async throws
    -> ProviderCredential
  {
    .authorizationCode(
      code: try await lab.lab.mintCode(provider: "playgames.google.com", options), redirectURI: nil,
      codeVerifier: nil, expectedNonce: nil, user: nil)
  }

  @Test("a game's server auth code becomes a player, once")
  func player() async throws {
    try await LabFixture.run { lab in
      let credential = try await code(lab)
      let player = try await lab.verify("playgames.google.com", credential)
      #expect(player.rawID.hasPrefix("g") && player.displayName == "Ada Lovelace")
      #expect(player.photoURL == player.rawUserInfo["avatarImageUrl"]?.stringValue)
      #expect(player.email == nil && player.tokens.refreshToken == nil)
      let again = await lab.refusal("playgames.google.com", credential)
      #expect(
        again?.hasPrefix("INVALID_IDP_RESPONSE : Error getting access token from playgames.google.com")
          == true)
      #expect(try await lab.verify("playgames.google.com", code(lab)).rawID == player.rawID)
    }
  }

  @Test("a code of another client, a used one, and answers that fail or name no player are refused")
  func playerFaults() async throws {
    try await LabFixture.run { lab in
      for fault: LabFault in [.reusedCode, .noSubject, .emptySubject, .http500, .brokenJSON, .hugeAnswer] {
        let refusal = await lab.refusal("playgames.google.com", try await code(lab, .init(fault: fault)))
        #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(fault): \(refusal ?? "accepted")")
      }
      let stranger = try await code(lab, .init(audience: "another-game"))
      #expect(await lab.refusal("playgames.google.com", stranger) != nil)
      for endpoint in ["token", "userinfo"] {
        for fault: LabFault in [.http500, .brokenJSON, .hugeAnswer] {
          try await lab.put(
            "faults/playgames.google.com", ["fault": .string(fault.rawValue), "endpoint": .string(endpoint)])
          #expect(
            await lab.refusal("playgames.google.com", try await code(lab)) != nil, "\(endpoint) \(fault)")
        }
      }
      let unset = await lab.refusal("playgames.google.com", try await code(lab)) { $0.clientID = "" }
      #expect(unset?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }
  }

  @Test("a code of a browser's flow is none of a game's, and a game's none of a flow's (T15)")
  func codesOfFlows() async throws {
    try await LabFixture.run { lab in
      let flow = ProviderCredential.authorizationCode(
        code: try await lab.lab.mintCode(provider: "playgames.google.com"), redirectURI: LabFixture.redirect,
        codeVerifier: nil, expectedNonce: nil, user: nil)
      #expect(
        await lab.refusal("playgames.google.com", flow)?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID")
          == true)
      let text = FormURLEncoded(parsing: "code=4/0abc&providerId=playgames.google.com")
      for providerID in ProviderCatalog.supportedIDs.map({ $0.replacing("*", with: "lab") }) {
        let read = ProviderCredential(parameters: text, of: ProviderCatalog.entry(for: providerID))
        #expect((read != nil) == (providerID == "playgames.google.com"), "\(providerID)")
      }
      #expect(ProviderCredential(parameters: text) == nil)
    }
  }
}
