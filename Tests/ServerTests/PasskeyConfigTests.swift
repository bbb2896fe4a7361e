import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("The configuration of passkeys", .fewAtOnce)
struct PasskeyConfigTests {
  private static let origin = "http://localhost:3000"

  private static func developmentDefault(_ server: TestServer) async throws {
    let config = try await server.configure("GET", "passkeyConfig")
    #expect(config.status == 200, "\(config.text)")
    #expect(config.json["name"] == "projects/example/passkeyConfig" && config.json["rpId"] == "localhost")
    #expect(config.json["expectedOrigins"] == [.string("http://localhost:\(server.port)")])
    let user = try await server.signUp("ada@example.com")
    for origin in ["http://localhost:5173", "https://localhost", "http://localhost:\(server.port)"] {
      let passkey = try await server.enrollPasskey(user) { $0.origin = origin }
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200, "\(origin)")
    }
  }

  @Test("another server has them for its own domain, and none where it has none, nor in tenants")
  func productionDefault() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = ["https://auth.example.com"]
    try await TestServer.run(options) { server in
      let project = try await server.project()
      let key = try #require(project.apiKeys.first)
      let options = try await server.startPasskeySignIn(key: key)
      #expect(options.json["credentialRequestOptions"]?["rpId"] == "auth.example.com", "\(options.text)")
      let links = ActionLinks(origins: ["https://auth.example.com"])
      let scope = Scope(project: project.id)
      var caller = Caller(project: project, authority: .administrator)
      caller.links = links
      let config = server.backend.administration.passkeyConfig(of: caller)
      #expect(config.expectedOrigins == ["https://auth.example.com"])
      let tenant = Tenant(
        id: try #require(TenantID(rawValue: "one")), project: scope.project, createdAt: .init(seconds: 1))
      caller.tenant = tenant
      #expect(server.backend.administration.passkeyConfig(of: caller).rpId == nil)
      for origins in [[], ["https://192.0.2.1"], ["http://auth.example.com"]] {
        caller.tenant = nil
        caller.links = ActionLinks(origins: origins)
        #expect(server.backend.administration.passkeyConfig(of: caller).rpId == nil, "\(origins)")
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a mask changes what it names of what is in force, and none changes nothing") {
      try await masks($0)
    },
    Behaviour("what cannot be is refused, and changes nothing") { try await mistakes($0) },
    Behaviour("a tenant has settings of its own") { try await tenants($0) },
    Behaviour("roots that can be read no longer keep new passkeys out, and nobody who has one") {
      try await unreadableRoots($0)
    },
    Behaviour("a development server has passkeys for pages of localhost, before anybody chooses") {
      try await developmentDefault($0)
    },
    Behaviour("passkeys of another RP ID are counted before they are stranded") { try await stranded($0) },
    Behaviour("the domain of the passkeys names the sites and apps that may use them, and no other host does")
    { try await associations($0) },
  ]

  @Test("the project's passkeys are configured by mask, within bounds")
  func settings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func masks(_ server: TestServer) async throws {
    var config = try await server.configure(
      "PATCH", "passkeyConfig", ["rpId": "example.com", "expectedOrigins": ["https://example.com"]])
    #expect(config.status == 200 && config.json["rpId"] == "localhost", "\(config.text)")
    config = try await server.configure(
      "PATCH", "passkeyConfig?updateMask=rpId,expectedOrigins",
      ["rpId": "example.com", "expectedOrigins": ["https://example.com", "https://app.example.org"]])
    #expect(config.json["rpId"] == "example.com" && config.json["countsAsTwoFactors"] == true)
    config = try await server.configure(
      "PATCH", "passkeyConfig?updateMask=maximumPasskeys,refusesCopies",
      ["maximumPasskeys": 3, "refusesCopies": false])
    #expect(config.json["rpId"] == "example.com" && config.json["maximumPasskeys"] == 3)
    #expect(try await server.configure("GET", "passkeyConfig").json == config.json)
    config = try await server.configure("PATCH", "passkeyConfig?updateMask=rpId,expectedOrigins", [:])
    #expect(config.json["rpId"] == "localhost", "forgotten settings are the default ones")
  }

  private static func mistakes(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        ["rpId": "https://example.com"], ["rpId": "example.com:443"], ["rpId": "192.0.2.1"],
        ["rpId": "Example.com"],
        ["expectedOrigins": []], ["expectedOrigins": ["https://example.com/"]],
        ["expectedOrigins": ["http://example.com"]], ["expectedOrigins": ["https://*.example.com"]],
        ["expectedOrigins": ["https://example.com", "https://example.com"]],
        ["expectedOrigins": ["android:apk-key-hash:AAAA"]], ["topOrigins": ["example.com"]],
        ["maximumPasskeys": 0], ["maximumPasskeys": 51], ["attestationRoots": ["no certificate"]],
      ] as [JSONValue]
    ) { change in
      let before = try await server.configure("GET", "passkeyConfig").json
      let mask = try #require(change.objectValue?.keys.first)
      let refused = try await server.configure("PATCH", "passkeyConfig?updateMask=\(mask)", change)
      #expect(
        refused.status == 400 && refused.errorMessage?.hasPrefix("INVALID_CONFIG") == true,
        "\(refused.text)")
      #expect(try await server.configure("GET", "passkeyConfig").json == before)
    }
  }

  @Test("names that there are not are refused, and so is who is no administrator")
  func rights() async throws {
    try await TestServer.run { server in
      let unknown = try await server.configure(
        "PATCH", "passkeyConfig?updateMask=rpId", ["rpID": "example.com"])
      #expect(unknown.status == 400)
      #expect(try await server.configure("PATCH", "passkeyConfig?updateMask=origin", [:]).status == 400)
      let path = "/identitytoolkit.googleapis.com/v2/projects/example/passkeyConfig?key=key"
      let refused = try await server.send("GET", path)
      #expect((400..<500).contains(refused.status) && refused.json["rpId"] == nil, "\(refused.text)")
    }
  }

  private static func tenants(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    let config = try await server.configure(
      "PATCH", "tenants/\(tenant)/passkeyConfig?updateMask=rpId,expectedOrigins",
      ["rpId": "example.org", "expectedOrigins": ["https://example.org"]])
    #expect(
      config.json["name"] == .string("projects/example/tenants/\(tenant)/passkeyConfig"), "\(config.text)")
    let ofTenant = try await server.startPasskeySignIn(["tenantId": .string(tenant)])
    #expect(ofTenant.json["credentialRequestOptions"]?["rpId"] == "example.org")
    let ofProject = try await server.startPasskeySignIn()
    #expect(ofProject.json["credentialRequestOptions"]?["rpId"] == "localhost")
  }

  // Fails when a sign-in, which has no attestation, reads the roots.
  private static func unreadableRoots(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let passkey = try await server.enrollPasskey(user)
    let challenge = try server.challenge(of: try await server.startPasskeyEnrollment(user.idToken))
    try await server.changeProject { project in
      project.signIn.passkeys = PasskeySettings(rpID: "localhost", expectedOrigins: [Self.origin])
      project.signIn.passkeys?.attestationRoots = ["no certificate"]
    }
    #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
    for refused in [
      try await server.startPasskeyEnrollment(user.idToken),
      try await server.finalizePasskeyEnrollment(
        user.idToken, try SoftAuthenticator().registration(challenge: challenge)),
    ] {
      #expect(refused.errorMessage?.hasPrefix("PASSKEY_NOT_ENABLED") == true, "\(refused.text)")
    }
  }

  // Fails when a project's or a tenant's RP ID is not compared with those of other projects, and of their tenants.
  @Test("an RP ID is one project's, which its tenants may share; localhost is everybody's")
  func exclusive() async throws {
    try await TestServer.run { server in
      let administration = server.backend.administration
      let other = try await server.backend.administration.create(try #require(ProjectID(rawValue: "other")))
      func set(_ rpID: String, in scope: Scope) async -> String? {
        do throws(IdentityError) {
          try await administration.changePasskeys(in: scope) {
            $0 = PasskeySettings(rpID: rpID, expectedOrigins: ["https://\(rpID)"])
          }
          return nil
        } catch {
          return error.message
        }
      }
      let tenant = try #require(TenantID(rawValue: try await server.makeTenant()))
      let (ours, theirs) = (Scope(project: TestServer.project), Scope(project: other.id))
      #expect(await set("example.com", in: ours) == nil)
      #expect(await set("example.com", in: Scope(project: ours.project, tenant: tenant)) == nil)
      #expect(await set("example.com", in: theirs)?.contains("Another project has passkeys") == true)
      #expect(await set("example.org", in: theirs) == nil)
      let refused = try await server.configure(
        "PATCH", "tenants/\(tenant)/passkeyConfig?updateMask=rpId", ["rpId": "example.org"])
      #expect(refused.status == 400 && refused.errorMessage?.hasPrefix("INVALID_CONFIG") == true)
      // A tenant's alone.
      #expect(await set("tenant.example", in: Scope(project: ours.project, tenant: tenant)) == nil)
      #expect(await set("tenant.example", in: theirs) != nil)
      for scope in [ours, theirs] { #expect(await set("localhost", in: scope) == nil) }
      #expect(await set("example.com", in: theirs) == nil, "nobody has it any more")
    }
  }

  // Fails when the default RP ID belongs to the first project that stores it.
  @Test("projects on the server's own domain each change a setting")
  func sharedDefault() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = ["https://auth.example.com"]
    try await TestServer.run(options) { server in
      let administration = server.backend.administration
      let other = try await administration.create(try #require(ProjectID(rawValue: "other")))
      for project in [try await server.project(), other] {
        var caller = Caller(project: project, authority: .administrator)
        caller.links = ActionLinks(origins: ["https://auth.example.com"])
        var change = PasskeyConfig()
        change.enabled = false
        let changed = try await administration.updatePasskeyConfig(change, mask: "enabled", of: caller)
        #expect(changed.rpId == "auth.example.com" && changed.enabled == false)
      }
    }
  }

  private static func stranded(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    _ = try await server.enrollPasskey(user)
    let scope = Scope(project: TestServer.project)
    #expect(
      try await server.backend.administration.countStrandedPasskeys(by: "example.com", in: scope) == 1)
    #expect(try await server.backend.administration.countStrandedPasskeys(by: "localhost", in: scope) == 0)
  }

  private static func associations(_ server: TestServer) async throws {
    let hash = [UInt8](repeating: 0xAB, count: 32)
    try await server.changeProject { project in
      project.signIn.passkeys = PasskeySettings(
        rpID: "localhost",
        expectedOrigins: [
          "https://localhost", "https://app.example.org", "android:apk-key-hash:\(Base64URL.encode(hash))",
        ])
      project.apps = [
        App(platform: .ios, appID: "1:1:ios:1", bundleID: "com.example.app"),
        App(platform: .android, appID: "1:1:android:1", packageName: "com.example.droid"),
      ]
    }
    let base = "http://localhost:\(server.port)"
    let related = try await server.send("GET", base + "/.well-known/webauthn")
    #expect(
      related.json == ["origins": ["https://localhost", "https://app.example.org"]], "\(related.text)")
    #expect(related.headers.first(name: "content-type") == "application/json")
    let team = try #require(try await server.project().provider("apple.com")?.apple?.teamID)
    let apple = try await server.send("GET", base + "/.well-known/apple-app-site-association")
    #expect(apple.json == ["webcredentials": ["apps": [.string("\(team).com.example.app")]]])
    let android = try await server.send("GET", base + "/.well-known/assetlinks.json")
    #expect(android.json[0]?["relation"] == ["delegate_permission/common.get_login_creds"])
    #expect(android.json[0]?["target"]?["package_name"] == "com.example.droid")
    let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    #expect(android.json[0]?["target"]?["sha256_cert_fingerprints"] == [.string(print)])
    // What this server changes is seen at once.
    try await server.changeProject { $0.signIn.passkeys?.expectedOrigins = ["https://localhost"] }
    let changed = try await server.send("GET", base + "/.well-known/webauthn")
    #expect(changed.json == ["origins": ["https://localhost"]], "\(changed.text)")
    for path in ["webauthn", "apple-app-site-association", "assetlinks.json"] {
      #expect(try await server.send("GET", server.origin + "/.well-known/" + path).status == 404, "\(path)")
    }
  }
}
