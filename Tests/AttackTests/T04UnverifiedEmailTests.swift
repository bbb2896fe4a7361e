import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T4: unverified provider e-mail address", .fewAtOnce)
struct T04UnverifiedEmailTests {
  /// An identity that says the victim's address without being entitled to.
  struct Claim: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let email: String
    /// Parameters of the credential.
    let credential: @Sendable (TestServer, String) async throws -> [(name: String, value: String)]

    static func accessToken(_ provider: String, _ email: String, verified: Bool) -> Claim {
      Claim(testDescription: "\(provider), \(email), verified: \(verified)", email: email) { server, email in
        let token = try await server.labToken(
          provider,
          ["kind": "access", "sub": "666", "email": .string(email), "emailVerified": .bool(verified)])
        return [("providerId", provider), ("access_token", token)]
      }
    }

    static func idToken(
      _ provider: IDTokenProvider, _ email: String, verified: JSONValue?, hostedDomain: JSONValue? = nil
    ) -> Claim {
      let shown = verified.map { JSONWriter.text($0) } ?? "missing"
      let domain = hostedDomain.map { ", hd \(JSONWriter.text($0))" } ?? ""
      return Claim(testDescription: "\(provider.id), \(email), verified \(shown)\(domain)", email: email) {
        server, email in
        let token = try server.forge(
          provider,
          ["sub": "666", "email": .string(email), "email_verified": verified, "hd": hostedDomain])
        return [("providerId", provider.id), ("id_token", token), ("nonce", TestServer.rawNonce)]
      }
    }

    static func microsoft(_ email: String, vouched: JSONValue?) -> Claim {
      let shown = vouched.map { JSONWriter.text($0) } ?? "missing"
      return Claim(testDescription: "microsoft.com, \(email), xms_edov \(shown)", email: email) {
        server, email in
        let token = try server.forge(
          .microsoft, ["email": .string(email), "email_verified": true, "xms_edov": vouched])
        return [
          ("providerId", "microsoft.com"), ("id_token", token), ("nonce", TestServer.rawNonce),
        ]
      }
    }
  }

  private static let claims: [Claim] =
    ([nil, false, "0", "false", "TRUE", .null, ["1"]] as [JSONValue?]).flatMap { vouched in
      [
        Claim.microsoft("victim@corp.example", vouched: vouched),
        // An administrator of any tenant writes any address (nOAuth).
        .microsoft("victim@outlook.com", vouched: vouched),
      ]
    }
    + [
      .idToken(.microsoft, "victim@hotmail.com", verified: true),
      .idToken(.yahoo, "victim@corp.example", verified: true),
      .idToken(.yahoo, "victim@yahoo.com", verified: false),
      .accessToken("facebook.com", "victim@gmail.com", verified: true),
      .accessToken("github.com", "victim@gmail.com", verified: true),
      .accessToken("github.com", "victim@gmail.com", verified: false),
      .accessToken("google.com", "victim@gmail.com", verified: false),
      .accessToken("google.com", "victim@corp.example", verified: true),
      .idToken(.facebook, "victim@gmail.com", verified: true),
      .idToken(.google, "victim@corp.example", verified: true),
      .idToken(.google, "victim@corp.example", verified: true, hostedDomain: "other.example"),
      .idToken(.google, "victim@corp.example", verified: true, hostedDomain: "orp.example"),
      .idToken(.google, "victim@corp.example", verified: true, hostedDomain: ""),
      .idToken(.google, "victim@corp.example", verified: true, hostedDomain: ["corp.example"]),
      .idToken(.google, "victim@corp.example", verified: false, hostedDomain: "corp.example"),
      .idToken(.google, "victim@gmail.com.example", verified: true),
      .idToken(.google, "victim@mail.gmail.com", verified: true),
    ]
    + [false, "false", "TRUE", "yes", "1", 1, .null, [true], nil].flatMap { (verified: JSONValue?) in
      [
        .idToken(.google, "victim@gmail.com", verified: verified),
        .idToken(.apple, "victim@corp.example", verified: verified),
        .idToken(.openID, "victim@corp.example", verified: verified),
      ]
    }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an address that the provider does not vouch for opens no account") {
      try await neverMerges($0)
    },
    Behaviour("an account that begins with such an address does not have it verified") {
      try await newAccounts($0)
    },
    Behaviour("an address that the provider vouches for opens the account") { try await verified($0) },
  ]

  @Test("an address opens an account only where its provider vouches for it")
  func addresses() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when EmailTrust.isVerified believes every claim, trusts Facebook or GitHub, does not compare the
  // domain, or takes a missing `email_verified` for a true one (each alone).
  private static func neverMerges(_ server: TestServer) async throws {
    try await eachCase(of: Self.claims) { claim in
      let victim = try await server.signUp(claim.email, "the victim's password")
      let before = try await server.accounts()
      let response = try await server.signInWithIdp(
        try await claim.credential(server, claim.email), ["returnIdpCredential": true])
      #expect(response.status == 200, "\(response.text)")
      #expect(response.json["needConfirmation"] == true)
      expectNoTokens(response)
      #expect(try await server.accounts() == before)

      // Nor does the pending credential open it.
      let again = try await server.signInWithIdp([("pendingToken", try require(response, "pendingToken"))])
      #expect(again.json["needConfirmation"] == true)
      expectNoTokens(again)
      #expect(try await server.accounts() == before)
      #expect(try await server.lookUp(victim.idToken)["providerUserInfo"]?.arrayValue?.count == 1)
      _ = try await server.administer("accounts:delete", ["localId": .string(victim.localID)])
    }
  }

  // Fails when EmailTrust.isVerified believes every claim.
  private static func newAccounts(_ server: TestServer) async throws {
    try await eachCase(of: Self.claims) { claim in
      let response = try await server.signInWithIdp(try await claim.credential(server, claim.email))
      let owner = try TestSession(response)
      #expect(try await server.lookUp(owner.idToken)["emailVerified"] == false)
      #expect(try UnverifiedJWT(owner.idToken).claims["email_verified"] == false)
      _ = try await server.administer("accounts:delete", ["localId": .string(owner.localID)])
    }
  }

  // Fails when the checks above refuse everybody: the control to them.
  private static func verified(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        Claim.idToken(.google, "victim@gmail.com", verified: true),
        .idToken(.google, "victim@corp.example", verified: true, hostedDomain: "corp.example"),
        .idToken(.apple, "victim@corp.example", verified: "true"),
        .idToken(.openID, "victim@corp.example", verified: true),
        .idToken(.yahoo, "victim@yahoo.com", verified: true),
        .microsoft("victim@corp.example", vouched: true), .microsoft("victim@corp.example", vouched: "1"),
      ] as [Claim]
    ) { claim in
      let victim = try await server.signUp(claim.email, "the victim's password")
      let owner = try TestSession(
        await server.signInWithIdp(try await claim.credential(server, claim.email)))
      #expect(owner.localID == victim.localID)
      _ = try await server.administer("accounts:delete", ["localId": .string(victim.localID)])
    }
  }
}
