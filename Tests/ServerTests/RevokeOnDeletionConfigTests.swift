import IdentityWire
import TestSupport
import Testing

@Suite("The setting revokeOnDeletion of the REST API", .fewAtOnce)
struct RevokeOnDeletionConfigTests {
  private static let described: JSONValue = [
    "authorizationEndpoint": "https://login.example.com/authorize",
    "tokenEndpoint": "https://login.example.com/token", "userInfoEndpoint": "https://api.example.com/me",
    "profile": ["userId": "id"],
  ]

  /// The configuration of an OAuth 2.0 provider, with more members.
  private static func config(_ more: [String: JSONValue], revocation: JSONValue? = nil) -> JSONValue {
    var described = Self.described.objectValue ?? [:]
    described["revocationEndpoint"] = revocation
    let config: [String: JSONValue] = [
      "enabled": true, "clientId": "web", "clientSecret": "hush", "oauth2Config": .object(described),
    ]
    return .object(config.merging(more) { $1 })
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour(
      "it is set and cleared by mask, in a project and a tenant, and a client that does not know it keeps it"
    ) { try await setting($0) },
    Behaviour("a provider that cannot revoke access refuses it") { try await refused($0) },
    Behaviour("an OAuth 2.0 provider needs its revocation endpoint first, an https address") {
      try await revocationEndpoint($0)
    },
    Behaviour("a value that is no boolean does not turn it on") { try await otherTypes($0) },
    Behaviour("an address that is none, or costly, is refused as it is") { try await addresses($0) },
    Behaviour("an address that is too long is refused") { try await longAddresses($0) },
  ]

  @Test("the setting is kept where a provider can revoke access, and refused elsewhere")
  func settings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func setting(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        ("defaultSupportedIdpConfigs", "apple.com", "idpId"),
        ("defaultSupportedIdpConfigs", "facebook.com", "idpId"),
        ("defaultSupportedIdpConfigs", "github.com", "idpId"),
        ("defaultSupportedIdpConfigs", "google.com", "idpId"),
        ("oauthIdpConfigs", "oidc.company", "oauthIdpConfigId"),
      ] as [(String, String, String)]
    ) { collection, id, parameter in
      var whole: JSONValue = ["enabled": false, "clientId": "web", "clientSecret": "hush"]
      if id == "oidc.company" {
        whole = [
          "enabled": false, "clientId": "web", "clientSecret": "hush",
          "issuer": "https://login.example.com",
        ]
      }
      for parent in ["", "tenants/\(try await server.makeTenant())/"] {
        let path = "\(parent)\(collection)/\(id)"
        func patch(_ mask: String, _ body: JSONValue) async throws -> TestResponse {
          try await server.configure("PATCH", "\(path)?updateMask=\(mask)", body)
        }
        _ = try await server.configure("DELETE", path)
        let made = try await server.configure("POST", "\(parent)\(collection)?\(parameter)=\(id)", whole)
        #expect(made.status == 200 && made.json["revokeOnDeletion"] == nil, "\(made.text)")
        let set = try await patch("revokeOnDeletion", ["revokeOnDeletion": true])
        #expect(set.status == 200 && set.json["revokeOnDeletion"] == true, "\(set.text)")
        #expect(try await server.configure("GET", path).json["revokeOnDeletion"] == true)
        #expect(try await patch("clientId", ["clientId": "web2"]).json["revokeOnDeletion"] == true)
        let replaced = try await server.configure("PATCH", path, whole)
        #expect(replaced.json["revokeOnDeletion"] == true && replaced.json["clientId"] == "web")
        #expect(try await patch("revokeOnDeletion", [:]).json["revokeOnDeletion"] == nil)
        _ = try await patch("revokeOnDeletion", ["revokeOnDeletion": true])
        let cleared = try await patch("revokeOnDeletion", ["revokeOnDeletion": false])
        #expect(cleared.json["revokeOnDeletion"] == nil, "\(cleared.text)")
      }
    }
  }

  private static func refused(_ server: TestServer) async throws {
    try await eachCase(
      of: ["microsoft.com", "twitter.com", "linkedin.com", "yahoo.com", "playgames.google.com"]
    ) { id in
      let path = "defaultSupportedIdpConfigs/\(id)?updateMask=revokeOnDeletion"
      let refused = try await server.configure("PATCH", path, ["revokeOnDeletion": true])
      #expect(refused.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(refused.text)")
      #expect(try await server.configure("PATCH", path, ["revokeOnDeletion": false]).status == 200)
    }
  }

  private static func revocationEndpoint(_ server: TestServer) async throws {
    let new = "oauthIdpConfigs?oauthIdpConfigId=oauth.company"
    let path = "oauthIdpConfigs/oauth.company"
    for (address, why) in [
      (nil, "revocation endpoint"), ("http://login.example.com/revoke", "https"),
      ("https://10.0.0.1/revoke", "private"),
    ] as [(JSONValue?, String)] {
      let refused = try await server.configure(
        "POST", new, Self.config(["revokeOnDeletion": true], revocation: address))
      #expect(refused.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(refused.text)")
      #expect(refused.errorMessage?.contains(why) == true, "\(refused.text)")
    }
    let address = "https://login.example.com/revoke"
    let made = try await server.configure(
      "POST", new, Self.config(["revokeOnDeletion": true], revocation: .string(address)))
    #expect(made.json["oauth2Config"]?["revocationEndpoint"] == .string(address), "\(made.text)")
    #expect(made.json["revokeOnDeletion"] == true)
    // Without the address, access could not be revoked any more.
    let mask = "\(path)?updateMask=clientSecret,oauth2Config.revocationEndpoint"
    let removed = try await server.configure("PATCH", mask, ["clientSecret": "hush"])
    #expect(removed.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(removed.text)")
    let both = try await server.configure("PATCH", mask + ",revokeOnDeletion", ["clientSecret": "hush"])
    #expect(both.status == 200, "\(both.text)")
    #expect(both.json["oauth2Config"]?["revocationEndpoint"] == nil)
  }

  // Fails when another type than a boolean counts as on.
  private static func otherTypes(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "", "yes", 1, 0, [], [true], [:], ["value": true], nil,
      ] as [JSONValue]
    ) { value in
      for path in ["defaultSupportedIdpConfigs/github.com", "oauthIdpConfigs/oidc.lab"] {
        let answer = try await server.configure(
          "PATCH", "\(path)?updateMask=revokeOnDeletion", ["revokeOnDeletion": value])
        #expect((200..<500).contains(answer.status), "\(answer.text)")
        #expect(try await server.configure("GET", path).json["revokeOnDeletion"] == nil, "\(answer.text)")
      }
    }
  }

  // Fails when an address is stored in another form than it was given, or without a look at it.
  private static func addresses(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "https", "https:", "https://", "https:///revoke",
        "//login.example.com/revoke", "https://user@login.example.com/revoke",
        "https://user:secret@login.example.com/revoke", "https://login.example.com/revoke#part",
        "https://login.example.com/re voke", "https://login.example.com\\@10.0.0.1/",
        "https://login.example.com/r\u{e9}voke", "https://login.example.com/re\u{301}voke", "javascript:0",
        "http://localhost.:1/revoke",
      ]
    ) { address in try await Self.refuse(address, server)
    }
  }

  private static func longAddresses(_ server: TestServer) async throws {
    try await eachCase(of: [("a", 10_000), ("\u{301}\u{316}", 260_000)] as [(String, Int)]) { unit, count in
      try await Self.refuse("https://login.example.com/" + String(repeating: unit, count: count), server)
    }
  }

  private static func refuse(_ address: String, _ server: TestServer) async throws {
    let new = "oauthIdpConfigs?oauthIdpConfigId=oauth.company"
    let refused = try await server.configure("POST", new, config([:], revocation: .string(address)))
    #expect((400..<500).contains(refused.status), "\(refused.status)")
    #expect(refused.text.utf8.count < 4_096)
    #expect(try await server.project().provider("oauth.company") == nil)
  }
}
