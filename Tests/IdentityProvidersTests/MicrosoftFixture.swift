import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Synchronization

/// Microsoft on loopback, whose tokens, keys and documents a test writes.
struct MicrosoftFixture: Sendable {
  static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
  static let contoso = "11111111-2222-3333-4444-55555555abcd"
  static let fabrikam = "99999999-8888-7777-6666-555555555555"
  static let objectID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
  static let personalID = "00000000-0000-0000-0123-456789abcdef"

  /// The documents published beside the keys. A test changes them.
  final class Documents: Sendable {
    private let state = Mutex<(keyIssuer: String?, issuers: [String: String])>((nil, [:]))

    var keyIssuer: String? {
      get { state.withLock { $0.keyIssuer } }
      set { state.withLock { $0.keyIssuer = newValue } }
    }

    /// The issuer that the discovery document of a tenant names.
    func issuer(of tenant: String, is issuer: String) { state.withLock { $0.issuers[tenant] = issuer } }

    fileprivate func answer(_ request: StubProvider.Received) -> StubProvider.Answer {
      let tenant = request.path.split(separator: "/").first.map(String.init) ?? ""
      if request.path.hasSuffix("/keys") {
        var jwk = TestKeys.rsa.jwk
        jwk["issuer"] = keyIssuer.map { .string($0) }
        return .json(TestKeys.keySet([jwk]))
      }
      guard let issuer = state.withLock({ $0.issuers[tenant] }) else { return .text("no", status: 404) }
      let base = "http://\(request.headers["host"] ?? "")"
      return .json([
        "issuer": .string(issuer), "jwks_uri": .string("\(base)/\(tenant)/keys"),
        "token_endpoint": .string("\(base)/\(tenant)/token"),
        "authorization_endpoint": .string("\(base)/\(tenant)/authorize"),
      ])
    }
  }

  let stub: StubProvider
  let registry: ProviderRegistry
  let documents: Documents
  var settings: ProviderSettings

  static func run(_ body: @escaping @Sendable (MicrosoftFixture) async throws -> Void) async throws {
    let documents = Documents()
    try await StubProvider.run({ documents.answer($0) }) { stub in
      try await withHTTP { http in
        var settings = ProviderSettings(providerID: "microsoft.com", enabled: true, clientID: "app-1")
        settings.endpoints.allowPrivateAddresses = true
        settings.endpoints.jwks = stub.baseURL + "/{tenant}/keys"
        settings.endpoints.discovery = stub.baseURL + "/{tenant}/.well-known/openid-configuration"
        try await body(
          MicrosoftFixture(
            stub: stub, registry: ProviderRegistry(http: http), documents: documents, settings: settings))
      }
    }
  }

  static func issuer(_ tenantID: String) -> String { "https://login.microsoftonline.com/\(tenantID)/v2.0" }

  static func token(in tenantID: String, objectID: String = objectID) -> TestToken {
    TestToken.standard(issuer: issuer(tenantID)).with("tid", .string(tenantID)).with("oid", .string(objectID))
      .with("email_verified", nil).with("ver", "2.0")
  }

  func verify(_ token: TestToken, tenant: String? = nil, chosen: String? = nil) async throws
    -> ProviderIdentity
  {
    var settings = settings
    settings.tenant = tenant
    settings = try ProviderCatalog.settings(settings, choosingTenant: chosen)
    guard let verifier = registry.verifier(for: "microsoft.com") else {
      throw IdentityError.malformed("no verifier")
    }
    return try await verifier.verify(
      .idToken(token.text, rawNonce: nil, accessToken: nil, user: nil), with: settings,
      secrets: ProviderSecrets(), now: TestToken.now)
  }

  func refusal(_ token: TestToken, tenant: String? = nil, chosen: String? = nil) async -> String? {
    await message { _ = try await verify(token, tenant: tenant, chosen: chosen) }
  }
}
