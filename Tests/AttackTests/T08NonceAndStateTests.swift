import IdentityWire
import TestSupport
import Testing

@Suite("T8: missing equals matching", .fewAtOnce)
struct T08NonceAndStateTests {
  /// The `nonce` of a token, by what it is to the raw nonce "n".
  private static let claims: [(name: String, value: JSONValue?)] = [
    ("absent", nil), ("right", .string(sha256OfN)), ("other", .string(String(repeating: "0", count: 64))),
    ("raw", "n"), ("upper case", .string(sha256OfN.uppercased())), ("empty", ""), ("null", .null),
    ("number", 1), ("list", [.string(sha256OfN)]), ("longer", .string(sha256OfN + "0")),
    ("shorter", .string(String(sha256OfN.dropLast()))),
  ]
  private static let requests: [(name: String, value: String?)] = [
    ("absent", nil), ("right", "n"), ("other", "m"), ("hash", sha256OfN), ("empty", ""), ("space", " "),
  ]
  private static let sha256OfN = "1b16b1df538ba12dc3f97edbb85caa7050d46c148134290feba80f8236c83db9"

  /// What passes: both sides say the same nonce, or (where a provider does not bind its tokens) neither says
  /// any, or (Google, whose SDKs pass none on) the request does not.
  private static func passes(_ provider: IDTokenProvider, claim: String, request: String) -> Bool {
    if request == "right" { return claim == "right" }
    guard request == "absent" || request == "empty" else { return false }
    switch provider.id {
    case "google.com": return true
    case "facebook.com": return false
    default: return claim == "absent"
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a nonce on one side only, or two that differ, never pass") { try await matrix($0) },
    Behaviour("a flow's token carries the flow's nonce") { try await flowNonce($0) },
    Behaviour("an ID token slipped into a flow is refused unless it has the flow's nonce") {
      try await injectedToken($0)
    },
    Behaviour("a callback without its state or session id, or with another one, is refused") {
      try await stateAndSession($0)
    },
    Behaviour("the handler shows an error for an answer without its state") { try await handler($0) },
  ]

  @Test("an answer is bound to its request by nonce and state")
  func bindings() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when NonceRule takes an absent claim for a match, an absent raw nonce for a match (`mutual`,
  // `required`), or compares the raw nonce unhashed (each alone).
  private static func matrix(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      for claim in Self.claims {
        for request in Self.requests {
          let token = try server.forge(provider, ["nonce": claim.value])
          let response = try await server.signIn(provider, token, nonce: request.value)
          let what = "claim \(claim.name), request \(request.name)"
          if Self.passes(provider, claim: claim.name, request: request.name) {
            #expect(response.status == 200, "\(what): \(response.text)")
          } else {
            expectRefused(response, "MISSING_OR_INVALID_NONCE", what)
          }
        }
      }
    }
  }

  // Fails when `redeemFlow` expects no nonce of the code's token, or NonceRule.verbatim takes an absent claim
  // for a match.
  private static func flowNonce(_ server: TestServer) async throws {
    try await eachCase(of: ["google.com", "apple.com", "oidc.lab"]) { provider in
      for fault in ["wrong-nonce", "no-nonce"] {
        let flow = try await server.beginFlow(provider)
        #expect(flow["nonce"]?.utf8.count == 64, "\(fault)")
        let callback = try await server.authorize(flow, ["lab_fault": fault])
        expectRefused(try await server.finishFlow(flow, at: callback), "MISSING_OR_INVALID_NONCE", fault)
        #expect(try await server.accounts().isEmpty, "\(fault)")
      }
    }
  }

  // Fails when `redeemFlow` verifies an ID token of the callback without the flow's nonce.
  private static func injectedToken(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      for nonce in [nil, .string(Self.sha256OfN)] as [JSONValue?] {
        let flow = try await server.beginFlow(provider.id)
        let callback = try #require(flow["redirect_uri"])
        let token = try server.forge(provider, ["nonce": nonce, "sub": "victim"])
        let answer = FormURLEncoded([
          ("state", try #require(flow["state"])), ("id_token", token), ("nonce", "n"),
          ("providerId", provider.id),
        ]).text
        expectRefused(
          try await server.finishFlow(flow, at: "\(callback)?\(answer)", ["postBody": .string(answer)]),
          "MISSING_OR_INVALID_NONCE")
      }
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when a code without a state, or with an unknown one, is redeemed as the last flow's, when a missing
  // session id counts as the right one, or when another provider may be named than the flow's (each alone).
  private static func stateAndSession(_ server: TestServer) async throws {
    typealias Change = @Sendable (AuthUriFlow, inout FormURLEncoded, inout [String: JSONValue]) -> Void
    let attempts: [(String, Change)] = [
      ("no state", { _, query, _ in query["state"] = nil }),
      (
        "no state, provider named",
        { flow, query, _ in
          query["state"] = nil
          query["providerId"] = flow.providerID
        }
      ),
      ("empty state", { _, query, _ in query["state"] = "" }),
      (
        "empty state, provider named",
        { flow, query, _ in
          query["state"] = ""
          query["providerId"] = flow.providerID
        }
      ),
      ("other state", { _, query, _ in query["state"] = String(repeating: "A", count: 43) }),
      ("state with more", { flow, query, _ in query["state"] = (flow["state"] ?? "") + "A" }),
      ("no session", { _, _, more in more["sessionId"] = .null }),
      ("empty session", { _, _, more in more["sessionId"] = "" }),
      ("other session", { _, _, more in more["sessionId"] = "other" }),
      (
        "session in the query",
        { flow, query, more in
          query["sessionId"] = flow.sessionID
          more["sessionId"] = .null
        }
      ),
      ("other provider", { _, query, _ in query["providerId"] = "apple.com" }),
      ("no code", { _, query, _ in query["code"] = nil }),
      ("empty code", { _, query, _ in query["code"] = "" }),
      ("denied, with a code", { _, query, _ in query["error"] = "access_denied" }),
    ]
    for (name, change) in attempts {
      let flow = try await server.beginFlow("google.com")
      let callback = try await server.authorize(flow)
      let parts = callback.split(separator: "?", maxSplits: 1).map(String.init)
      var query = FormURLEncoded(parsing: parts[1])
      var more: [String: JSONValue] = [:]
      change(flow, &query, &more)
      expectRefused(
        try await server.finishFlow(flow, at: "\(parts[0])?\(query.text)", more), nil, name)
    }
    #expect(try await server.accounts().isEmpty)
  }

  // Fails when the handler goes on without a known state.
  private static func handler(_ server: TestServer) async throws {
    let flow = try await server.beginFlow("google.com")
    let callback = try await server.authorize(flow, ["lab_fault": "wrong-state"])
    for address in [
      callback, server.origin + "/__/auth/handler?code=1", server.origin + "/__/auth/handler",
    ] {
      let response = try await server.send("GET", address)
      #expect(response.status == 400)
      #expect(response.text.contains("auth/missing-initial-state"))
      let posted = try await server.send(
        "POST", server.origin + "/__/auth/handler",
        headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "code=1&state=")
      #expect(posted.status == 400)
    }
  }
}
