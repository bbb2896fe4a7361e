import Crypto
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Configurations of providers", .fewAtOnce)
struct ProviderConfigRoutesTests {
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBjjCCATOgAwIBAgIUdF/IQHNyWDIPCwvaWr6YPJyFSGIwCgYIKoZIzj0EAwIw
    HDEaMBgGA1UEAwwRbG9naW4uZXhhbXBsZS5jb20wHhcNMjYxMTIxMTYyMzMyWhcN
    MzYxMTE4MTYyMzMyWjAcMRowGAYDVQQDDBFsb2dpbi5leGFtcGxlLmNvbTBZMBMG
    ByqGSM49AgEGCCqGSM49AwEHA0IABNoWAKHJvXENQQyW5XJd3Hwd1D0KUwuEKG6C
    yEUKtVVTCPLSQ26Fc/4Yrs6faBCGy1rZJ85Pu2wuHkuE6kDtt/mjUzBRMB0GA1Ud
    DgQWBBS0C3m5f0J76XEDNv9oFZ6dFq6JVjAfBgNVHSMEGDAWgBS0C3m5f0J76XED
    Nv9oFZ6dFq6JVjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQC4
    4OzAQtDOYzw8k+tMIHiYlVm8oA+PFH3f/rYETEnvDwIhANb9xEVS1aeg5v075FCy
    gXkFGRDaLTGQ/ZplU0/NIpJc
    -----END CERTIFICATE-----
    """
  private static let openID: JSONValue = [
    "displayName": "Company", "enabled": true, "clientId": "web", "issuer": "https://login.example.com",
    "responseType": ["idToken": true],
  ]
  private static let saml: JSONValue = [
    "displayName": "Company", "enabled": true,
    "idpConfig": [
      "idpEntityId": "IDP", "ssoUrl": "https://idp.example.com/sso", "signRequest": false,
      "idpCertificates": [["x509Certificate": .string(certificate)]],
    ],
    "spConfig": ["spEntityId": "RP", "callbackUri": "https://app.example.com/__/auth/handler"],
  ]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour(
      "an OpenID provider is made, read, changed by mask, listed and deleted, in a project and a tenant"
    ) { try await checkOpenID($0) },
    Behaviour("what an OpenID provider lacks is named") { try await incompleteOpenID($0) },
    Behaviour("a SAML provider is made, read, changed by mask, listed and deleted") {
      try await checkSaml($0)
    },
    Behaviour("what a SAML provider lacks is named") { try await incompleteSAML($0) },
    Behaviour(
      "a SAML response signs in by the flow that it belongs to alone, and only where the provider is configured"
    ) { try await samlSignIn($0) },
    Behaviour(
      "a provider that is known by name is configured, and its secret stays when something else changes"
    ) { try await defaultSupported($0) },
    Behaviour("Apple needs nothing but a registered app, whose ID tokens it accepts whatever else is listed")
    { try await appleApps($0) },
    Behaviour("Apple's private key is taken and never shown, and stays when it is not named") {
      try await checkAppleKey($0)
    },
    Behaviour("an OpenID provider's other addresses are those of its issuer, and go with it") {
      try await issuerChange($0)
    },
    Behaviour("lists come in pages") { try await pages($0) },
    Behaviour("the providers that can be configured by name are listed") { try await supported($0) },
    Behaviour("users have no way to a configuration") { try await users($0) },
  ]

  @Test("providers are configured as the contract says")
  func configurations() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func checkOpenID(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    for parent in ["", "tenants/\(tenant)/"] {
      let collection = parent + "oauthIdpConfigs"
      let made = try await server.configure(
        "POST", "\(collection)?oauthIdpConfigId=oidc.company", Self.openID)
      #expect(made.status == 200, "\(made.text)")
      #expect(made.json["name"]?.stringValue == "projects/example/\(collection)/oidc.company")
      expectContains(made.json, Self.openID, "made")
      #expect(made.json["responseType"] == ["idToken": true])
      let path = "\(collection)/oidc.company"
      #expect(try await server.configure("GET", path).json == made.json)
      let changed = try await server.configure(
        "PATCH", "\(path)?updateMask=clientSecret,responseType.code,responseType.idToken,enabled",
        [
          "clientSecret": "hush", "responseType": ["code": true, "idToken": false], "enabled": false,
          "clientId": "not named",
        ])
      #expect(changed.status == 200, "\(changed.text)")
      #expect(changed.json["responseType"] == ["code": true] && changed.json["clientSecret"] == "hush")
      #expect(changed.json["clientId"] == "web" && changed.json["enabled"] == false)
      let listed = try await server.configure("GET", collection).json["oauthIdpConfigs"]?.arrayValue ?? []
      #expect(listed.contains(changed.json))
      #expect(listed.count == (parent.isEmpty ? 3 : 1), "the lab's own stand in the project")
      #expect(try await server.configure("DELETE", path).json == [:])
      for method in ["GET", "DELETE", "PATCH"] {
        let gone = try await server.configure(method, path, method == "PATCH" ? [:] : nil)
        #expect(gone.status == 404 && gone.errorMessage == "CONFIGURATION_NOT_FOUND", "\(method)")
      }
    }
  }

  private static func incompleteOpenID(_ server: TestServer) async throws {
    let cases: [(change: JSONValue, error: String)] = [
      (["clientId": .null], "MISSING_OAUTH_CLIENT_ID"), (["clientId": ""], "MISSING_OAUTH_CLIENT_ID"),
      (["issuer": .null], "MISSING_ISSUER"), (["issuer": "login"], "INVALID_ISSUER"),
      (["issuer": "http://login.example.com"], "INVALID_ISSUER"),
      (["issuer": "https://login.example.com/?a=b"], "INVALID_ISSUER"),
      (["responseType": ["code": true]], "MISSING_OAUTH_CLIENT_SECRET"),
      (["responseType": ["code": true, "idToken": true]], "INVALID_OAUTH_RESPONSE_TYPE"),
      (["responseType": ["token": true]], "INVALID_OAUTH_RESPONSE_TYPE"),
    ]
    for (change, error) in cases {
      let config = JSONValue.object(
        (Self.openID.objectValue ?? [:]).merging(change.objectValue ?? [:]) { $1 })
      let answer = try await server.configure(
        "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.company", config)
      #expect(answer.status == 400 && answer.errorMessage?.hasPrefix(error) == true, "\(answer.text)")
    }
    for id in ["", "company", "oidc.", "saml.company", "google.com", "oidc.Company", "oidc.a%2Fb"] {
      let answer = try await server.configure("POST", "oauthIdpConfigs?oauthIdpConfigId=\(id)", Self.openID)
      #expect(answer.errorMessage?.hasPrefix("INVALID_CONFIG_ID") == true, "\(id): \(answer.text)")
    }
    let path = "oauthIdpConfigs?oauthIdpConfigId=oidc.company"
    #expect(try await server.configure("POST", path, Self.openID).status == 200)
    let again = try await server.configure("POST", path, Self.openID)
    #expect(again.status == 409 && again.errorMessage == "CONFIGURATION_EXISTS")
  }

  private static func checkSaml(_ server: TestServer) async throws {
    let made = try await server.configure(
      "POST", "inboundSamlConfigs?inboundSamlConfigId=saml.company", Self.saml)
    #expect(made.status == 200, "\(made.text)")
    expectContains(made.json, Self.saml, "saml")
    let path = "inboundSamlConfigs/saml.company"
    let changed = try await server.configure(
      "PATCH", "\(path)?updateMask=idpConfig.ssoUrl,displayName",
      ["idpConfig": ["ssoUrl": "https://idp.example.com/other"], "displayName": "Firm"])
    #expect(changed.json["idpConfig"]?["ssoUrl"] == "https://idp.example.com/other")
    #expect(changed.json["idpConfig"]?["idpEntityId"] == "IDP" && changed.json["displayName"] == "Firm")
    let listed = try await server.configure("GET", "inboundSamlConfigs")
    #expect(listed.json["inboundSamlConfigs"]?.arrayValue?.first == changed.json)
    #expect(try await server.configure("DELETE", path).json == [:])
    #expect(try await server.configure("GET", path).errorMessage == "CONFIGURATION_NOT_FOUND")
  }

  private static func incompleteSAML(_ server: TestServer) async throws {
    let cases: [(mask: String, change: JSONValue, error: String)] = [
      ("spConfig", [:], "MISSING_SAML_RELYING_PARTY_CONFIG"),
      ("spConfig.callbackUri", ["spConfig": ["callbackUri": "javascript:alert(1)"]], "INVALID_CALLBACK_URI"),
      (
        "spConfig.callbackUri", ["spConfig": ["callbackUri": "http://app.example.com/"]],
        "INVALID_CALLBACK_URI"
      ),
      ("idpConfig.ssoUrl", ["idpConfig": ["ssoUrl": "sso"]], "INVALID_CONFIG"),
      ("idpConfig.idpEntityId", [:], "INVALID_CONFIG"), ("idpConfig.idpCertificates", [:], "INVALID_CONFIG"),
      (
        "idpConfig.idpCertificates", ["idpConfig": ["idpCertificates": [["x509Certificate": "CERT"]]]],
        "INVALID_CONFIG"
      ),
    ]
    _ = try await server.configure("POST", "inboundSamlConfigs?inboundSamlConfigId=saml.company", Self.saml)
    for (mask, change, error) in cases {
      let answer = try await server.configure(
        "PATCH", "inboundSamlConfigs/saml.company?updateMask=\(mask)", change)
      #expect(
        answer.status == 400 && answer.errorMessage?.hasPrefix(error) == true, "\(mask): \(answer.text)")
    }
    for id in ["company", "saml.", "oidc.company", "saml.UP"] {
      let answer = try await server.configure(
        "POST", "inboundSamlConfigs?inboundSamlConfigId=\(id)", Self.saml)
      #expect(answer.errorMessage?.hasPrefix("INVALID_CONFIG_ID") == true, "\(id)")
    }
  }

  private static func samlSignIn(_ server: TestServer) async throws {
    let parameters: [(name: String, value: String)] = [
      ("providerId", "saml.company"), ("SAMLResponse", "PHNhbWw+"),
    ]
    let unknown = try await server.signInWithIdp(parameters)
    #expect(unknown.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(unknown.text)")
    _ = try await server.configure("POST", "inboundSamlConfigs?inboundSamlConfigId=saml.company", Self.saml)
    let known = try await server.signInWithIdp(parameters)
    #expect(known.errorMessage == "INVALID_IDP_RESPONSE", "\(known.text)")
    let start = try await server.call(
      "accounts:createAuthUri", ["providerId": "saml.company", "continueUri": "http://localhost/"])
    #expect(
      start.json["authUri"]?.stringValue?.hasPrefix("https://idp.example.com/sso?SAMLRequest=") == true)
  }

  private static func defaultSupported(_ server: TestServer) async throws {
    let list = try await server.configure("GET", "defaultSupportedIdpConfigs")
    #expect(list.json["defaultSupportedIdpConfigs"]?.arrayValue?.count == 10, "the lab's")
    #expect(try await server.configure("DELETE", "defaultSupportedIdpConfigs/github.com").status == 200)
    let made = try await server.configure(
      "POST", "defaultSupportedIdpConfigs?idpId=github.com",
      ["enabled": true, "clientId": "Iv1.0123", "clientSecret": "hush"])
    #expect(made.json["name"] == "projects/example/defaultSupportedIdpConfigs/github.com")
    let changed = try await server.configure(
      "PATCH", "defaultSupportedIdpConfigs/github.com?updateMask=clientId", ["clientId": "Iv1.4567"])
    #expect(changed.json["clientId"] == "Iv1.4567" && changed.json["clientSecret"] == "hush")
    for id in ["unknown.example", "oidc.company", "", "GITHUB.COM"] {
      let answer = try await server.configure(
        "POST", "defaultSupportedIdpConfigs?idpId=\(id)", ["clientId": "a"])
      #expect(answer.errorMessage?.hasPrefix("INVALID_CONFIG_ID") == true, "\(id)")
    }
  }

  private static func appleApps(_ server: TestServer) async throws {
    let bundleID = "com.example.registered"
    let tenant = try await server.makeTenant()
    let lab = try #require(try await server.project().provider("apple.com")?.endpoints)
    func signIn(_ tenant: String?, _ name: String) async throws -> TestResponse {
      // A token is redeemed once in a project and its tenants.
      let person = name + (tenant == nil ? "" : "2")
      let token = try await server.labToken(
        "apple.com",
        [
          "audience": .string(bundleID), "sub": .string(person), "email": .string("\(person)@example.com"),
        ])
      return try await server.signInWithIdp(
        [("providerId", "apple.com"), ("id_token", token)],
        tenant.map { ["tenantId": .string($0)] } ?? [:])
    }
    func register(_ apps: [App]) async throws {
      try await server.changeProject { $0.apps = apps }
    }
    _ = try await server.configure("DELETE", "defaultSupportedIdpConfigs/apple.com")
    for parent in [nil, tenant] {
      let path = (parent.map { "tenants/\($0)/" } ?? "") + "defaultSupportedIdpConfigs"
      try await register([App(platform: .android, appID: "a", packageName: bundleID)])
      let refused = try await server.configure("POST", "\(path)?idpId=apple.com", ["enabled": true])
      #expect(refused.errorMessage?.hasPrefix("MISSING_OAUTH_CLIENT_ID") == true, "\(refused.text)")

      try await register([App(platform: .ios, appID: "i", bundleID: bundleID)])
      let made = try await server.configure("POST", "\(path)?idpId=apple.com", ["enabled": true])
      #expect(made.status == 200 && made.json["enabled"] == true, "\(made.text)")
      #expect(made.json["appleSignInConfig"] == nil)
      try await Self.setEndpoints(lab, ofAppleIn: parent, server)
      _ = try TestSession(await signIn(parent, "ada"))

      let listed = try await server.configure(
        "PATCH", "\(path)/apple.com?updateMask=clientId,appleSignInConfig.bundleIds",
        ["clientId": "com.example.web", "appleSignInConfig": ["bundleIds": ["com.example.other"]]])
      #expect(listed.json["appleSignInConfig"]?["bundleIds"] == ["com.example.other"], "\(listed.text)")
      _ = try TestSession(await signIn(parent, "bob"))

      try await register([])
      #expect(try await signIn(parent, "cid").errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    }
  }

  private static func setEndpoints(
    _ endpoints: ProviderEndpoints, ofAppleIn tenant: String?, _ server: TestServer
  ) async throws {
    guard let tenant else { return try await server.changeProvider("apple.com") { $0.endpoints = endpoints } }
    let id = try #require(TenantID(rawValue: tenant))
    _ = try await server.backend.projects.updateTenant(id, in: TestServer.project) {
      (tenant) throws(IdentityError) in
      for index in tenant.providers.indices { tenant.providers[index].endpoints = endpoints }
    }
  }

  private static func checkAppleKey(_ server: TestServer) async throws {
    let path = "defaultSupportedIdpConfigs/apple.com"
    let shown = try await server.configure("GET", path)
    #expect(!shown.text.contains("PRIVATE KEY") && !shown.text.contains("privateKey"))
    let key = shown.json["appleSignInConfig"]?["codeFlowConfig"] ?? .null
    let changed = try await server.configure(
      "PATCH", "\(path)?updateMask=appleSignInConfig.codeFlowConfig",
      ["appleSignInConfig": ["codeFlowConfig": key]])
    #expect(changed.status == 200 && changed.json == shown.json)
    let after = try #require(try await server.project().provider("apple.com"))
    let secrets = try server.backend.projects.secrets(of: after, in: Scope(project: TestServer.project))
    #expect(secrets.privateKey?.reveal().contains("PRIVATE KEY") == true)
    for text in ["garbage", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"] {
      let refused = try await server.configure(
        "PATCH", "\(path)?updateMask=appleSignInConfig.codeFlowConfig.privateKey",
        ["appleSignInConfig": ["codeFlowConfig": ["privateKey": .string(text)]]])
      #expect(refused.errorMessage?.hasPrefix("INVALID_CONFIG : ") == true, "\(refused.text)")
      #expect(try await Self.appleKey(server) == secrets.privateKey?.reveal())
    }
    let other = P256.Signing.PrivateKey().pemRepresentation
    for (key, stored) in [(other, other), ("", nil), (other, other), (nil, nil)] as [(String?, String?)] {
      let answer = try await server.configure(
        "PATCH", "\(path)?updateMask=appleSignInConfig.codeFlowConfig.privateKey",
        ["appleSignInConfig": ["codeFlowConfig": .object(key.map { ["privateKey": .string($0)] } ?? [:])]])
      #expect(answer.status == 200 && answer.json == shown.json, "\(answer.text)")
      #expect(try await Self.appleKey(server) == stored)
    }
    let cleared = try await server.configure(
      "PATCH", "\(path)?updateMask=appleSignInConfig.codeFlowConfig", [:])
    #expect(cleared.json["appleSignInConfig"]?["codeFlowConfig"] == nil, "\(cleared.text)")
  }

  private static func appleKey(_ server: TestServer) async throws -> String? {
    guard let settings = try await server.project().provider("apple.com") else { return nil }
    return try server.backend.projects.secrets(of: settings, in: Scope(project: TestServer.project))
      .privateKey?.reveal()
  }

  private static func issuerChange(_ server: TestServer) async throws {
    let path = "oauthIdpConfigs/oidc.lab"
    let before = try #require(try await server.project().provider("oidc.lab")).endpoints
    #expect(before.allowPrivateAddresses && before.jwks != nil)
    for mask in ["displayName", "displayName,issuer"] {
      let same = try await server.configure(
        "PATCH", "\(path)?updateMask=\(mask)",
        ["displayName": "Lab", "issuer": before.issuer.map { .string($0) } ?? .null])
      #expect(same.status == 200, "\(same.text)")
      #expect(try await server.project().provider("oidc.lab")?.endpoints == before)
    }
    let issuer = "https://login.example.com"
    let changed = try await server.configure(
      "PATCH", "\(path)?updateMask=issuer,clientSecret",
      ["issuer": .string(issuer), "clientSecret": "hush"])
    #expect(changed.json["issuer"] == .string(issuer), "\(changed.text)")
    var expected = ProviderEndpoints()
    expected.issuer = issuer
    #expect(try await server.project().provider("oidc.lab")?.endpoints == expected)
  }

  @Test("administrators who change one project at the same time all have their way")
  func parallelChanges() async throws {
    try await TestServer.run(.live) { server in
      let tenant = try await server.makeTenant()
      for parent in ["", "tenants/\(tenant)/"] {
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<40 {
            group.addTask {
              try await server.configure(
                "POST", "\(parent)oauthIdpConfigs?oauthIdpConfigId=oidc.n\(number)", Self.openID
              ).status
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 40))
        let list = try await server.configure("GET", "\(parent)oauthIdpConfigs?pageSize=100")
        let ids = list.json["oauthIdpConfigs"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
        #expect(ids.count { $0.contains("/oidc.n") } == 40)
      }
    }
  }

  private static func pages(_ server: TestServer) async throws {
    for number in 0..<5 {
      _ = try await server.configure(
        "POST", "inboundSamlConfigs?inboundSamlConfigId=saml.n\(number)", Self.saml)
    }
    var names: [String] = []
    var token = ""
    repeat {
      let page = try await server.configure("GET", "inboundSamlConfigs?pageSize=2&pageToken=\(token)")
      names += page.json["inboundSamlConfigs"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
      token = page.json["nextPageToken"]?.stringValue ?? ""
    } while !token.isEmpty && names.count < 20
    let ids = ["lab"] + (0..<5).map { "n\($0)" }
    #expect(names == ids.map { "projects/example/inboundSamlConfigs/saml.\($0)" })
  }

  private static func supported(_ server: TestServer) async throws {
    let answer = try await server.send("GET", "/v2/defaultSupportedIdps?key=key")
    let ids = answer.json["defaultSupportedIdps"]?.arrayValue?.compactMap { $0["idpId"]?.stringValue }
    #expect(
      ids == [
        "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "linkedin.com",
        "microsoft.com", "playgames.google.com", "twitter.com", "yahoo.com",
      ])
  }

  private static func users(_ server: TestServer) async throws {
    for path in ["oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs/google.com"] {
      let answer = try await server.send("GET", "/v2/projects/example/\(path)?key=key")
      #expect(answer.errorMessage?.hasPrefix("INSUFFICIENT_PERMISSION") == true, "\(path)")
    }
  }
}
