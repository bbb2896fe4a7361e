import Identity
import IdentityProviders
import IdentityWire
import Synchronization

/// A generic OpenID provider on loopback with a key set, and the settings for it.
struct OpenIDFixture: Sendable {
  let stub: StubProvider
  let registry: ProviderRegistry
  var settings: ProviderSettings
  var issuer: String { settings.endpoints.issuer ?? "" }

  static func run(
    keys: @escaping @Sendable () -> JSONValue = {
      TestKeys.keySet([TestKeys.rsa.jwk, TestKeys.p256JWK])
    },
    audiences: [String] = ["app-1"],
    _ body: @escaping @Sendable (OpenIDFixture) async throws -> Void
  ) async throws {
    try await StubProvider.run({ request in
      request.path == "/jwks" ? .json(keys()) : .text("not here", status: 404)
    }) { stub in
      try await withHTTP { http in
        var settings = ProviderSettings(
          providerID: "oidc.test", enabled: true, clientID: audiences.first ?? "")
        settings.additionalAudiences = Array(audiences.dropFirst())
        settings.endpoints.issuer = stub.baseURL
        settings.endpoints.jwks = stub.baseURL + "/jwks"
        settings.endpoints.allowPrivateAddresses = true
        try await body(
          OpenIDFixture(stub: stub, registry: ProviderRegistry(http: http), settings: settings))
      }
    }
  }

  var token: TestToken { .standard(issuer: issuer) }

  func verify(
    _ text: String, rawNonce: String? = nil, now: Instant = TestToken.now
  ) async throws -> ProviderIdentity {
    guard let verifier = registry.verifier(for: settings.providerID) else {
      throw IdentityError.malformed("no verifier")
    }
    return try await verifier.verify(
      .idToken(text, rawNonce: rawNonce, accessToken: nil, user: nil), with: settings, secrets: .init(),
      now: now)
  }

  func refusal(_ text: String, rawNonce: String? = nil, now: Instant = TestToken.now) async -> String? {
    await message { _ = try await verify(text, rawNonce: rawNonce, now: now) }
  }
}
