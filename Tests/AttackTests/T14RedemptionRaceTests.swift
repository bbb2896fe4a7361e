import IdentityWire
import TestSupport
import Testing

@Suite("T14: redemption race", .fewAtOnce)
struct T14RedemptionRaceTests {
  private static let racers = 64

  /// Sends the same request from 64 connections at once: one is served, the others are refused.
  private static func race(
    _ what: String, _ request: @Sendable @escaping (Int) async throws -> TestResponse
  ) async throws {
    let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for racer in 0..<racers { group.addTask { try await served { try await request(racer) } } }
      return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
    }
    #expect(responses.count == racers)
    #expect(responses.count { $0.status == 200 } == 1, "\(what): \(responses.map(\.status))")
    for response in responses where response.status != 200 { expectRefused(response, nil, what) }
  }

  // Fails when StoreWrite.consumeArtifact does not tell whether it deleted a row, and when `redeemFlow` reads
  // only.
  @Test(
    "of 64 who finish one flow at once, one signs in",
    arguments: ["google.com", "github.com", "linkedin.com", "oauth.lab", "twitter.com"],
    TestServer.Deployment.all)
  func flow(_ provider: String, _ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let flow = try await server.beginFlow(provider)
      let callback = try await server.authorize(flow)
      try await Self.race("flow") { _ in try await server.finishFlow(flow, at: callback) }
      #expect(try await server.accounts().count == 1)
      let exchanges = try await server.send(
        "GET", "/lab/control/requests?provider=\(provider)&endpoint=token")
      #expect(exchanges.json["requests"]?.arrayValue?.count == 1, "the code went to the provider once")
    }
  }

  // Fails when a refusal of the token endpoint is not heeded.
  @Test("of 64 who present one server auth code at once, one signs in")
  func serverAuthCode() async throws {
    try await TestServer.run { server in
      let code = try await server.labToken("playgames.google.com")
      try await Self.race("server auth code") { _ in
        try await server.signInWithIdp([("code", code), ("providerId", "playgames.google.com")])
      }
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when `redeemPending` hands on no consumption, or consuming does not tell whether it deleted a row.
  @Test("of 64 who present one pending token at once, one signs in", arguments: TestServer.Deployment.all)
  func pendingToken(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let token = try await server.labToken("google.com", ["sub": "1", "email": "a@gmail.com"])
      let pending = try require(try await server.signIn(.google, token, nonce: nil), "pendingToken")
      try await Self.race("pending token") { _ in
        try await server.signInWithIdp([("pendingToken", pending)])
      }
    }
  }

  // Fails when RedemptionStatements.redeem renews what has not expired.
  @Test(
    "of 64 who present one ID token of a provider at once, one signs in", arguments: IDTokenProvider.all,
    TestServer.Deployment.all)
  func idToken(_ provider: IDTokenProvider, _ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let token = try server.forge(provider)
      try await Self.race("ID token") { _ in try await server.signIn(provider, token) }
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when the store does not keep a provider's identity unique.
  @Test("of 64 users who link one identity at once, one gets it", arguments: TestServer.Deployment.all)
  func links(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      var users: [TestSession] = []
      for _ in 0..<Self.racers { users.append(try await server.signUpAnonymously()) }
      let tokens = try users.indices.map { _ in try server.forge(.google) }
      let everybody = users
      try await Self.race("link") { racer in
        try await server.signIn(
          .google, tokens[racer], ["idToken": .string(everybody[racer].idToken)])
      }
      #expect(try await server.accounts().count { !$0.links.isEmpty } == 1)
    }
  }

  // Fails when the store does not keep an address unique.
  @Test("of 64 who register one address at once, one gets it", arguments: TestServer.Deployment.all)
  func addresses(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      try await Self.race("sign-up") { racer in
        try await server.call(
          "accounts:signUp", ["email": "ann@example.com", "password": .string("password \(racer)")])
      }
      #expect(try await server.accounts().count == 1)
    }
  }
}
