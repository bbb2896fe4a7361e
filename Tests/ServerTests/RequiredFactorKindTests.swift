import IdentityWire
import TestSupport
import Testing

@Suite("Required second factors need a kind", .fewAtOnce)
struct RequiredFactorKindTests {
  private static let required: JSONValue = ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]

  private static func isRefused(_ response: TestResponse) -> Bool {
    response.status == 400 && response.errorMessage?.hasPrefix("INVALID_CONFIG : MANDATORY needs") == true
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a project's are refused without a kind, also by taking the last one away") {
      try await project($0)
    },
    Behaviour("a tenant's are refused without a kind, when it is made and later") { try await tenant($0) },
    Behaviour("what an earlier version stored does not hinder other changes, and can be mended") {
      try await stored($0)
    },
  ]

  @Test("a required second factor is of a kind that the project names")
  func kinds() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when the check is left out of a project's configuration.
  private static func project(_ server: TestServer) async throws {
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

  // Fails when the check is left out of a tenant's configuration.
  private static func tenant(_ server: TestServer) async throws {
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

  // Fails when settings that did not change are checked.
  private static func stored(_ server: TestServer) async throws {
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
