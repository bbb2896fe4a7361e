import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Testing

@Suite("Client authentication at the token endpoint")
struct TokenAuthenticationTests {
  private static let both: JSONValue = ["client_secret_basic", "client_secret_post"]

  private static func isBasic(_ request: StubProvider.Received) -> Bool {
    request.headers["authorization"]
      == "Basic " + Data("app-1:the-secret".utf8).base64EncodedString()
      && request.form["client_secret"] == nil
  }

  private static func isInBody(_ request: StubProvider.Received) -> Bool {
    request.form["client_secret"] == "the-secret" && request.headers["authorization"] == nil
  }

  @Test("a provider that lists both methods is asked by the other one where it refuses the first")
  func retried() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("token_endpoint_auth_methods_supported", Self.both)
      provider.answers.clients(Self.isInBody)
      #expect(try await provider.signIn().rawID == "user-1")
      #expect(provider.stub.received("/token").map { $0.form["code"] } == ["the-code", "the-code"])
      provider.answers.clients(Self.isBasic)
      #expect(try await provider.signIn().rawID == "user-1")
      #expect(provider.stub.received("/token").count == 3, "the first method was taken")
      provider.answers.clients { _ in false }
      let refusal = try #require(await provider.refusal())
      #expect(refusal.contains("invalid_client") && !refusal.contains("the-secret"))
      #expect(provider.stub.received("/token").count == 5)
      provider.answers.clients { _ in true }
      provider.answers.token("error", "invalid_client")
      provider.answers.token("error_description", "neither the-secret nor the-code")
      let echo = try #require(await provider.refusal())
      #expect(echo.contains("neither ... nor ...") && provider.stub.received("/token").count == 7, "\(echo)")
    }
  }

  @Test("another refusal than that of the client, and a provider that lists one method, are asked once")
  func notRetried() async throws {
    for methods: JSONValue? in [nil, ["client_secret_basic"], ["client_secret_post"]] {
      try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
        provider.answers.discovery("token_endpoint_auth_methods_supported", methods)
        provider.answers.clients { _ in false }
        _ = await provider.refusal()
        #expect(provider.stub.received("/token").count == 1)
      }
    }
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("token_endpoint_auth_methods_supported", Self.both)
      provider.answers.token("error", "invalid_grant")
      _ = await provider.refusal()
      #expect(provider.stub.received("/token").count == 1)
    }
  }

  @Test("a method that is set is used, whatever the provider lists")
  func chosen() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      provider.answers.discovery("token_endpoint_auth_methods_supported", Self.both)
      var own = provider
      own.settings.tokenAuthentication = .post
      provider.answers.clients(Self.isInBody)
      #expect(try await own.signIn().rawID == "user-1")
      own.settings.tokenAuthentication = .basic
      provider.answers.clients(Self.isBasic)
      #expect(try await own.signIn().rawID == "user-1")
      own.settings.endpoints.token = provider.stub.baseURL + "/token"
      #expect(try await own.signIn().rawID == "user-1")
      #expect(provider.stub.received("/token").count == 3)
    }
  }

  @Test("a public client sends its id and the code verifier, and no secret")
  func publicClient() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      var own = provider
      own.settings.tokenAuthentication = .publicClient
      own.secrets = .init()
      provider.answers.clients { request in
        request.form["client_id"] == "app-1" && request.form["code_verifier"] == "the-code-verifier"
          && request.form["client_secret"] == nil && request.headers["authorization"] == nil
      }
      #expect(try await own.signIn().rawID == "user-1")
      #expect(ProviderCatalog.missingSettings(own.settings, secrets: .init(), for: .webFlow).isEmpty)
    }
  }

  @Test(
    "private_key_jwt signs an assertion for that endpoint and that moment", arguments: ["ES256", "RS256"])
  func assertion(_ algorithm: String) async throws {
    let elliptic = P256.Signing.PrivateKey()
    let rsa = TestKeys.other.key
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      var own = provider
      own.settings.tokenAuthentication = .privateKey
      own.settings.clientKeyID = "key-1"
      own.secrets = .init(
        privateKey: Secret(algorithm == "ES256" ? elliptic.pemRepresentation : rsa.pemRepresentation))
      #expect(try await own.signIn().rawID == "user-1")
      let form = try #require(provider.stub.received("/token").first).form
      #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      #expect(form["client_id"] == "app-1" && form["client_secret"] == nil)
      let token = try UnverifiedJWT(try #require(form["client_assertion"]))
      #expect(token.algorithm == algorithm && token.keyID == "key-1")
      #expect(token.claims["iss"] == "app-1" && token.subject == "app-1")
      #expect(token.audiences == [provider.stub.baseURL + "/token"])
      #expect(token.claims["iat"] == .integer(TestToken.now.seconds))
      #expect(token.claims["exp"] == .integer(TestToken.now.seconds + 120))
      if algorithm == "ES256" {
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
        #expect(elliptic.publicKey.isValidSignature(signature, for: Data(token.signingInput)))
      } else {
        #expect(
          rsa.publicKey.isValidSignature(
            .init(rawRepresentation: token.signature), for: SHA256.hash(data: token.signingInput),
            padding: .insecurePKCS1v1_5))
      }
      // In the same second, with the same code.
      _ = try await own.signIn()
      let other = try UnverifiedJWT(
        try #require(provider.stub.received("/token").last?.form["client_assertion"]))
      #expect(other.claims["iat"] == token.claims["iat"] && other.claims["jti"] != token.claims["jti"])
      #expect(ProviderCatalog.missingSettings(own.settings, secrets: own.secrets, for: .webFlow).isEmpty)
    }
  }

  @Test("what a method needs is missed by its name")
  func missing() async throws {
    var settings = ProviderSettings(providerID: "oidc.test", enabled: true, clientID: "app-1")
    settings.endpoints.issuer = "https://login.example.com"
    let rows: [(ProviderSettings.TokenAuthentication?, ProviderSecrets, [MissingSetting.Name])] = [
      (nil, .init(), [.clientSecret]), (.basic, .init(), [.clientSecret]), (.post, .init(), [.clientSecret]),
      (.publicClient, .init(), []), (.privateKey, .init(clientSecret: Secret("x")), [.privateKey]),
      (.privateKey, .init(privateKey: Secret("no key")), [.malformedPrivateKey]),
      (.privateKey, .init(privateKey: Secret(P384.Signing.PrivateKey().pemRepresentation)), []),
    ]
    for (method, secrets, expected) in rows {
      settings.tokenAuthentication = method
      #expect(ProviderCatalog.missing(settings, secrets: secrets, for: .webFlow).map(\.name) == expected)
      #expect(ProviderCatalog.missing(settings, secrets: secrets, for: .appCredentials).isEmpty)
    }
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) async throws in
      var own = provider
      own.settings.tokenAuthentication = .privateKey
      own.secrets = .init(privateKey: Secret("no key"))
      #expect(await own.refusal()?.hasPrefix("OPERATION_NOT_ALLOWED : ") == true)
      #expect(provider.stub.received("/token").isEmpty)
    }
  }
}
