import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Testing

@Suite("What is known of each provider, and what its settings lack")
struct ProviderCatalogTests {
  @Test("the known providers have verifiers, others none")
  func known() async throws {
    try await withHTTP { http in
      let registry = ProviderRegistry(http: http)
      for id in [
        "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
        "oauth.acme",
        "oidc.acme", "oidc.a-b_c.9", "oidc.line", "playgames.google.com", "twitter.com", "yahoo.com",
      ] {
        #expect(registry.verifier(for: id) != nil, "\(id)")
        #expect(ProviderCatalog.entry(for: id)?.providerID == id)
      }
      for id in [
        "", "oauth.", "oauth.*", "oidc.", "oidc", "oidc.*", "oidc.A", "saml.acme", "unknown.example",
        "Apple.com", "password",
      ] {
        #expect(registry.verifier(for: id) == nil, "\(id)")
      }
    }
  }

  @Test("each missing setting is a sentence; a client id always has to be there (T5)")
  func missing() {
    func missing(
      _ id: String, client: String = "", secret: String? = nil,
      _ purpose: ProviderCatalog.Purpose = .webFlow, _ change: (inout ProviderSettings) -> Void = { _ in }
    ) -> [String] {
      var settings = ProviderSettings(providerID: id, enabled: true, clientID: client)
      change(&settings)
      return ProviderCatalog.missingSettings(
        settings, secrets: .init(clientSecret: secret.map { Secret($0) }), for: purpose)
    }
    #expect(missing("facebook.com") == ["Facebook needs its app id.", "Facebook needs its app secret."])
    #expect(missing("facebook.com", client: "1", secret: "s") == [])
    #expect(missing("github.com", client: "1") == ["GitHub needs its client secret."])
    #expect(
      missing("twitter.com") == ["X (Twitter) needs its API key.", "X (Twitter) needs its API key secret."])
    #expect(
      missing("twitter.com", client: "1", .appCredentials) == ["X (Twitter) needs its API key secret."])
    #expect(missing("google.com", client: "1", .appCredentials) == [])
    #expect(missing("google.com", client: "1") == ["Google needs its client secret."])
    #expect(missing("google.com", secret: "s") == ["Google needs its client id."])
    #expect(missing("oidc.acme", client: "1", secret: "s") == ["oidc.acme needs its issuer."])
    #expect(missing("unknown.example") == ["The provider unknown.example is not supported."])
    #expect(missing("apple.com", .appCredentials) == ["Apple needs its services id."])
    #expect(missing("apple.com", .appCredentials) { $0.additionalAudiences = ["com.example.app"] } == [])
    #expect(
      missing("apple.com", client: "web") == [
        "Apple needs your team id.", "Apple needs the id of your key.", "Apple needs your private key.",
      ])
    #expect(
      missing("github.com", client: "1", secret: "s") { $0.endpoints.token = "http://ghe.example/token" }
        == ["The token endpoint has to be https unless private addresses are allowed."])
    #expect(
      missing("github.com", client: "1", secret: "s") { $0.endpoints.userInfo = "ghe.example/user" }
        == ["The user info endpoint is not an absolute URL."])
  }

  @Test("Apple's key is looked at before it is needed")
  func appleKey() {
    var settings = ProviderSettings(providerID: "apple.com", enabled: true, clientID: "web")
    settings.apple = .init(teamID: "TEAM", keyID: "KEY")
    func missing(_ pem: String) -> [String] {
      ProviderCatalog.missingSettings(settings, secrets: .init(privateKey: Secret(pem)), for: .webFlow)
    }
    #expect(missing(P256.Signing.PrivateKey().pemRepresentation) == [])
    #expect(missing(P384.Signing.PrivateKey().pemRepresentation).count == 1)
    #expect(missing("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----").count == 1)
  }

  @Test("overrides lie over the real addresses")
  func overrides() {
    var settings = ProviderSettings(providerID: "github.com", enabled: true, clientID: "1")
    settings.endpoints.userInfo = "https://ghe.example/api/v3/user"
    let merged = ProviderCatalog.endpoints(for: settings)
    #expect(merged?.userInfo == "https://ghe.example/api/v3/user")
    #expect(merged?.token == "https://github.com/login/oauth/access_token")
    #expect(merged?.allowPrivateAddresses == false)
  }

  @Test("secrets survive sealing and show in no description")
  func secrets() throws {
    let secrets = ProviderSecrets(clientSecret: Secret("s\"3cret\n"), privateKey: Secret("-----PEM"))
    let back = try ProviderSecrets.decode(secrets.encode())
    #expect(back.clientSecret?.reveal() == "s\"3cret\n")
    #expect(back.privateKey?.reveal() == "-----PEM")
    #expect(try ProviderSecrets.decode(ProviderSecrets().encode()).clientSecret == nil)
    #expect(throws: ProviderSecrets.Failure.self) { try ProviderSecrets.decode(Data("[]".utf8)) }
    #expect(throws: ProviderSecrets.Failure.self) { try ProviderSecrets.decode(Data("{".utf8)) }
    var dumped = ""
    dump(secrets, to: &dumped)
    #expect(!"\(secrets)\(String(reflecting: secrets))\(dumped)".contains("3cret"))
  }

  @Test("the app's parameters are read as the protocol has them")
  func credentials() {
    func read(_ text: String) -> ProviderCredential? {
      ProviderCredential(parameters: FormURLEncoded(parsing: text))
    }
    #expect(read("providerId=x") == nil)
    #expect(read("id_token=&access_token=") == nil)
    #expect(read("access_token=t&oauth_token_secret=s") == .accessToken("t", secret: "s"))
    #expect(
      read("id_token=i&access_token=t&nonce=n")
        == .idToken("i", rawNonce: "n", accessToken: "t", user: nil))
    #expect(
      read("id_token=i&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Ada%22%7D%7D")
        == .idToken("i", rawNonce: nil, accessToken: nil, user: .init(firstName: "Ada", lastName: nil)))
  }

  @Test(
    "Apple's user field never fails a sign-in and never holds more than a name",
    arguments: [
      "", "{", "[]", "null", "{}", "{\"name\":null}", "{\"name\":\"Ada\"}", "{\"name\":{\"firstName\":1}}",
      "{\"name\":{\"firstName\":\"\",\"lastName\":\" \"}}", "{\"email\":\"evil@example.com\"}",
      "{\"name\":{\"firstName\":\"\(String(repeating: "a", count: 5000))\"}}",
    ])
  func malformedUser(_ text: String) { #expect(AppleUser(json: text) == nil) }

  @Test("names are cleaned and bounded")
  func names() throws {
    let user = try #require(
      AppleUser(
        json: "{\"name\":{\"firstName\":\" Ada\\u0001\\n\",\"lastName\":\"Łovelace\"},\"email\":\"x@y\"}"))
    #expect(user.displayName == "Ada Łovelace")
    let long = String(repeating: "é", count: 400)
    #expect(AppleUser(json: "{\"name\":{\"lastName\":\"\(long)\"}}")?.lastName?.count == 128)
  }
}
