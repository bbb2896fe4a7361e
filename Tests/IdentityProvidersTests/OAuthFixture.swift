import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Synchronization
import Testing

/// A plain OAuth 2.0 provider on loopback that takes any code.
struct OAuthFixture: Sendable {
  static let redirect = "https://auth.example.com/__/auth/handler"
  static let token = "the-access-token"

  /// The provider's answers by their paths. A test changes them before the sign-in.
  final class Answers: Sendable {
    private let state = Mutex<[String: StubProvider.Answer]>([
      "/token": .json(["access_token": .string(OAuthFixture.token), "token_type": "Bearer"]),
      "/me": .json(["user": ["id": "u-1"]]),
    ])

    subscript(path: String) -> StubProvider.Answer {
      get { state.withLock { $0[path] ?? .text("not here", status: 404) } }
      set { state.withLock { $0[path] = newValue } }
    }
  }

  let stub: StubProvider
  let registry: ProviderRegistry
  let answers: Answers
  var settings: ProviderSettings
  var secrets = ProviderSecrets(clientSecret: Secret("the-secret"))

  static func run(_ body: @escaping @Sendable (OAuthFixture) async throws -> Void) async throws {
    let answers = Answers()
    try await StubProvider.run({ answers[$0.path] }) { stub in
      try await withHTTP { http in
        var settings = ProviderSettings(providerID: "oauth.test", enabled: true, clientID: "app-1")
        settings.endpoints.authorization = stub.baseURL + "/authorize"
        settings.endpoints.token = stub.baseURL + "/token"
        settings.endpoints.userInfo = stub.baseURL + "/me"
        settings.endpoints.allowPrivateAddresses = true
        var fixture = OAuthFixture(
          stub: stub, registry: ProviderRegistry(http: http), answers: answers, settings: settings)
        fixture.map(.userID, "user.id")
        try await body(fixture)
      }
    }
  }

  mutating func map(_ field: ProfileMapping.Field, _ path: String) {
    var mapping = settings.profile ?? ProfileMapping()
    mapping[field] = ProfilePath(path)
    settings.profile = mapping
  }

  mutating func speak(_ change: (inout OAuthDialect) -> Void) {
    var dialect = settings.dialect ?? OAuthDialect()
    change(&dialect)
    settings.dialect = dialect
  }

  func signIn(
    _ credential: ProviderCredential = .authorizationCode(
      code: "the-code", redirectURI: OAuthFixture.redirect, codeVerifier: "the-code-verifier",
      expectedNonce: "the-nonce", user: nil)
  ) async throws -> ProviderIdentity {
    guard let verifier = registry.verifier(for: settings.providerID) else {
      throw IdentityError.malformed("no verifier")
    }
    return try await verifier.verify(credential, with: settings, secrets: secrets, now: TestToken.now)
  }

  /// The error of a sign-in that fails.
  func failure() async -> IdentityError? {
    do {
      _ = try await signIn()
      return nil
    } catch {
      return error as? IdentityError
    }
  }

  /// Expects `INVALID_IDP_RESPONSE` for an answer at a path, and the check that explains it.
  func expectRefusal(
    at path: String, _ answer: StubProvider.Answer, _ check: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    answers[path] = answer
    let error = await failure()
    #expect(error?.refusal == .invalidIdPResponse, sourceLocation: sourceLocation)
    #expect(
      error?.signInReport.check == check, "\(error.map { "\($0.signInReport)" } ?? "")",
      sourceLocation: sourceLocation)
  }
}
