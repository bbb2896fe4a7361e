import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import ProviderLab
import TestSupport
import Testing

@Suite("Why a federated sign-in failed", .fewAtOnce)
struct SignInDiagnosisTests {
  /// `way`: an app's ID token of Apple's, GitHub or X through the browser, the beginning at X, or an endpoint that
  /// fails.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: LabFault
    let way: String
    /// Nil where the sign-in succeeds.
    let check: String?
    let words: String
    var testDescription: String { "\(fault.rawValue) \(way)" }
    /// True for a provider whose keys nobody has fetched, with a time-out of its own, or that issued nothing before.
    var needsOwnServer: Bool {
      [.slowAnswer, .unknownKey, .rotatedKey, .replayed].contains(fault)
        || ["jwks", "discovery"].contains(way)
    }
  }

  private static func token(_ fault: LabFault, _ check: String?, _ words: String = "") -> Case {
    Case(fault: fault, way: "apple.com", check: check, words: words)
  }

  private static func facebook(_ fault: LabFault, _ words: String) -> Case {
    Case(fault: fault, way: "debug_token", check: "provider", words: words)
  }

  static let cases: [Case] = [
    token(.wrongNonce, "nonce", "The nonce claim is the SHA-256 of another raw nonce."),
    token(.noNonce, "nonce", "The request has a raw nonce, and the token has no nonce claim."),
    token(.wrongAudience, "audience", "The token is for another app"),
    token(.wrongIssuer, "issuer", "The issuer (iss) is not the provider's."),
    token(.wrongSignature, "signature", "The signature does not fit"),
    token(.unknownKey, "key", "the key id is unknown, and the keys were fetched 0 s ago."),
    token(.rotatedKey, nil),
    token(.expired, "expiry", "The token expired 60 minutes ago by this server's clock."),
    token(
      .issuedInFuture, "issued-at", "The token was issued 60 minutes in the future by this server's clock."),
    token(.noExpiry, "dates", "The token has no exp claim."),
    token(.noIssuedAt, "dates", "The token has no iat claim."),
    token(.noSubject, "subject", "The token's subject (sub) is missing."),
    token(.emptySubject, "subject", "The token's subject (sub) is empty or unusable."),
    token(.algorithmNone, "algorithm", "The algorithm in the token's header is not that of the key."),
    token(.algorithmHS256, "algorithm", "The algorithm in the token's header is not that of the key."),
    token(.emailMissing, nil), token(.emailUnverified, nil), token(.privateRelay, nil),
    token(.nameOnlyOnce, nil),
    Case(fault: .deniedConsent, way: "browser", check: "consent", words: "The user refused"),
    Case(
      fault: .wrongState, way: "browser", check: "state", words: "The state that came back is of no sign-in"),
    Case(fault: .reusedCode, way: "browser", check: "code", words: "it was used before"),
    facebook(.slowAnswer, "it took too long"), facebook(.http500, "The provider answered with HTTP 500."),
    facebook(.brokenJSON, "HTTP 200, and the answer is not JSON"),
    facebook(.hugeAnswer, "its answer is too large"),
    facebook(.redirectedAnswer, "The provider answered with HTTP 302."),
    Case(fault: .otherUser, way: "twitter.com", check: "profile", words: "belong to different users"),
    Case(fault: .numericID, way: "twitter.com", check: "profile", words: "does not say who the user is"),
    Case(
      fault: .otherToken, way: "twitter.com", check: "state",
      words: "the temporary credentials of another sign-in"),
    Case(
      fault: .callbackNotConfirmed, way: "begin", check: "client", words: "does not let the sign-in begin"),
    Case(
      fault: .slowAnswer, way: "jwks", check: "keys",
      words: "The provider's keys cannot be fetched: it took too long."),
    Case(fault: .http500, way: "jwks", check: "keys", words: "it answered with HTTP 500"),
    Case(fault: .brokenJSON, way: "jwks", check: "keys", words: "its answer cannot be read"),
    Case(
      fault: .http500, way: "discovery", check: "discovery",
      words: "The discovery document cannot be fetched: it answered with HTTP 500."),
    oauth(.otherUser, "profile", "belong to different users"),
    oauth(.noUserID, "profile", "has no user id at data.account.number"),
    oauth(.userIDKind, "profile", "has no user id at data.account.number"),
    oauth(.wrongTokenType, "access-token", "of a type that is not supported"),
    oauth(.errorWithOK, "code", "refused the authorization code"),
    saml(.unsigned, "saml-signature-presence", "Neither the SAML response nor its assertion is signed."),
    saml(.signatureMoved, "saml-structure", "is not where it has to be"),
    saml(.weakSignature, "saml-algorithm", "algorithm is not accepted"),
    saml(.wrongRecipient, "saml-recipient", "was meant for another address"),
    saml(.wrongRequest, "saml-in-response-to", "does not answer the request of this sign-in"),
    saml(.unsolicited, "saml-in-response-to", "does not answer the request of this sign-in"),
    saml(.failedStatus, "saml-status", "The provider did not sign the user in."),
    saml(.nameComment, "saml-markup", "holds a comment"),
    saml(.noNameID, "saml-subject", "has no identifier of the user that stays the same"),
    saml(.transientName, "saml-subject", "has no identifier of the user that stays the same"),
    saml(.encrypted, "saml-encryption", "The assertion is encrypted."),
    saml(.documentType, "saml-document-type", "has a document type declaration"),
    saml(.huge, "saml-base64", "is too large"), saml(.replayed, "replay", "before"),
  ]

  private static func oauth(_ fault: LabFault, _ check: String, _ words: String) -> Case {
    Case(fault: fault, way: "oauth", check: check, words: words)
  }

  private static func saml(_ fault: LabFault, _ check: String, _ words: String) -> Case {
    Case(fault: fault, way: "saml", check: check, words: words)
  }

  @Test("every fault of the lab has a case here")
  func complete() { #expect(Set(Self.cases.map(\.fault)) == Set(LabFault.allCases)) }

  /// The answer to the sign-in, and what must not be told of it.
  private static func attempt(_ one: Case, _ server: TestServer) async throws -> (
    TestResponse, secrets: [String]
  ) {
    switch one.way {
    case "apple.com":
      let token = try await server.labToken(
        "apple.com", ["rawNonce": "a raw nonce of ours", "fault": .string(one.fault.rawValue)])
      let response = try await server.signInWithIdp([
        ("providerId", "apple.com"), ("id_token", token), ("nonce", "a raw nonce of ours"),
      ])
      return (response, [token, "a raw nonce of ours"])
    case "browser", "oauth":
      let flow = try await server.beginFlow(one.way == "oauth" ? "oauth.lab" : "github.com")
      let callback = try await server.authorize(flow, ["lab_fault": one.fault.rawValue])
      let query = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))
      let secrets = [flow.sessionID, query["code"], query["state"]].compactMap(\.self)
      return (try await server.finishFlow(flow, at: callback), secrets)
    case "begin":
      try await server.setFault(one.fault.rawValue, at: "twitter.com")
      let response = try await server.call(
        "accounts:createAuthUri",
        ["providerId": "twitter.com", "continueUri": .string(server.origin + "/__/auth/handler")])
      return (response, [])
    case "twitter.com":
      let flow = try await server.beginFlow("twitter.com")
      let callback = try await server.authorize(flow, ["lab_fault": one.fault.rawValue])
      let query = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))
      let secrets = [flow.sessionID, query["oauth_token"], query["oauth_verifier"], query["state"]]
      return (try await server.finishFlow(flow, at: callback), secrets.compactMap(\.self))
    case "saml":
      // The lab repeats what it issued before.
      let faults: [LabFault?] = one.fault == .replayed ? [nil, one.fault] : [one.fault]
      for fault in faults {
        let flow = try await server.beginFlow("saml.lab")
        let options = fault.map { ["lab_fault": $0.rawValue] } ?? [:]
        let callback = try await server.authorize(flow, options)
        let form = FormURLEncoded(parsing: String(callback.split(separator: "?", maxSplits: 1)[1]))
        let answer = form["SAMLResponse"] ?? ""
        let response = try await server.finishSAML(flow, answer)
        if fault == one.fault { return (response, [flow.sessionID, answer]) }
      }
      throw TestFailure("no attempt")
    case "jwks":
      let token = try await server.labToken("google.com")
      try await server.setFault(one.fault.rawValue, at: "google.com", endpoint: "jwks", seconds: 1)
      let response = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
      return (response, [token])
    case "discovery":
      try await server.changeProvider("oidc.lab") { $0.endpoints.jwks = nil }
      let token = try await server.labToken("oidc.lab")
      try await server.setFault(one.fault.rawValue, at: "oidc.lab", endpoint: "discovery")
      let response = try await server.signInWithIdp([("providerId", "oidc.lab"), ("id_token", token)])
      return (response, [token])
    default:
      let token = try await server.labToken("facebook.com", ["kind": "access"])
      try await server.setFault(one.fault.rawValue, at: "facebook.com", endpoint: one.way, seconds: 1)
      let response = try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", token)])
      return (response, [token])
    }
  }

  private static func explanation(
    _ response: TestResponse, _ server: TestServer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SignInExplanation {
    let id = try #require(
      response.headers.first(name: "x-latchkey-diagnostic"), "\(response.status) \(response.text)",
      sourceLocation: sourceLocation)
    return try #require(
      try await server.backend.explanation(of: id), sourceLocation: sourceLocation)
  }

  @Test("each fault of the lab is explained by the check that it fails")
  func fault() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.cases.filter { !$0.needsOwnServer }) { one in
        try await Self.check(one, server)
      }
    }
  }

  @Test(
    "so is one of keys, of a discovery document, of a late answer and of a replay",
    arguments: cases.filter(\.needsOwnServer))
  func faultOfOwnServer(_ one: Case) async throws {
    var options = TestServer.Options()
    if one.fault == .slowAnswer { options.providerTimeout = .milliseconds(200) }
    try await TestServer.run(options) { server in try await Self.check(one, server) }
  }

  private static func check(_ one: Case, _ server: TestServer) async throws {
    let (response, secrets) = try await attempt(one, server)
    guard let check = one.check else {
      #expect(response.status == 200, "\(response.text)")
      return #expect(response.headers.first(name: "x-latchkey-diagnostic") == nil)
    }
    #expect(response.status == 400)
    let found = try await explanation(response, server)
    #expect(found.report.check == check)
    #expect(found.text.contains(one.words), "\(found.text)")
    #expect(found.errorCode == response.errorMessage?.split(separator: " ").first.map(String.init))
    #expect(found.project == TestServer.project)
    // The answer is the protocol's, with nothing of it.
    #expect(!response.text.contains(found.id))
    #expect(server.log.text.contains(found.id) && server.log.text.contains(found.report.sentence))
    // A flow that only began is not a sign-in yet.
    if one.way != "begin" {
      let event = try #require(try await server.auditEvents().last)
      #expect(event.details["diagnostic"] == found.id && event.action == .signIn)
    }
    for secret in secrets { #expect(!found.text.contains(secret)) }
  }

  @Test("the handler's page names the failure of a state that is not known, and of a user who refuses")
  func handler() async throws {
    try await TestServer.run { server in
      let unknown = try await server.send("GET", "/__/auth/handler?state=made-up&code=x")
      #expect(try await Self.explanation(unknown, server).report.check == "state")
      let flow = try await server.beginFlow("github.com")
      let callback = try await server.authorize(flow, ["lab_fault": "denied-consent"])
      let denied = try await server.send("GET", callback)
      let found = try await Self.explanation(denied, server)
      #expect(found.report.check == "consent" && found.provider == "github.com")
      let off = try await server.send(
        "GET",
        "/__/auth/handler?apiKey=key&authType=signInViaPopup&providerId=oidc.none"
          + "&redirectUrl=http://localhost/&eventId=1")
      #expect(try await Self.explanation(off, server).report.check == "provider")
    }
  }

  @Test("createAuthUri that finds no issuer has an id, and so has every way that names no provider itself")
  func everyPath() async throws {
    try await TestServer.run { server in
      let closed = "http://127.0.0.1:\(try TestServer.freePort())"
      try await server.changeProvider("oidc.lab") {
        $0.endpoints = ProviderEndpoints()
        $0.endpoints.issuer = closed
        $0.endpoints.allowPrivateAddresses = true
      }
      let begun = try await server.call(
        "accounts:createAuthUri",
        ["providerId": "oidc.lab", "continueUri": .string(server.origin + "/__/auth/handler")])
      let discovery = try await Self.explanation(begun, server)
      #expect(discovery.provider == "oidc.lab" && discovery.report.check == "discovery")
      #expect(server.log.text.contains(discovery.id))

      // The state alone says whose answer it is.
      let flow = try await server.beginFlow("github.com")
      let callback = try await server.authorize(flow, ["lab_fault": "reused-code"])
      let refused = try await server.finishFlow(flow, at: callback)
      let found = try await Self.explanation(refused, server)
      #expect(found.provider == "github.com" && found.report.check == "code")
    }
  }

  private struct NonceCase: Sendable {
    let claim: String
    let raw: String?
    let words: String

    init(_ claim: String, _ raw: String?, _ words: String) {
      self.claim = claim
      self.raw = raw
      self.words = words
    }
  }

  private func sha256(_ text: String) -> String { hexadecimalText(SHA256.hash(data: Data(text.utf8))) }

  @Test("a nonce that is hashed wrongly, or not at all, is named")
  func nonces() async throws {
    let hash = sha256("raw")
    let rows = [
      NonceCase("raw", "raw", "The nonce claim is the raw nonce itself, and not its SHA-256."),
      NonceCase(sha256(hash), "raw", "it was hashed twice"),
      NonceCase(hash.uppercased(), "raw", "but not in lower-case hexadecimal"),
      NonceCase("short", "raw", "is no SHA-256 in hexadecimal"),
      NonceCase(hash, nil, "the request has no raw nonce to compare it with"),
    ]
    try await TestServer.run { server in
      for row in rows {
        let token = try await server.labToken("apple.com", ["nonce": .string(row.claim)])
        var parameters = [(name: "providerId", value: "apple.com"), (name: "id_token", value: token)]
        if let raw = row.raw { parameters.append((name: "nonce", value: raw)) }
        let found = try await Self.explanation(try await server.signInWithIdp(parameters), server)
        #expect(found.text.contains(row.words), "\(found.text)")
      }
    }
  }

  @Test("what is wrong with the settings is said with what was seen")
  func settings() async throws {
    try await TestServer.run { server in
      func signIn(_ provider: String, _ options: JSONValue = [:]) async throws -> SignInExplanation {
        let token = try await server.labToken(provider, options)
        return try await Self.explanation(
          try await server.signInWithIdp([("providerId", provider), ("id_token", token)]), server)
      }
      let clients = ProviderLab.clients.apple
      try await server.changeProvider("apple.com") {
        $0.clientID = ""
        $0.additionalAudiences = ["com.example.other"]
      }
      let services = try await signIn("apple.com", ["audience": .string(clients.servicesID)])
      #expect(services.report.sentence.contains("only bundle ids are configured"))
      #expect(services.report.seen == clients.servicesID)
      // The registered app's is accepted beside it.
      #expect(services.report.expected?.contains("com.example.other") == true)

      try await server.changeProvider("google.com") { $0.endpoints.issuer = "https://accounts.google.com/" }
      let slash = try await signIn("google.com")
      #expect(slash.report.sentence == "The issuer differs by a trailing slash.")

      try await server.changeProvider("oidc.lab") { $0.enabled = false }
      let off = try await signIn("oidc.lab")
      #expect(off.report.sentence == "The provider is switched off.")
      #expect(off.errorCode == "OPERATION_NOT_ALLOWED")
    }
  }

  @Test("a credential that was used, and an identity that is somebody's, are explained")
  func decisions() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken(
        "google.com", ["sub": "7", "email": "ann@gmail.com", "rawNonce": "raw"])
      let parameters = [
        (name: "providerId", value: "google.com"), (name: "id_token", value: token),
        (name: "nonce", value: "raw"),
      ]
      #expect(try await server.signInWithIdp(parameters).status == 200)
      let replay = try await Self.explanation(try await server.signInWithIdp(parameters), server)
      #expect(replay.report.check == "replay")
      let bob = try await server.signUp("bob@example.com")
      let again = try await server.labToken("google.com", ["sub": "7", "email": "ann@gmail.com"])
      let linked = try await server.signInWithIdp(
        [("providerId", "google.com"), ("id_token", again)], ["idToken": .string(bob.idToken)])
      let found = try await Self.explanation(linked, server)
      #expect(found.report.sentence.contains("An account already has this identity."))
    }
  }

  // Fails when the name is cut by characters, or shown as it came.
  @Test("a made-up provider's name is cut to a size, and cannot move an operator's cursor")
  func hostileName() async throws {
    try await TestServer.run { server in
      let name = "\u{1B}[2J\u{9B}x" + String(repeating: "e\u{301}\u{302}\u{303}", count: 2_000)
      let response = try await server.signInWithIdp([("providerId", name), ("id_token", "x")])
      let found = try await Self.explanation(response, server)
      let provider = try #require(found.provider)
      #expect(provider.hasPrefix("?[2j?x") && provider.utf8.count == 67)
      let printable = (0x20...0x7E as ClosedRange<UInt8>)
      #expect(found.text.utf8.allSatisfy { printable.contains($0) || $0 == UInt8(ascii: "\n") })
      #expect(found.text.utf8.count < 2_000)
      #expect(!server.log.text.contains("\u{1B}") && !server.log.text.contains("\u{9B}"))
      #expect(try await !server.auditText().contains("\u{9B}"))
    }
  }

  @Test("an explanation is forgotten after two weeks")
  func forgotten() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      let response = try await server.signInWithIdp([("providerId", "google.com")])
      let id = try await Self.explanation(response, server).id
      server.clock.advance(seconds: SignInExplanation.lifetime - 1)
      #expect(try await server.backend.explanation(of: id) != nil)
      server.clock.advance(seconds: 1)
      #expect(try await server.backend.explanation(of: id) == nil)
      #expect(try await server.backend.sweepExpired(limit: 100) > 0)
    }
  }

  // Fails when DiagnosisBudget lets everything through.
  @Test("a flood of made-up tokens is not written down")
  func flood() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      var kept = 0
      for _ in 0..<310 {
        let response = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", "x")])
        let id = try #require(response.headers.first(name: "x-latchkey-diagnostic"))
        if try await server.backend.explanation(of: id) != nil { kept += 1 }
      }
      #expect(kept == 300)
    }
  }
}
