import Foundation
import Identity
import IdentityWire
import Operations
import SeedFiles
import TestSupport
import Testing

@Suite("What Latchkey exports", .fewAtOnce)
struct ExportRoundTripTests {
  /// A project with something of everything.
  private static func fill(_ server: TestServer) async throws {
    try await server.load(SeedScratch.fixture)
    let scrypt = try await server.signUp("scrypt@example.com", password: "hashed by us")
    _ = try await server.enrollPasskey(scrypt, ["name": "phone"])
    _ = try await server.signUpAnonymously()
    let imported = try await server.administer(
      "accounts:batchCreate",
      [
        "hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000,
        "users": [
          // hashlib.pbkdf2_hmac("sha256", b"correct horse", b"salt-value", 1000, 32), in Python.
          [
            "localId": "u/é", "email": "pbkdf2@example.com",
            "passwordHash": "dqN02p3GMRDpPxVHPNdm_NhV_sysVyou8fP6vtnG_Co=", "salt": "c2FsdC12YWx1ZQ",
          ]
        ],
      ])
    #expect(imported.status == 200 && imported.json["error"] == nil, "\(imported.text)")
    let keyed = try await server.administer(
      "accounts:batchCreate",
      [
        "hashAlgorithm": "HMAC_SHA256", "signerKey": "a2V5",
        "users": [
          [
            "localId": "keyed", "email": "hmac@example.com",
            "passwordHash": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "salt": "c2FsdA==",
          ]
        ],
      ])
    #expect(keyed.status == 200 && keyed.json["error"] == nil, "\(keyed.text)")
    // A factor of a user whose address is not verified, as databases of before may hold them.
    let user = try await server.verifiedUser("factor@example.com")
    _ = try await server.enrollTOTP(user)
    var account = try #require(try await server.account(user.localID))
    account.emailVerified = false
    try await server.service.store.apply([.updateAccount(account)])

    let path = "/identitytoolkit.googleapis.com/v2/projects/\(TestServer.project)"
    let headers = ["Content-Type": "application/json", "Authorization": "Bearer owner"]
    let changed = try await server.send(
      "PATCH", path + "/config?updateMask=mfa,signIn.phoneNumber,passwordPolicyConfig,authorizedDomains",
      headers: headers,
      body: """
        {"mfa":{"state":"ENABLED","enabledProviders":["PHONE_SMS"]},
         "signIn":{"phoneNumber":{"enabled":true,"testPhoneNumbers":{"+15555550199":"123456"}}},
         "passwordPolicyConfig":{"passwordPolicyEnforcementState":"OFF","passwordPolicyVersions":
           [{"customStrengthOptions":{"minPasswordLength":9}}]},
         "authorizedDomains":["localhost","app.example.com"]}
        """)
    #expect(changed.status == 200, "\(changed.text)")
    let tenant = try await server.send(
      "POST", path + "/tenants", headers: headers,
      body: #"{"displayName":"Team","allowPasswordSignup":true,"testPhoneNumbers":{"+15555550198":"654321"}}"#
    )
    let id = try #require(tenant.json["tenantId"]?.stringValue)
    let inTenant = try await server.call(
      "accounts:signUp",
      ["email": "ada@example.com", "password": "in the tenant", "tenantId": .string(id)])
    #expect(inTenant.status == 200, "\(inTenant.text)")
  }

  @Test("comes back the same: users, hashes, tenants and configuration")
  func roundTrip() async throws {
    let scratch = try SeedScratch()
    let (accounts, tenants, config, inTenant) = try await TestServer.run { server in
      try await Self.fill(server)
      #expect(try await server.export(to: scratch.path("out")) == 14)
      let tenants = try await server.service.projects.tenants(in: TestServer.project, after: nil, limit: 10)
      return (
        try await server.comparable(), tenants,
        try server.backend.administration.config(of: try await server.project()),
        try await server.comparable(try #require(tenants.first?.id))
      )
    }
    try await TestServer.run { server in
      let report = try await server.load(scratch.path("out"))
      #expect(report == SeedReport(users: 14, tenants: 1, usersWithoutKnownPassword: 1))
      let after = try await server.comparable()
      #expect(after.count == accounts.count)
      for (old, new) in zip(accounts, after) { #expect(old == new) }
      let found = try await server.service.projects.tenants(in: TestServer.project, after: nil, limit: 10)
      #expect(found.map(\.id) == tenants.map(\.id))
      #expect(found.map(\.signIn) == tenants.map(\.signIn) && found.map(\.displayName) == ["Team"])
      let members = try await server.comparable(tenants[0].id)
      #expect(members == inTenant && members.count == 1)
      #expect(
        try Self.comparable(server.backend.administration.config(of: try await server.project()))
          == Self.comparable(config))

      for (email, password) in [
        ("ada@example.com", "correct horse"), ("scrypt@example.com", "hashed by us"),
        ("pbkdf2@example.com", "correct horse"),
      ] {
        let signedIn = try await server.passwordSignIn(email, password)
        #expect(signedIn.status == 200, "\(email): \(signedIn.text)")
        #expect(try await server.passwordSignIn(email, password + "x").status == 400, "\(email)")
      }
      let signedIn = try await server.passwordSignIn(
        "ada@example.com", "in the tenant", tenant: tenants[0].id.rawValue)
      #expect(signedIn.status == 200, "\(signedIn.text)")
      // And again: nothing is worn away.
      #expect(try await server.export(to: scratch.path("again")) == 14)
    }
  }

  /// Without the times at which settings were made.
  private static func comparable(_ config: ProjectConfig) -> ProjectConfig {
    var config = config
    config.passwordPolicyConfig?.lastUpdateTime = nil
    config.client?.apiKey = nil
    return config
  }

  @Test("is the same text when nothing changed in between")
  func stable() async throws {
    let scratch = try SeedScratch()
    try await TestServer.run { server in
      try await Self.fill(server)
      try await server.export(to: scratch.path("one"))
    }
    try await TestServer.run { server in
      try await server.load(scratch.path("one"))
      try await server.export(to: scratch.path("two"))
    }
    let (one, two) = (try scratch.contents("one"), try scratch.contents("two"))
    #expect(one.keys.sorted() == two.keys.sorted())
    for (name, text) in one where !name.hasSuffix("latchkey.json") { #expect(two[name] == text, "\(name)") }
  }

  @Test("holds no secret of a provider, and only its owner can read it")
  func secrets() async throws {
    let scratch = try SeedScratch()
    try await TestServer.run { server in
      try await Self.fill(server)
      try await server.export(to: scratch.path("out"))
      let project = try await server.project()
      for settings in project.providers {
        let secrets = try server.service.projects.secrets(
          of: settings, in: Scope(project: TestServer.project))
        guard let secret = secrets.clientSecret?.reveal(), !secret.isEmpty else { continue }
        for (name, text) in try scratch.contents("out") { #expect(!text.contains(secret), "\(name)") }
      }
    }
    for name in try scratch.contents("out").keys {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("out/\(name)"))
      #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(name)")
    }
  }

  @Test("is made and taken by development servers alone")
  func production() async throws {
    let scratch = try SeedScratch()
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      await #expect(throws: IdentityError.self) { try await server.load(SeedScratch.fixture) }
      await #expect(throws: IdentityError.self) { try await server.export(to: scratch.path("out")) }
      let accounts = try await server.accounts()
      #expect(accounts.isEmpty)
    }
    #expect(try scratch.names() == [])
  }
}
