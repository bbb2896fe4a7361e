import IdentityWire
import TestSupport
import Testing

@Suite("Required second factors need a kind", .fewAtOnce)
struct RequiredFactorKindTests {
  private static let required: JSONValue = ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]

  private static func isRefused(_ response: TestResponse) -> Bool {
    response.status == 400 && response.errorMessage?.hasPrefix("INVALID_CONFIG : MANDATORY needs") == true
  }

  // Fails when the check is left out of a project's configuration.
  @Test("a project's are refused without a kind, also by taking the last one away")
  func project() async throws {
    try await TestServer.run { server in
      let without = try await server.configure(
        "PATCH", "config?updateMask=mfa", ["mfa": ["state": "MANDATORY"]])
      #expect(Self.isRefused(without), "without a kind: \(without.text)")
      let suspended = try await server.configure(
        "PATCH", "config?updateMask=mfa",
        [
          "mfa": [
            "state": "MANDATORY",
            "providerConfigs": [["state": "DISABLED", "totpProviderConfig": ["adjacentIntervals": 1]]],
          ]
        ])
      #expect(Self.isRefused(suspended), "with a kind that is off: \(suspended.text)")
      let good = try await server.configure("PATCH", "config?updateMask=mfa", ["mfa": Self.required])
      #expect(good.status == 200, "\(good.text)")
      let last = try await server.configure(
        "PATCH", "config?updateMask=mfa.enabledProviders", ["mfa": ["enabledProviders": []]])
      #expect(Self.isRefused(last), "the last kind: \(last.text)")
      let settings = try await server.project().signIn.multiFactor
      #expect(settings.state == .mandatory && settings.allowsPhone)
    }
  }

  // Fails when the check is left out of a tenant's configuration.
  @Test("a tenant's are refused without a kind, when it is made and later")
  func tenant() async throws {
    try await TestServer.run { server in
      let made = try await server.configure(
        "POST", "tenants", ["displayName": "team-two", "mfaConfig": ["state": "MANDATORY"]])
      #expect(Self.isRefused(made), "a new tenant: \(made.text)")
      let tenant = try await server.makeTenant(["mfaConfig": Self.required])
      let changed = try await server.configure(
        "PATCH", "tenants/\(tenant)?updateMask=mfaConfig.enabledProviders", ["mfaConfig": [:]])
      #expect(Self.isRefused(changed), "the last kind: \(changed.text)")
      let kept = try await server.configure("GET", "tenants/\(tenant)")
      #expect(kept.json["mfaConfig"]?["enabledProviders"] == ["PHONE_SMS"])
    }
  }

  // Fails when settings that did not change are checked.
  @Test("what an earlier version stored does not hinder other changes, and can be mended")
  func stored() async throws {
    try await TestServer.run { server in
      try await server.changeProject {
        $0.signIn.multiFactor.state = .mandatory
        $0.signIn.multiFactor.allowsPhone = false
        $0.signIn.multiFactor.totp = nil
      }
      let other = try await server.configure(
        "PATCH", "config?updateMask=signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
      #expect(other.status == 200, "\(other.text)")
      let mended = try await server.configure(
        "PATCH", "config?updateMask=mfa.enabledProviders", ["mfa": ["enabledProviders": ["PHONE_SMS"]]])
      #expect(mended.status == 200, "\(mended.text)")
    }
  }
}
