import Identity
import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("A plain OAuth 2.0 provider's configuration", .fewAtOnce)
struct OAuthConfigTests {
  private static let collection = "oauthIdpConfigs"
  private static let path = "\(collection)/oauth.company"
  private static let config: [String: JSONValue] = [
    "displayName": "Company", "enabled": true, "clientId": "web", "clientSecret": "hush",
    "oauth2Config": .object(described),
  ]
  private static let described: [String: JSONValue] = [
    "authorizationEndpoint": "https://login.example.com/authorize",
    "tokenEndpoint": "https://login.example.com/token", "userInfoEndpoint": "https://api.example.com/me",
    "scopes": ["mail"], "scopeSeparator": ",", "pkce": false, "profileRequest": "query",
    "profile": ["userId": "data.id", "email": "data.mail", "emailVerified": "data.ok"],
  ]

  private static func make(
    _ server: TestServer, _ change: [String: JSONValue] = [:], described: [String: JSONValue] = [:],
    parent: String = ""
  ) async throws -> TestResponse {
    var config = Self.config.merging(change) { $1 }
    config["oauth2Config"] = .object(Self.described.merging(described) { $1 })
    return try await server.configure(
      "POST", "\(parent)\(collection)?oauthIdpConfigId=oauth.company", .object(config))
  }

  private static func stored(_ server: TestServer) async throws -> ProviderSettings {
    try #require(try await server.project().provider("oauth.company"))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("it is made, read, changed by mask and deleted, in a project and in a tenant") {
      try await lifecycle($0)
    },
    Behaviour("lists have it where it is asked for: official clients refuse a list with it") {
      try await lists($0)
    },
    Behaviour("what cannot be is refused at the door, also while it is disabled") { try await refused($0) },
    Behaviour("what belongs to OpenID Connect is refused, and of OpenID Connect what belongs to it") {
      try await others($0)
    },
  ]

  @Test("an OAuth 2.0 provider is configured as the contract says")
  func configurations() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func lifecycle(_ server: TestServer) async throws {
    try await eachCase(of: [true, false] as [Bool]) { isTenant in
      let parent = isTenant ? "tenants/\(try await server.makeTenant())/" : ""
      let made = try await Self.make(server, parent: parent)
      #expect(made.status == 200, "\(made.text)")
      #expect(made.json["oauth2Config"] == .object(Self.described) && made.json["issuer"] == nil)
      let read = try await server.configure("GET", parent + Self.path)
      #expect(read.json == made.json)
      let changed = try await server.configure(
        "PATCH",
        "\(parent)\(Self.path)?updateMask=oauth2Config.profile.email,oauth2Config.pkce,displayName",
        ["displayName": "Firm", "oauth2Config": ["pkce": true, "profile": ["email": "mail"]]])
      #expect(changed.json["oauth2Config"]?["profile"]?["email"] == "mail", "\(changed.text)")
      #expect(changed.json["oauth2Config"]?["profile"]?["userId"] == "data.id")
      #expect(changed.json["oauth2Config"]?["pkce"] == true && changed.json["displayName"] == "Firm")
      let removed = try await server.configure(
        "PATCH", "\(parent)\(Self.path)?updateMask=oauth2Config.profile.email,oauth2Config.scopes", [:])
      #expect(removed.json["oauth2Config"]?["profile"]?["email"] == nil, "\(removed.text)")
      #expect(removed.json["oauth2Config"]?["scopes"] == nil)
      // A client of the official API that replaces the whole knows nothing of it.
      let whole: JSONValue = [
        "displayName": "Co", "enabled": true, "clientId": "web2", "clientSecret": "x",
      ]
      let replaced = try await server.configure("PATCH", parent + Self.path, whole)
      #expect(replaced.json["oauth2Config"] == removed.json["oauth2Config"], "\(replaced.text)")
      #expect(replaced.json["clientId"] == "web2")
      #expect(try await server.configure("DELETE", parent + Self.path).status == 200)
      #expect(try await server.configure("GET", parent + Self.path).status == 404)
    }
  }

  private static func lists(_ server: TestServer) async throws {
    _ = try await Self.make(server)
    func names(_ query: String) async throws -> [String] {
      let list = try await server.configure("GET", Self.collection + query).json["oauthIdpConfigs"]?
        .arrayValue
      return (list ?? []).compactMap {
        $0["name"]?.stringValue?.split(separator: "/").last.map(String.init)
      }
    }
    #expect(try await names("") == ["oidc.lab", "oidc.line"])
    #expect(try await names("?showOauth2=true") == ["oauth.company", "oauth.lab", "oidc.lab", "oidc.line"])
  }

  private static func refused(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        ("authorizationEndpoint", "http://login.example.com", "https"),
        ("tokenEndpoint", "https://10.0.0.1/token", "private"), ("userInfoEndpoint", "me", "https"),
        ("userEmailsEndpoint", "ftp://example.com", "https"), ("tokenEndpoint", "", "token endpoint"),
        ("authorizationEndpoint", "https://example.com/#x", "fragment"),
        ("profile", ["email": "mail"], "user id"), ("profile", ["userId": "a..b"], "no path"),
        ("profile", ["userId": "id", "email": "a.0.v", "emailVerified": "a.1.ok"], "different elements"),
        ("scopes", ["a b"], "scopes"), ("scopeSeparator", "|", "scopeSeparator"),
        ("profileRequest", "put", "profileRequest"),
      ] as [(String, JSONValue, String)]
    ) { name, value, why in
      for isEnabled in [true, false] {
        let made = try await Self.make(server, ["enabled": .bool(isEnabled)], described: [name: value])
        #expect(
          made.status == 400 && made.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(made.text)")
        #expect(made.errorMessage?.contains(why) == true, "\(made.text)")
        #expect(try await server.project().provider("oauth.company") == nil)
      }
    }
  }

  private static func others(_ server: TestServer) async throws {
    for change: [String: JSONValue] in [
      ["issuer": "https://login.example.com"], ["responseType": ["idToken": true]], ["keyId": "k"],
      ["tokenEndpointAuthMethod": "private_key_jwt"], ["tokenEndpointAuthMethod": "none"],
    ] {
      let made = try await Self.make(server, change)
      #expect(made.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(change): \(made.text)")
    }
    #expect(
      try await Self.make(server, ["clientSecret": ""]).errorMessage?.hasPrefix(
        "MISSING_OAUTH_CLIENT_SECRET") == true)
    #expect(
      try await Self.make(server, ["clientId": ""]).errorMessage?.hasPrefix("MISSING_OAUTH_CLIENT_ID")
        == true)
    let openID = try await server.configure(
      "PATCH", "\(Self.collection)/oidc.lab?updateMask=oauth2Config",
      ["oauth2Config": .object(Self.described)])
    #expect(openID.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(openID.text)")
    let elsewhere = try await server.configure(
      "POST", "defaultSupportedIdpConfigs?idpId=oauth.company", ["clientId": "a", "clientSecret": "b"])
    #expect(elsewhere.status == 400, "\(elsewhere.text)")
  }

  @Test(
    "T26: private addresses are for hosts that the operator names, and another address resets their leave")
  func privateHosts() async throws {
    var options = TestServer.Options()
    options.privateProviderHosts = ["login.internal"]
    try await TestServer.run(options) { server in
      let inside: [String: JSONValue] = [
        "authorizationEndpoint": "http://login.internal/authorize",
        "tokenEndpoint": "http://login.internal/token",
      ]
      #expect(try await Self.make(server, described: inside).status == 200)
      #expect(try await Self.stored(server).endpoints.privateHost == "login.internal")
      for address in ["http://127.0.0.1:1/me", "http://other.internal/me"] {
        let moved = try await server.configure(
          "PATCH", "\(Self.path)?updateMask=oauth2Config.userInfoEndpoint",
          ["oauth2Config": ["userInfoEndpoint": .string(address)]])
        #expect(moved.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(moved.text)")
      }
      // The operator's leave was for the addresses of the time.
      try await server.changeProvider("oauth.company") {
        $0.endpoints.allowPrivateAddresses = true
        $0.endpoints.privateHost = nil
      }
      let kept = try await server.configure(
        "PATCH", "\(Self.path)?updateMask=displayName", ["displayName": "x"])
      #expect(kept.status == 200, "\(kept.text)")
      #expect(try await Self.stored(server).endpoints.allowPrivateAddresses)
      let moved = try await server.configure(
        "PATCH", "\(Self.path)?updateMask=oauth2Config.userInfoEndpoint,clientSecret",
        ["oauth2Config": ["userInfoEndpoint": "http://login.internal/me"], "clientSecret": "hush"])
      #expect(moved.status == 200, "\(moved.text)")
      let endpoints = try await Self.stored(server).endpoints
      #expect(!endpoints.allowPrivateAddresses && endpoints.privateHost == "login.internal")
    }
  }
}
