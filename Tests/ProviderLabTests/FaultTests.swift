import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("Faults on demand")
struct FaultTests {
  static let signers = ["apple.com", "facebook.com", "google.com", "oidc.acme"]

  /// What a strict relying party says about each fault of a token.
  static let objections: [(LabFault, String?)] = [
    (.wrongNonce, "nonce"), (.noNonce, "nonce missing"), (.wrongAudience, "aud"), (.wrongIssuer, "iss"),
    (.wrongSignature, "signature"), (.unknownKey, "kid"), (.rotatedKey, nil), (.expired, "expired"),
    (.issuedInFuture, "iat ahead"), (.noExpiry, "exp missing"), (.noIssuedAt, "iat missing"),
    (.noSubject, "sub missing"), (.emptySubject, "sub empty"), (.algorithmNone, "alg"),
    (.algorithmHS256, "alg"),
  ]

  private static func objection(
    to token: String, of provider: String, _ lab: LabHarness, keySet: String? = nil
  ) async throws -> String? {
    let endpoints = try lab.endpoints(provider)
    let keys = try await lab.get(try #require(endpoints.jwks)).body
    let id = try #require(LabProviderID(named: provider))
    return try await StrictVerifier.objection(
      to: token, keySet: keySet ?? keys, issuer: try #require(endpoints.issuer),
      audience: id == .apple ? ProviderLab.clients.apple.bundleID : ProviderLab.clients.ids(for: id)[0],
      nonce: LabDigest.sha256Hexadecimal("raw"), now: lab.clock.now)
  }

  @Test("Every fault of a token is in the list of objections")
  func complete() {
    let listed = Set(Self.objections.map(\.0))
    #expect(listed == Set(LabFault.allCases.filter { $0.place == .token }))
  }

  @Test("A minted token without a fault passes a strict verifier", arguments: signers)
  func sound(provider: String) async throws {
    try await LabHarness.run { lab in
      let token = try await lab.lab.mintIDToken(provider: provider, .init(rawNonce: "raw"))
      #expect(try await Self.objection(to: token, of: provider, lab) == nil)
    }
  }

  @Test("Each fault of a token shows, and shows alone", arguments: signers, objections)
  func tokenFault(provider: String, expected: (LabFault, String?)) async throws {
    try await LabHarness.run { lab in
      let token = try await lab.lab.mintIDToken(
        provider: provider, .init(rawNonce: "raw", fault: expected.0))
      #expect(try await Self.objection(to: token, of: provider, lab) == expected.1)
    }
  }

  @Test("A rotated key is not in a key set that was fetched before; retiring removes the others")
  func rotation() async throws {
    try await LabHarness.run { lab in
      let before = try await lab.get(try #require(try lab.endpoints("oidc").jwks)).body
      let old = try await lab.lab.mintIDToken(provider: "oidc", .init(rawNonce: "raw"))
      let token = try await lab.lab.mintIDToken(provider: "oidc", .init(rawNonce: "raw", fault: .rotatedKey))
      #expect(try await Self.objection(to: token, of: "oidc", lab, keySet: before) == "kid")
      #expect(try await Self.objection(to: old, of: "oidc", lab) == nil)
      let answer = try await lab.control(.post, "keys/rotate/oidc", ["retireOthers": true])
      #expect(try answer.json["keys"]?.arrayValue?.count == 1)
      #expect(try await Self.objection(to: old, of: "oidc", lab) == "kid")
      let forged = try await lab.lab.mintIDToken(
        provider: "oidc", .init(rawNonce: "raw", fault: .wrongSignature))
      #expect(try await Self.objection(to: forged, of: "oidc", lab) == "signature")
    }
  }

  @Test("A fault asked for on the way through the browser is in the token at the end")
  func faultThroughCode() async throws {
    try await LabHarness.run { lab in
      let tokens = try await lab.signIn("oidc", [("lab_fault", "wrong-nonce")])
      let jwt = try UnverifiedJWT(try #require(tokens["id_token"]?.stringValue))
      #expect(jwt.claims["nonce"] != "n-1")
    }
  }

  @Test("Faults of the person show in tokens and in the APIs")
  func personFaults() async throws {
    try await LabHarness.run { lab in
      func claims(_ fault: LabFault) async throws -> [String: JSONValue] {
        try UnverifiedJWT(try await lab.lab.mintIDToken(provider: "google.com", .init(fault: fault))).claims
      }
      #expect(try await claims(.emailMissing)["email"] == nil)
      #expect(try await claims(.emailMissing)["email_verified"] == nil)
      #expect(try await claims(.emailUnverified)["email_verified"] == false)
      let relay = try await claims(.privateRelay)["email"]?.stringValue
      #expect(relay?.hasSuffix("@privaterelay.appleid.com") == true)
      #expect(try await claims(.nameOnlyOnce)["name"] == nil)
      let token = try await lab.lab.mintAccessToken(provider: "github.com", .init(fault: .emailUnverified))
      let emails = try await lab.get(
        try #require(try lab.endpoints("github.com").emails), headers: .bearer(token)
      ).json
      #expect(emails.arrayValue?.first?["verified"] == false)
      let apple = try await lab.authorize(
        "apple.com", scope: "name email", [("response_mode", "form_post"), ("lab_fault", "name-only-once")])
      #expect(apple.fields["code"] != nil)
      #expect(apple.fields["user"] == nil)
    }
  }

  @Test(
    "Refusal comes back as each provider words it",
    arguments: [
      ("apple.com", "user_cancelled_authorize"), ("facebook.com", "access_denied"),
      ("github.com", "access_denied"),
      ("google.com", "access_denied"), ("oidc", "access_denied"),
    ], [("lab_deny", "1"), ("lab_fault", "denied-consent")])
  func denial(expected: (String, String), how: (String, String)) async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize(expected.0, scope: "openid", [how])
      #expect(answer.status == 302)
      #expect(answer.callback["error"] == expected.1)
      #expect(answer.callback["state"] == "s-1")
      #expect(answer.callback["code"] == nil)
    }
  }

  @Test("The state can come back wrong, and a code used")
  func callbackFaults() async throws {
    try await LabHarness.run { lab in
      #expect(try await lab.authorize("oidc", [("lab_fault", "wrong-state")]).callback["state"] != "s-1")
      let tokens = try await lab.signIn("google.com", [("lab_fault", "reused-code")])
      #expect(tokens["error"] == "invalid_grant")
    }
  }

  @Test("Faults on the wire befall as many requests as were ordered, and the endpoint that was named")
  func transportFaults() async throws {
    try await LabHarness.run { lab in
      let keys = try #require(try lab.endpoints("apple.com").jwks)
      let set = try await lab.control(.put, "faults/apple.com", ["fault": "http-500", "times": 2])
      #expect(set.status == 200)
      #expect(try await lab.get(keys).status == 500)
      #expect(try await lab.get(keys).status == 500)
      #expect(try await lab.get(keys).status == 200)
      _ = try await lab.control(
        .put, "faults/oidc.acme", ["fault": "broken-json", "times": 1, "endpoint": "userinfo"])
      let endpoints = try lab.endpoints("oidc")
      #expect(try await lab.get(try #require(endpoints.discovery)).json["issuer"] != nil)
      let broken = try await lab.get(try #require(endpoints.userinfo))
      #expect(broken.status == 200)
      #expect(throws: (any Error).self) { try broken.json }
      _ = try await lab.control(.put, "faults/oidc", ["fault": "http-500"])
      #expect(try await lab.control(.delete, "faults/oidc").status == 200)
      #expect(try await lab.get(try #require(endpoints.discovery)).status == 200)
    }
  }

  @Test("A fault on the wire that was asked for in the browser befalls the exchange of the code")
  func transportFaultThroughCode() async throws {
    try await LabHarness.run { lab in
      let code = try #require(try await lab.authorize("oidc", [("lab_fault", "http-500")]).callback["code"])
      #expect(try await lab.exchange("oidc", code: code).status == 500)
    }
  }

  @Test("A slow answer comes late, by no more than half a minute")
  func slowAnswer() async throws {
    #expect(FaultSpecification(.slowAnswer, seconds: 1e9).seconds == 30)
    #expect(FaultSpecification(.slowAnswer, seconds: -1).seconds == 0)
    try await LabHarness.run { lab in
      _ = try await lab.control(.put, "faults/oidc", ["fault": "slow-answer", "seconds": 0.2])
      let start = ContinuousClock.now
      let discovery = try #require(try lab.endpoints("oidc").discovery)
      #expect(try await lab.get(discovery).status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(200))
    }
  }

  @Test("A slow answer ends with the request that waits for it")
  func slowAnswerIsCancellable() async throws {
    let lab = try ProviderLab(configuration: .init(baseURL: LabHarness.base))
    let waiting = Task { try await lab.applyTransportFault(FaultSpecification(.slowAnswer, seconds: 30)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("Opaque access tokens have faults too")
  func accessTokenFaults() async throws {
    try await LabHarness.run { lab in
      let tokeninfo = try #require(try lab.endpoints("google.com").tokeninfo)
      func check(_ fault: LabFault?) async throws -> LabAnswer {
        let token = try await lab.lab.mintAccessToken(provider: "google.com", .init(fault: fault))
        return try await lab.get(tokeninfo, [("access_token", token)])
      }
      #expect(try await check(nil).status == 200)
      #expect(try await check(.expired).status == 400)
      #expect(try await check(.unknownKey).status == 400)
      #expect(try await check(.wrongAudience).json["aud"]?.stringValue == TokenForge.strangerAudience)
    }
  }
}
