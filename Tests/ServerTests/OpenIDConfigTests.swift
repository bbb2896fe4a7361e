import Crypto
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("What an OpenID provider's configuration has beside Google's", .fewAtOnce)
struct OpenIDConfigTests {
  private static let collection = "oauthIdpConfigs"
  private static let path = "\(collection)/oidc.company"
  private static let config: JSONValue = [
    "displayName": "Company", "enabled": true, "clientId": "web", "issuer": "https://login.example.com",
    "responseType": ["code": true], "clientSecret": "hush",
  ]

  private static func make(_ server: TestServer, _ change: JSONValue = [:]) async throws -> TestResponse {
    let config = (Self.config.objectValue ?? [:]).merging(change.objectValue ?? [:]) { $1 }
    return try await server.configure(
      "POST", "\(collection)?oauthIdpConfigId=oidc.company", .object(config))
  }

  private static func stored(_ server: TestServer) async throws -> ProviderSettings {
    try #require(try await server.project().provider("oidc.company"))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the client authentication at its token endpoint is set, read back and taken away") {
      try await tokenAuthentication($0)
    },
    Behaviour("a public client and one with a key need no secret, and the key is never shown") {
      try await withoutSecret($0)
    },
    Behaviour("the domains whose addresses it is believed about are normalised, and bounded") {
      try await emailDomains($0)
    },
  ]

  @Test("an OpenID provider's settings hold for its sign-ins")
  func settings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func tokenAuthentication(_ server: TestServer) async throws {
    #expect(try await Self.make(server).json["tokenEndpointAuthMethod"] == nil)
    for name in ["client_secret_basic", "client_secret_post", "none"] {
      let changed = try await server.configure(
        "PATCH", "\(Self.path)?updateMask=tokenEndpointAuthMethod",
        ["tokenEndpointAuthMethod": .string(name)])
      #expect(changed.json["tokenEndpointAuthMethod"] == .string(name), "\(changed.text)")
      #expect(try await Self.stored(server).tokenAuthentication?.rawValue == name)
    }
    // A client of the official API that replaces the whole knows nothing of it.
    let whole = (Self.config.objectValue ?? [:]).merging(["clientSecret": ""]) { $1 }
    let replaced = try await server.configure("PATCH", Self.path, .object(whole))
    #expect(replaced.status == 200, "\(replaced.text)")
    #expect(try await Self.stored(server).tokenAuthentication == .publicClient)
    let reset = try await server.configure(
      "PATCH", "\(Self.path)?updateMask=tokenEndpointAuthMethod,clientSecret", ["clientSecret": "hush"])
    #expect(reset.status == 200 && reset.json["tokenEndpointAuthMethod"] == nil, "\(reset.text)")
    #expect(try await Self.stored(server).tokenAuthentication == nil)
    let unknown = try await server.configure(
      "PATCH", "\(Self.path)?updateMask=tokenEndpointAuthMethod",
      ["tokenEndpointAuthMethod": "tls_client_auth"])
    #expect(unknown.errorMessage?.hasPrefix("INVALID_CONFIG : tokenEndpointAuthMethod is one of") == true)
  }

  private static func withoutSecret(_ server: TestServer) async throws {
    let key = P256.Signing.PrivateKey().pemRepresentation
    let secretless: JSONValue = ["clientSecret": "", "tokenEndpointAuthMethod": "none"]
    #expect(try await Self.make(server, secretless).status == 200)
    _ = try await server.configure("DELETE", Self.path)
    let method: JSONValue = ["clientSecret": "", "tokenEndpointAuthMethod": "private_key_jwt"]
    let keyless = try await Self.make(server, method)
    #expect(keyless.errorMessage == "INVALID_CONFIG : private_key_jwt needs the private key.")
    let more = (method.objectValue ?? [:]).merging(["keyId": "key-1", "privateKey": .string(key)]) { $1 }
    let made = try await Self.make(server, .object(more))
    #expect(made.status == 200 && made.json["keyId"] == "key-1", "\(made.text)")
    #expect(!made.text.contains("PRIVATE KEY"))
    let malformed = try await server.configure(
      "PATCH", "\(Self.path)?updateMask=privateKey", ["privateKey": "no key"])
    #expect(malformed.errorMessage?.hasPrefix("INVALID_CONFIG : The private key has to be PEM") == true)
    let kept = try await server.configure(
      "PATCH", "\(Self.path)?updateMask=displayName", ["displayName": "Firm"])
    #expect(kept.status == 200, "\(kept.text)")
    let removed = try await server.configure("PATCH", "\(Self.path)?updateMask=privateKey", [:])
    #expect(removed.errorMessage == "INVALID_CONFIG : private_key_jwt needs the private key.")
  }

  private static func emailDomains(_ server: TestServer) async throws {
    _ = try await Self.make(server)
    func set(_ domains: [JSONValue]) async throws -> TestResponse {
      try await server.configure(
        "PATCH", "\(Self.path)?updateMask=trustedEmailDomains", ["trustedEmailDomains": .array(domains)])
    }
    let changed = try await set(["Example.COM", "example.com", "sub.example.org"])
    #expect(changed.json["trustedEmailDomains"] == ["example.com", "sub.example.org"], "\(changed.text)")
    for bad: JSONValue in ["", "a@b.example", "no domain", "@"] {
      #expect(try await set([bad]).errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(bad)")
    }
    let many = (0..<101).map { JSONValue.string("d\($0).example") }
    #expect(try await set(many).errorMessage?.hasPrefix("INVALID_CONFIG") == true)
    #expect(try await set([]).json["trustedEmailDomains"] == nil)
    #expect(try await Self.stored(server).emailDomains == nil)
  }

  @Test(
    "a provider at a host that the operator names may be private, and at no other", arguments: [true, false])
  func privateHost(_ isNamed: Bool) async throws {
    var options = TestServer.Options()
    options.privateProviderHosts = isNamed ? ["login.internal", "127.0.0.1"] : []
    try await TestServer.run(options) { server in
      for issuer in ["http://login.internal", "http://127.0.0.1:9/x", "https://login.internal/"] {
        let made = try await Self.make(server, ["issuer": .string(issuer)])
        let isHTTPS = issuer.hasPrefix("https")
        #expect(made.status == (isNamed || isHTTPS ? 200 : 400), "\(issuer): \(made.text)")
        guard made.status == 200 else { continue }
        let endpoints = try await Self.stored(server).endpoints
        #expect((endpoints.privateHost != nil) == isNamed && !endpoints.allowPrivateAddresses)
        let moved = try await server.configure(
          "PATCH", "\(Self.path)?updateMask=issuer,clientSecret",
          ["issuer": "https://login.example.com", "clientSecret": "hush"])
        #expect(moved.status == 200, "\(moved.text)")
        #expect(try await Self.stored(server).endpoints.privateHost == nil)
        _ = try await server.configure("DELETE", Self.path)
      }
      let odd = try await Self.make(server, ["issuer": "http://login.internal.example.com"])
      #expect(odd.errorMessage?.hasPrefix("INVALID_ISSUER") == true)
    }
  }

  @Test("a development server's providers may be on this machine")
  func loopback() async throws {
    try await TestServer.run { (server: TestServer) async throws in
      for issuer in ["http://localhost:9", "http://127.0.0.1:9", "http://[::1]:9"] {
        #expect(try await Self.make(server, ["issuer": .string(issuer)]).status == 200)
        #expect(try await Self.stored(server).endpoints.privateHost != nil)
        _ = try await server.configure("DELETE", Self.path)
      }
      #expect(try await Self.make(server, ["issuer": "http://10.0.0.1"]).status == 400)
    }
  }

  @Test("a provider's word counts for the domains that are listed, and for no others")
  func trust() async throws {
    for (domains, isBelieved) in [
      (nil, true), (["example.com"], true), (["other.example"], false), (["mple.com"], false),
    ] as [([String]?, Bool)] {
      try await TestServer.run { server in
        try await server.changeProject { $0.signIn.emailTrust = .providerClaim }
        try await server.changeProvider("oidc.lab") { $0.emailDomains = domains }
        let token = try await server.labToken("oidc.lab", ["email": "ada@example.com"])
        let response = try await server.signInWithIdp([("providerId", "oidc.lab"), ("id_token", token)])
        let account = try await server.account(try TestSession(response).localID)
        #expect(account?.email?.text == "ada@example.com" && account?.emailVerified == isBelieved)
      }
    }
  }

  @Test(
    "a list of domains holds for the second step of a sign-in that began before it, too",
    arguments: ["example.com", "other.example"])
  func trustWithTwoFactors(_ domain: String) async throws {
    try await TestServer.run { server in
      let factor = try await server.enrollPhone(
        try await server.verifiedUser("ada@example.com"), "+15551230100")
      let token = try await server.labToken("oidc.lab", ["email": "ada@example.com"])
      let first = try await server.signInWithIdp([("providerId", "oidc.lab"), ("id_token", token)])
      let pending = try server.text(first, "mfaPendingCredential")
      try await server.changeProvider("oidc.lab") { $0.emailDomains = [domain] }
      let second = try await server.provePhone(pending, factor.id)
      let links = try await server.account(factor.session.localID)?.links.map(\.providerID)
      if domain == "example.com" {
        #expect(second.json["idToken"] != nil && links == ["oidc.lab"], "\(second.text)")
      } else {
        #expect(second.errorMessage == "INVALID_MFA_PENDING_CREDENTIAL" && links == [], "\(second.text)")
      }
    }
  }
}
