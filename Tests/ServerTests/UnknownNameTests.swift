import IdentityWire
import TestSupport
import Testing

@Suite("Names that the configuration does not have", .fewAtOnce)
struct UnknownNameTests {
  private static func refusal(_ response: TestResponse) -> String? {
    guard response.status == 400, response.json["error"]?["status"] == "INVALID_ARGUMENT" else { return nil }
    return response.errorMessage
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a misspelled name is refused by its name, and nothing is changed") { try await projects($0) },
    Behaviour("so it is for tenants and providers, when they are made and when they are changed") {
      try await others($0)
    },
    Behaviour(
      "what every method may have in its query is no unknown name, and what is read can be written back"
    ) { try await known($0) },
    Behaviour("clients may send accounts' methods more than there is") { try await clients($0) },
  ]

  @Test("a misspelled name is refused where it would be lost")
  func names() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func projects(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        ("config", ["singIn": [:]], #"Unknown name "singIn": Cannot find field."#),
        (
          "config?updateMask=emailPrivacyConfig",
          ["emailPrivacyConfg": ["enableImprovedEmailPrivacy": true]],
          #"Unknown name "emailPrivacyConfg": Cannot find field."#
        ),
        (
          "config?updateMask=signIn.email", ["signIn": ["email": ["enabld": true]]],
          #"Unknown name "enabld" at 'sign_in.email': Cannot find field."#
        ),
        (
          "config?updateMask=mfa", ["mfa": ["providerConfigs": [["stat": "ENABLED"]]]],
          #"Unknown name "stat" at 'mfa.provider_configs[0]': Cannot find field."#
        ),
        (
          "config?updatemask=signIn.anonymous", ["signIn": ["anonymous": ["enabled": false]]],
          #"Unknown name "updatemask": Cannot bind query parameter. "#
            + "Field 'updatemask' could not be found in request message."
        ),
      ] as [(String, JSONValue, String)]
    ) { path, change, message in
      let before = try await server.configure("GET", "config").json
      let answer = try await server.configure("PATCH", path, change)
      #expect(Self.refusal(answer) == "Invalid JSON payload received. \(message)", "\(answer.text)")
      #expect(try await server.configure("GET", "config").json == before)
    }
  }

  private static func others(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    let oidc: JSONValue = ["clientId": "client", "issuer": "https://login.example.com"]
    let made = try await server.configure("POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.one", oidc)
    #expect(made.status == 200, "\(made.text)")
    for (method, path, message) in [
      ("POST", "tenants", ["dispalyName": "team"]),
      ("PATCH", "tenants/\(tenant)?updateMask=displayName", ["dispalyName": "team"]),
      (
        "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.two",
        ["clientId": "client", "isuer": "https://login.example.com"]
      ),
      ("PATCH", "oauthIdpConfigs/oidc.one?updateMask=clientId", ["clientID": "other"]),
      ("PATCH", "oauthIdpConfigs/oidc.one?updatemask=clientId", ["clientId": "other"]),
      ("PATCH", "tenants/\(tenant)/oauthIdpConfigs/oidc.one", ["clientID": "other"]),
      ("POST", "defaultSupportedIdpConfigs?idpId=github.com", ["enabld": true]),
    ] as [(String, String, JSONValue)] {
      let answer = try await server.configure(method, path, message)
      #expect(Self.refusal(answer)?.contains("Unknown name") == true, "\(path): \(answer.text)")
    }
  }

  private static func known(_ server: TestServer) async throws {
    let query = "key=k&alt=json&prettyPrint=false&$alt=json&fields=name&quotaUser=u"
    let read = try await server.configure("GET", "config?\(query)").json
    let answer = try await server.configure("PATCH", "config?\(query)&update_mask=sign_in.anonymous", read)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try await server.configure("GET", "config").json == read)
  }

  private static func clients(_ server: TestServer) async throws {
    let answer = try await server.call("accounts:signUp", ["returnSecureToken": true, "newInSDK12": 1])
    #expect(answer.status == 200, "\(answer.text)")
  }
}
