import IdentityWire
import TestSupport
import Testing

@Suite("Tenants", .fewAtOnce)
struct TenantRoutesTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a new tenant lets nobody in, and has an id of 28 letters and digits") {
      try await creation($0)
    },
    Behaviour("every setting of a tenant can be changed by mask and is read again") {
      try await everySetting($0)
    },
    Behaviour("a tenant that is not there is TENANT_NOT_FOUND, whatever is asked of it") {
      try await unknown($0)
    },
    Behaviour("tenants have no policies of their own") { try await policies($0) },
    Behaviour("a project that allows no tenants gets none") { try await notAllowed($0) },
    Behaviour("the development server's control deletes the accounts of one tenant and no others") {
      try await deletingAccounts($0)
    },
    Behaviour("a tenant that is switched off answers its users PROJECT_DISABLED") { try await disabled($0) },
  ]

  @Test("tenants are made, changed and deleted, and stay apart")
  func tenants() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func creation(_ server: TestServer) async throws {
    let answer = try await server.configure("POST", "tenants", ["displayName": "team-one"])
    #expect(answer.status == 200)
    let id = try #require(answer.json["name"]?.stringValue?.split(separator: "/").last)
    #expect(answer.json["name"]?.stringValue == "projects/example/tenants/\(id)")
    #expect(id.count == 28)
    for field in ["allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth"] {
      #expect(answer.json[field] == false, "\(field)")
    }
    #expect(answer.json["mfaConfig"]?["state"] == "DISABLED")
    #expect(try await server.configure("GET", "tenants/\(id)").json == answer.json)
  }

  private static func everySetting(_ server: TestServer) async throws {
    let settings: JSONValue = [
      "displayName": "Team Two", "allowPasswordSignup": true, "enableEmailLinkSignin": true,
      "enableAnonymousUser": true,
      "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
      "testPhoneNumbers": ["+15555550100": "123456"],
      "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
      "passwordPolicyConfig": [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 10]]],
      ],
      "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["VN"]]],
      "client": ["permissions": ["disabledUserSignup": true, "disabledUserDeletion": false]],
      "autodeleteAnonymousUsers": true, "inheritance": ["emailSendingConfig": true],
      "recaptchaConfig": ["emailPasswordEnforcementState": "OFF"],
      "monitoring": ["requestLogging": ["enabled": true]], "disableAuth": true,
    ]
    let tenant = try await server.makeTenant()
    for (name, value) in try #require(settings.objectValue) {
      let answer = try await server.configure(
        "PATCH", "tenants/\(tenant)?updateMask=\(name)", .object([name: value]))
      #expect(answer.status == 200, "\(name): \(answer.text)")
    }
    expectContains(try await server.configure("GET", "tenants/\(tenant)").json, settings, "tenant")
    let replaced = try await server.configure("PATCH", "tenants/\(tenant)", ["displayName": "Bare"])
    #expect(replaced.json["displayName"] == "Bare")
    #expect(replaced.json["allowPasswordSignup"] == false)
    #expect(replaced.json["testPhoneNumbers"] == nil)
  }

  private static func unknown(_ server: TestServer) async throws {
    let gone = try await server.makeTenant()
    #expect(try await server.configure("DELETE", "tenants/\(gone)").json == [:])
    for id in [gone, "no-such-tenant", "%00", "a%2Fb", "a.b"] {
      for (method, path) in [
        ("GET", ""), ("PATCH", "?updateMask=displayName"), ("DELETE", ""), ("POST", ":getIamPolicy"),
      ] {
        let answer = try await server.configure(method, "tenants/\(id)\(path)", [:])
        #expect(answer.status == 404 || answer.status == 400, "\(method) \(id): \(answer.status)")
        #expect(answer.errorMessage == "TENANT_NOT_FOUND", "\(method) \(id): \(answer.text)")
      }
    }
    let signUp = try await server.call("accounts:signUp", ["tenantId": .string(gone)])
    #expect(signUp.errorMessage == "TENANT_NOT_FOUND")
    #expect(try await server.configure("GET", "tenants").json == [:])
  }

  private static func policies(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    for name in ["getIamPolicy", "setIamPolicy", "testIamPermissions"] {
      let answer = try await server.configure("POST", "tenants/\(tenant):\(name)", [:])
      #expect(
        answer.status == 501 && answer.json["error"]?["status"] == "NOT_IMPLEMENTED", "\(answer.text)")
    }
  }

  private static func notAllowed(_ server: TestServer) async throws {
    _ = try await server.configure(
      "PATCH", "config?updateMask=multiTenant.allowTenants", ["multiTenant": ["allowTenants": false]])
    let answer = try await server.configure("POST", "tenants", ["displayName": "team-one"])
    #expect(answer.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
  }

  @Test("pages hold every tenant once, in order, and one that is not full is the last", arguments: [6, 7])
  func paging(count: Int) async throws {
    try await TestServer.run { server in
      var made: Set<String> = []
      for _ in 0..<count { made.insert(try await server.makeTenant()) }
      var seen: [String] = []
      var token: String?
      var pages = 0
      repeat {
        let answer = try await server.configure(
          "GET", "tenants?pageSize=3" + (token.map { "&pageToken=\($0)" } ?? ""))
        let names = answer.json["tenants"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
        seen += names.compactMap { $0.split(separator: "/").last.map(String.init) }
        token = answer.json["nextPageToken"]?.stringValue
        pages += 1
      } while token != nil && pages < 10
      #expect(pages == 3)
      #expect(seen == seen.sorted() && Set(seen) == made && seen.count == count)
    }
  }

  private static func deletingAccounts(_ server: TestServer) async throws {
    let (one, other) = (try await server.makeTenant(), try await server.makeTenant())
    for tenant in [one, other] {
      let made = try await server.administer(
        "tenants/\(tenant)/accounts", ["localId": "same", "email": "ada@example.com"])
      #expect(made.status == 200)
    }
    let path = "/emulator/v1/projects/example/tenants/\(one)/accounts"
    #expect(try await server.send("DELETE", path).status == 200)
    for (tenant, count) in [(one, 0), (other, 1)] {
      let found = try await server.administer("tenants/\(tenant)/accounts:lookup", ["localId": ["same"]])
      #expect((found.json["users"]?.arrayValue?.count ?? 0) == count)
    }
    let unknown = try await server.send("DELETE", "/emulator/v1/projects/example/tenants/nobody/accounts")
    #expect(unknown.errorMessage == "TENANT_NOT_FOUND")
  }

  private static func disabled(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    let session = try TestSession(try await server.call("accounts:signUp", ["tenantId": .string(tenant)]))
    _ = try await server.configure(
      "PATCH", "tenants/\(tenant)?updateMask=disableAuth", ["disableAuth": true])
    for (operation, message) in [
      ("accounts:signUp", ["tenantId": .string(tenant)] as JSONValue),
      ("accounts:lookup", ["idToken": .string(session.idToken)]),
      ("accounts:delete", ["idToken": .string(session.idToken)]),
    ] {
      #expect(try await server.call(operation, message).errorMessage == "PROJECT_DISABLED", "\(operation)")
    }
    let project = try await server.call("accounts:signUp", [:])
    #expect(project.status == 200)
  }
}
