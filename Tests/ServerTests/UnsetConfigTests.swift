import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("What a configuration shows of what was never set, and of what was set empty", .fewAtOnce)
struct UnsetConfigTests {
  private static let unset = ["emailPrivacyConfig", "passwordPolicyConfig", "smsRegionConfig"]

  /// A project's configuration and a new tenant's, each with the name that it has for second factors.
  private static func each(
    _ body: @Sendable @escaping (TestServer, _ path: String, _ mfa: String) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      try await body(server, "config", "mfa")
      try await body(server, "tenants/\(try await server.makeTenant())", "mfaConfig")
    }
  }

  @Test("what nobody set is absent, also after something else was set")
  func never() async throws {
    try await Self.each { server, path, _ in
      for name in Self.unset { #expect(try await server.configure("GET", path).json[name] == nil, "\(name)") }
      let answer = try await server.configure(
        "PATCH", "\(path)?updateMask=monitoring", ["monitoring": ["requestLogging": ["enabled": true]]])
      #expect(answer.status == 200, "\(answer.text)")
      for name in Self.unset { #expect(answer.json[name] == nil, "\(name)") }
    }
  }

  @Test("what was set to its default is shown until it is taken away")
  func setToDefault() async throws {
    try await Self.each { server, path, _ in
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

  @Test("a project shows that e-mail privacy was switched off, a tenant leaves false out")
  func privacyOff() async throws {
    try await Self.each { server, path, _ in
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

  @Test("a message that was set empty is shown empty", arguments: ["mobileLinksConfig", "recaptchaConfig"])
  func empty(name: String) async throws {
    try await Self.each { server, path, _ in
      let answer = try await server.configure("PATCH", "\(path)?updateMask=\(name)", .object([name: [:]]))
      #expect(answer.json[name] == [:], "\(answer.text)")
      #expect(try await server.configure("GET", path).json[name] == [:])
      let removed = try await server.configure("PATCH", "\(path)?updateMask=\(name)", [:])
      #expect(removed.json[name] == nil)
    }
  }

  @Test("the intervals of one-time passwords are shown where they were named, the default as well")
  func intervals() async throws {
    try await Self.each { server, path, mfa in
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

  @Test("a project's reCAPTCHA settings are shown as they were set, false and all")
  func recaptcha() async throws {
    let off: JSONValue = ["emailPasswordEnforcementState": "OFF", "useAccountDefender": false]
    try await Self.each { server, path, _ in
      let answer = try await server.configure(
        "PATCH", "\(path)?updateMask=recaptchaConfig", ["recaptchaConfig": off])
      #expect(answer.json["recaptchaConfig"] == off, "\(answer.text)")
    }
  }

  @Test("a tenant answers its id beside its name, and nobody can change it")
  func tenantID() async throws {
    try await TestServer.run { server in
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
  }

  @Test("the intervals that were stored before it was known whether they were named are shown")
  func storedBefore() throws {
    let stored = #"{"adjacentIntervals":5}"#
    let settings = try WireDecoder().decode(
      MultiFactorSettings.TOTPSettings.self, from: try JSONParser().parse(stored))
    #expect(settings.namesIntervals && settings.adjacentIntervals == 5)
  }
}
