import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("What a configuration shows of what was never set, and of what was set empty", .fewAtOnce)
struct UnsetConfigTests {
  private static let unset = ["emailPrivacyConfig", "passwordPolicyConfig", "smsRegionConfig"]

  /// A project's configuration and a new tenant's, each with the name that it has for second factors.
  private static func each(
    _ server: TestServer, _ body: (_ path: String, _ mfa: String) async throws -> Void
  ) async throws {
    try await body("config", "mfa")
    try await body("tenants/\(try await server.makeTenant())", "mfaConfig")
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("what nobody set is absent, also after something else was set") { try await never($0) },
    Behaviour("what was set to its default is shown until it is taken away") { try await setToDefault($0) },
    Behaviour("a project shows that e-mail privacy was switched off, a tenant leaves false out") {
      try await privacyOff($0)
    },
    Behaviour("a message that was set empty is shown empty") { try await empty($0) },
    Behaviour("the intervals of one-time passwords are shown where they were named, the default as well") {
      try await intervals($0)
    },
    Behaviour("a project's reCAPTCHA settings are shown as they were set, false and all") {
      try await recaptcha($0)
    },
    Behaviour("a tenant answers its id beside its name, and nobody can change it") { try await tenantID($0) },
  ]

  @Test("a setting is shown from when it was set until it is taken away")
  func shown() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func never(_ server: TestServer) async throws {
    try await each(server) { path, _ in
      for name in Self.unset { #expect(try await server.configure("GET", path).json[name] == nil, "\(name)") }
      let answer = try await server.configure(
        "PATCH", "\(path)?updateMask=monitoring", ["monitoring": ["requestLogging": ["enabled": true]]])
      #expect(answer.status == 200, "\(answer.text)")
      for name in Self.unset { #expect(answer.json[name] == nil, "\(name)") }
    }
  }

  private static func setToDefault(_ server: TestServer) async throws {
    try await each(server) { path, _ in
      let settings: [String: JSONValue] = [
        "passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"],
        "smsRegionConfig": ["allowByDefault": ["disallowedRegions": []]],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
      ]
      for (name, value) in settings {
        let set = try await server.configure("PATCH", "\(path)?updateMask=\(name)", .object([name: value]))
        #expect(set.json[name] != nil, "\(set.text)")
        let kept = try await server.configure(
          "PATCH", "\(path)?updateMask=autodeleteAnonymousUsers", ["autodeleteAnonymousUsers": false])
        #expect(kept.json[name] == set.json[name], "\(kept.text)")
        let removed = try await server.configure("PATCH", "\(path)?updateMask=\(name)", [:])
        #expect(removed.status == 200 && removed.json[name] == nil, "\(removed.text)")
      }
    }
  }

  private static func privacyOff(_ server: TestServer) async throws {
    try await each(server) { path, _ in
      for (value, shown) in [
        ([:], [:]), (["enableImprovedEmailPrivacy": true], ["enableImprovedEmailPrivacy": true]),
        (
          ["enableImprovedEmailPrivacy": false],
          path == "config" ? ["enableImprovedEmailPrivacy": false] : [:]
        ),
      ] as [(JSONValue, JSONValue)] {
        let answer = try await server.configure(
          "PATCH", "\(path)?updateMask=emailPrivacyConfig", ["emailPrivacyConfig": value])
        #expect(answer.json["emailPrivacyConfig"] == shown, "\(answer.text)")
        #expect(try await server.configure("GET", path).json["emailPrivacyConfig"] == shown)
      }
    }
  }

  private static func empty(_ server: TestServer) async throws {
    for name in ["mobileLinksConfig", "recaptchaConfig"] {
      try await each(server) { path, _ in
        let answer = try await server.configure("PATCH", "\(path)?updateMask=\(name)", .object([name: [:]]))
        #expect(answer.json[name] == [:], "\(answer.text)")
        #expect(try await server.configure("GET", path).json[name] == [:])
        let removed = try await server.configure("PATCH", "\(path)?updateMask=\(name)", [:])
        #expect(removed.json[name] == nil)
      }
    }
  }

  private static func intervals(_ server: TestServer) async throws {
    try await each(server) { path, mfa in
      for (named, state) in [([:], "ENABLED"), (["adjacentIntervals": 5], "ENABLED"), ([:], "DISABLED")]
        as [(JSONValue, JSONValue)]
      {
        let factors: JSONValue = [
          "state": "ENABLED", "enabledProviders": [],
          "providerConfigs": [["state": state, "totpProviderConfig": named]],
        ]
        let answer = try await server.configure(
          "PATCH", "\(path)?updateMask=\(mfa)", .object([mfa: factors]))
        #expect(answer.json[mfa] == factors, "\(answer.text)")
        #expect(try await server.configure("GET", path).json[mfa] == factors)
      }
    }
  }

  private static func recaptcha(_ server: TestServer) async throws {
    let off: JSONValue = ["emailPasswordEnforcementState": "OFF", "useAccountDefender": false]
    try await each(server) { path, _ in
      let answer = try await server.configure(
        "PATCH", "\(path)?updateMask=recaptchaConfig", ["recaptchaConfig": off])
      #expect(answer.json["recaptchaConfig"] == off, "\(answer.text)")
    }
  }

  private static func tenantID(_ server: TestServer) async throws {
    let made = try await server.configure("POST", "tenants", ["displayName": "team-one"])
    let id = try #require(made.json["tenantId"]?.stringValue, "\(made.text)")
    #expect(made.json["name"]?.stringValue == "projects/example/tenants/\(id)")
    let changed = try await server.configure(
      "PATCH", "tenants/\(id)?updateMask=tenantId,displayName",
      ["tenantId": .string(id), "displayName": "team-two"])
    #expect(changed.json["tenantId"]?.stringValue == id && changed.json["displayName"] == "team-two")
    let listed = try await server.configure("GET", "tenants").json["tenants"]
    #expect(listed?.arrayValue == [changed.json])
  }

  @Test("the intervals that were stored before it was known whether they were named are shown")
  func storedBefore() throws {
    let stored = #"{"adjacentIntervals":5}"#
    let settings = try WireDecoder().decode(
      MultiFactorSettings.TOTPSettings.self, from: try JSONParser().parse(stored))
    #expect(settings.namesIntervals && settings.adjacentIntervals == 5)
  }
}
