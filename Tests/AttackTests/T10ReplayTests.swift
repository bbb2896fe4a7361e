import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T10: one-shot artifact replayed", .fewAtOnce)
struct T10ReplayTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a federated ID token is accepted once") { try await idTokens($0) },
    Behaviour("a token stays used until it has expired, clock skew included") { try await untilExpiry($0) },
    Behaviour("a flow is finished once") { try await flows($0) },
    Behaviour("a flow that was presented wrongly is used up") { try await failedFlow($0) },
    Behaviour("a pending credential is accepted once, whether it signs in, links or is refused") {
      try await pendingTokens($0)
    },
  ]

  @Test("what was redeemed is redeemed no more")
  func replays() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when `verify` of signInWithIdp leaves the redemption out, or RedemptionTable.redeem takes what is
  // redeemed already (each alone).
  private static func idTokens(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      let token = try server.forge(provider)
      let first = try TestSession(await server.signIn(provider, token))
      expectRefused(try await server.signIn(provider, token), "MISSING_OR_INVALID_NONCE", "sign-in")
      let other = try await server.signUpAnonymously()
      for user in [first, other] {
        expectRefused(
          try await server.signIn(provider, token, ["idToken": .string(user.idToken)]), nil, "link")
      }
      // A link uses it up as a sign-in does.
      let second = try server.forge(
        provider, ["sub": "4712", "oid": "00000000-0000-4000-8000-000000004712"])
      _ = try TestSession(await server.signIn(provider, second, ["idToken": .string(other.idToken)]))
      expectRefused(try await server.signIn(provider, second), "MISSING_OR_INVALID_NONCE", "after a link")
    }
  }

  // Fails as above; and when the redemption is forgotten before the token has expired.
  private static func untilExpiry(_ server: TestServer) async throws {
    let token = try server.forge(.apple)
    _ = try TestSession(await server.signIn(.apple, token))
    for _ in 0..<61 {
      server.clock.advance(seconds: 60)
      expectRefused(try await server.signIn(.apple, token))
    }
  }

  // Fails when `redeemFlow` does not apply the consumption, or StoreWrite.consumeArtifact deletes nothing
  // (each alone).
  private static func flows(_ server: TestServer) async throws {
    try await eachCase(of: [
      "google.com", "apple.com", "github.com", "facebook.com", "oauth.lab", "oidc.lab",
    ]) { provider in
      let flow = try await server.beginFlow(provider)
      let callback = try await server.authorize(flow)
      let user = try TestSession(await server.finishFlow(flow, at: callback))
      let accounts = try await server.accounts()
      let replay = try await server.finishFlow(flow, at: callback)
      expectRefused(replay, "INVALID_IDP_RESPONSE")
      #expect(replay.text.contains("used before"), "refused for the flow, not by the provider")
      #expect(try await server.send("GET", callback).status == 400)
      // Neither does a new code help.
      let fresh = try await server.authorize(flow)
      expectRefused(try await server.finishFlow(flow, at: fresh), "INVALID_IDP_RESPONSE")
      #expect(try await server.accounts() == accounts)
      _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
    }
  }

  // Fails when `redeemFlow` compares the session before it uses the flow up: then session ids can be guessed.
  private static func failedFlow(_ server: TestServer) async throws {
    let flow = try await server.beginFlow("google.com")
    let callback = try await server.authorize(flow)
    expectRefused(try await server.finishFlow(flow, at: callback, ["sessionId": "a guess"]))
    expectRefused(try await server.finishFlow(flow, at: callback), "INVALID_IDP_RESPONSE")
  }

  // Fails when `redeemPending` hands on no consumption.
  private static func pendingTokens(_ server: TestServer) async throws {
    func pending(_ subject: String, _ email: String) async throws -> String {
      let token = try await server.labToken(
        "facebook.com", ["sub": .string(subject), "email": .string(email)])
      let response = try await server.signInWithIdp([
        ("providerId", "facebook.com"), ("access_token", token),
      ])
      return try require(response, "pendingToken")
    }
    let signsIn = try await pending("1", "a@example.com")
    let isRefused = try await pending("2", "b@example.com")
    let ben = try await server.signUp("ben@example.com", "a password")
    let needsConfirmation = try await pending("3", "ben@example.com")

    _ = try TestSession(await server.signInWithIdp([("pendingToken", signsIn)]))
    // A refusal that gives the credential back uses the old form of it up.
    let conflict = try await server.signInWithIdp(
      [("pendingToken", isRefused)], ["idToken": .string(ben.idToken), "returnIdpCredential": true])
    #expect(conflict.json["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
    _ = try TestSession(
      await server.signInWithIdp([("pendingToken", needsConfirmation)], ["idToken": .string(ben.idToken)]))
    for used in [signsIn, isRefused, needsConfirmation] {
      expectRefused(try await server.signInWithIdp([("pendingToken", used)]), "INVALID_PENDING_TOKEN")
      expectRefused(
        try await server.signInWithIdp([("pendingToken", used)], ["idToken": .string(ben.idToken)]),
        "INVALID_PENDING_TOKEN")
    }
  }

  // Fails when Backend.open forgets redemptions, which what was used shows, and artifacts, which what was not
  // used shows.
  @Test("what was used stays used after a restart, and what was not stays good")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      options.port = try TestServer.freePort()
      struct Kept: Sendable {
        var idToken: String, pending: String, flow: AuthUriFlow, callback: String, unusedFlow: AuthUriFlow
        var unusedPending: String, unusedToken: String, user: TestSession
      }
      let kept = try await TestServer.run(options) { server in
        let token = try server.forge(.apple)
        let first = try await server.signIn(.apple, token)
        let pending = try require(first, "pendingToken")
        let second = try await server.signInWithIdp([("pendingToken", pending)])
        let flow = try await server.beginFlow("google.com")
        let callback = try await server.authorize(flow)
        _ = try TestSession(await server.finishFlow(flow, at: callback))
        return Kept(
          idToken: token, pending: pending, flow: flow, callback: callback,
          unusedFlow: try await server.beginFlow("google.com"),
          unusedPending: try require(second, "pendingToken"),
          unusedToken: try server.forge(.apple), user: try TestSession(second))
      }
      try await TestServer.run(options) { server in
        expectRefused(try await server.signIn(.apple, kept.idToken), "MISSING_OR_INVALID_NONCE")
        expectRefused(
          try await server.signInWithIdp([("pendingToken", kept.pending)]), "INVALID_PENDING_TOKEN")
        let replay = try await server.finishFlow(kept.flow, at: kept.callback)
        expectRefused(replay, "INVALID_IDP_RESPONSE")
        #expect(replay.text.contains("used before"))

        #expect(try await server.refresh(kept.user.refreshToken).status == 200)
        _ = try TestSession(await server.signIn(.apple, kept.unusedToken))
        _ = try TestSession(await server.signInWithIdp([("pendingToken", kept.unusedPending)]))
        let callback = try await server.authorize(kept.unusedFlow)
        _ = try TestSession(await server.finishFlow(kept.unusedFlow, at: callback))
      }
    }
  }
}
