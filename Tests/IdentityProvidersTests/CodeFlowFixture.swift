import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Synchronization

/// A generic OpenID provider on loopback that is found by discovery and takes any code.
struct CodeFlowFixture: Sendable {
  static let redirect = "https://auth.example.com/__/auth/handler"

  /// What the provider answers; a test changes it before the sign-in.
  final class Answers: Sendable {
    typealias UserInfo = @Sendable (StubProvider.Received) -> StubProvider.Answer

    private struct State {
      var discovery: [String: JSONValue?] = [:]
      var withoutDiscovery: StubProvider.Answer?
      var tokens: [String: JSONValue] = [:]
      var accepts: @Sendable (StubProvider.Received) -> Bool = { _ in true }
      var userInfo: UserInfo = { _ in .json(["sub": "user-1"]) }
      var keys = TestKeys.keySet([TestKeys.rsa.jwk])
    }

    private let state = Mutex(State())

    /// Members of the discovery document beside the addresses; nil takes one away.
    func discovery(_ name: String, _ value: JSONValue?) {
      state.withLock { $0.discovery[name] = .some(value) }
    }
    /// In the place of the discovery document.
    func withoutDiscovery(_ answer: StubProvider.Answer) { state.withLock { $0.withoutDiscovery = answer } }
    func token(_ name: String, _ value: JSONValue?) { state.withLock { $0.tokens[name] = value } }
    func clients(_ accepts: @escaping @Sendable (StubProvider.Received) -> Bool) {
      state.withLock { $0.accepts = accepts }
    }
    func userInfo(_ answer: @escaping UserInfo) { state.withLock { $0.userInfo = answer } }
    func userInfo(_ claims: JSONValue) { userInfo { _ in .json(claims) } }
    func keys(_ set: JSONValue) { state.withLock { $0.keys = set } }

    fileprivate func answer(_ request: StubProvider.Received) -> StubProvider.Answer {
      let base = "http://\(request.headers["host"] ?? "")"
      let state = state.withLock { $0 }
      switch request.path {
      case "/.well-known/openid-configuration":
        if let other = state.withoutDiscovery { return other }
        var document: [String: JSONValue] = [
          "issuer": .string(base), "authorization_endpoint": .string(base + "/authorize"),
          "token_endpoint": .string(base + "/token"), "jwks_uri": .string(base + "/jwks"),
          "userinfo_endpoint": .string(base + "/userinfo"),
        ]
        for (name, value) in state.discovery { document[name] = value }
        return .json(.object(document))
      case "/jwks": return .json(state.keys)
      case "/token":
        return state.accepts(request)
          ? .json(.object(state.tokens)) : .json(["error": "invalid_client"], status: 401)
      case "/userinfo": return state.userInfo(request)
      default: return .text("not here", status: 404)
      }
    }
  }

  let stub: StubProvider
  let registry: ProviderRegistry
  let answers: Answers
  var settings: ProviderSettings
  var secrets = ProviderSecrets(clientSecret: Secret("the-secret"))

  /// The ID token says no more than who the user is.
  static func run(
    limits: OutgoingHTTP.Limits = .init(), _ body: @escaping @Sendable (CodeFlowFixture) async throws -> Void
  ) async throws {
    let answers = Answers()
    try await StubProvider.run({ answers.answer($0) }) { stub in
      try await withHTTP(limits: limits) { http in
        var settings = ProviderSettings(providerID: "oidc.test", enabled: true, clientID: "app-1")
        settings.endpoints.issuer = stub.baseURL
        settings.endpoints.allowPrivateAddresses = true
        let fixture = CodeFlowFixture(
          stub: stub, registry: ProviderRegistry(http: http), answers: answers, settings: settings)
        answers.token("access_token", "the-access-token")
        answers.token("id_token", .string(fixture.bareToken.text))
        try await body(fixture)
      }
    }
  }

  /// With the subject alone.
  var bareToken: TestToken {
    TestToken.standard(issuer: stub.baseURL).with("email", nil).with("email_verified", nil).with("name", nil)
      .with("nonce", "the-nonce")
  }

  func signIn(now: Instant = TestToken.now) async throws -> ProviderIdentity {
    guard let verifier = registry.verifier(for: settings.providerID) else {
      throw IdentityError.malformed("no verifier")
    }
    return try await verifier.verify(
      .authorizationCode(
        code: "the-code", redirectURI: Self.redirect, codeVerifier: "the-code-verifier",
        expectedNonce: "the-nonce", user: nil),
      with: settings, secrets: secrets, now: now)
  }

  func refusal(now: Instant = TestToken.now) async -> String? {
    await message { _ = try await signIn(now: now) }
  }
}
