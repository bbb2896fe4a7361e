import Identity
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("A project file", .fewAtOnce)
struct ProjectFileTests {
  @Test("that is looked at shows each change by its place, and changes nothing")
  func dryRun() async throws {
    try await TestServer.run { server in
      let before = try await server.project()
      let plan = try await server.apply(
        [
          "displayName": "Other", "config": ["mfa": ["state": "DISABLED"]],
          "providers": [
            "github.com": ["enabled": true, "clientId": "x", "clientSecret": ["fromEnvironment": "S"]]
          ],
        ], variables: ["S": "new secret"], isDryRun: true)
      let lines = plan.differences.map(\.text)
      #expect(lines.contains(#"projects/example/displayName: "Latchkey development" → "Other""#), "\(lines)")
      #expect(lines.contains(#"projects/example/config/mfa/state: "ENABLED" → "DISABLED""#))
      #expect(lines.contains("projects/example/providers/github.com/clientSecret: the secret changes"))
      #expect(!lines.joined().contains("new secret"))
      #expect(try await server.project() == before)
    }
  }

  @Test("leaves what it does not name, and resets what it names as null")
  func partial() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      let before = try await server.exported()
      try await server.apply(
        ["config": ["sessionConfig": ["refreshTokens": "STABLE"], "quota": .null], "passkeys": .null],
        overwrites: true)
      let after = try await server.exported()
      #expect(after.at("config/sessionConfig") == ["refreshTokens": "STABLE", "gracePeriodSeconds": 60])
      #expect(after.at("config/quota") == .null && after["passkeys"] == .null)
      for path in [
        "displayName", "providers", "apps", "tenants", "config/mfa", "config/messageConfig", "tokenIssuer",
      ] {
        #expect(after.at(path) == before.at(path), "\(path)")
      }
    }
  }

  // Fails when a member that is named as null is taken for one that is not named, as the API takes some.
  @Test("resets each member of a configuration that it names as null")
  func nulls() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let new = try #require(ProjectID(rawValue: "new"))
      try await server.apply([:], to: new.rawValue)
      let usual = try await server.exported(new)
      let names = try #require(usual["config"]?.objectValue).keys
      try await ProjectFileSample.fill(server)
      let nulls = Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.null) })
      try await server.apply(["config": .object(nulls)], overwrites: true)
      let reset = try await server.exported()
      for name in names { #expect(reset.at("config/\(name)") == usual.at("config/\(name)"), "\(name)") }
    }
  }

  // Fails when lists are replaced, and when nothing is ever removed.
  @Test("removes providers and apps that it lacks only when it prunes, and never a tenant")
  func prune() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      let exported = try await server.exported()
      let file = exported.replacing("providers/facebook.com", with: nil).replacing("apps/web", with: nil)
        .replacing("tenants", with: [:])
      let kept = try await server.apply(file)
      #expect(kept.differences.isEmpty)
      #expect(
        kept.notes.contains { $0.contains("facebook.com") } && kept.notes.contains { $0.contains("web") })
      let pruned = try await server.apply(file, prunes: true)
      #expect(!pruned.differences.isEmpty)
      let after = try await server.exported()
      #expect(after.at("providers")?["facebook.com"] == nil && after.at("apps")?["web"] == nil)
      #expect(after.at("providers")?["github.com"] != nil)
      #expect(after["tenants"] == exported["tenants"])
    }
  }

  // Fails when the revision is not compared, and when it does not depend on secrets.
  @Test("is refused when somebody changed the project or a tenant, be it a secret alone")
  func changedMeanwhile() async throws {
    try await TestServer.run { server in
      try await ProjectFileSample.fill(server)
      let scope = Scope(project: TestServer.project)
      let tenant = try #require(TenantID(rawValue: "customer-a"))
      var secret = ProviderChange()
      secret.clientSecret = .replaced(Secret("rotated"))
      let changes: [@Sendable (ProjectAdministration) async throws -> Void] = [
        { _ = try await $0.changeDisplayName(to: "Elsewhere", of: TestServer.project) },
        { [secret] in _ = try await $0.changeProvider("github.com", secret, for: .webFlow, in: scope) },
        {
          _ = try await $0.changePasskeys(in: Scope(project: TestServer.project, tenant: tenant)) {
            $0 = PasskeySettings(rpID: "localhost", expectedOrigins: ["http://localhost:1"])
          }
        },
      ]
      for change in changes {
        let file = try await server.exported().replacing("config/autodeleteAnonymousUsers", with: false)
        try await change(server.backend.administration)
        let before = try await server.project()
        let error = await #expect(throws: IdentityError.self) { try await server.apply(file) }
        #expect(error?.refusal == .settingsChanged)
        #expect(try await server.project() == before)
        #expect(try await server.apply(file, isDryRun: true).outdated == [TestServer.project])
      }
      let file = try await server.exported().replacing("revision", with: nil).replacing(
        "displayName", with: "Mine")
      let error = await #expect(throws: IdentityError.self) { try await server.apply(file) }
      #expect(error?.refusal == .settingsChanged, "a file that does not say what it was made from")
      try await server.apply(file, overwrites: true)
      #expect(try await server.project().displayName == "Mine")
    }
  }

  // Fails when texts are compared as Unicode does, to which both spellings are one.
  @Test("writes a name that is spelled with other code points")
  func spelling() async throws {
    try await TestServer.run { server in
      try await server.apply(["displayName": "Caf\u{E9}"], overwrites: true)
      let plan = try await server.apply(["displayName": "Cafe\u{301}"], overwrites: true)
      #expect(plan.differences.map(\.path) == ["projects/example/displayName"])
      #expect(try await server.project().displayName?.unicodeScalars.count == 5)
    }
  }

  // Fails when the file's revision has to be that of the settings each time.
  @Test("goes on from itself: it is changed and applied again with its first revision")
  func lineage() async throws {
    try await TestServer.run { server in
      let file = try await server.exported()
      try await server.apply(file.replacing("displayName", with: "One"))
      try await server.apply(file.replacing("displayName", with: "Two"))
      #expect(try await server.project().displayName == "Two")
      _ = try await server.backend.administration.changeDisplayName(to: "Three", of: TestServer.project)
      await #expect(throws: IdentityError.self) {
        try await server.apply(file.replacing("displayName", with: "Four"))
      }
    }
  }

  // Fails when projects are written one after the other.
  @Test("of several projects is applied as a whole or not at all", arguments: TestServer.Deployment.all)
  func atomic(deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let file = try ProjectFile([
        "version": 1,
        "projects": [
          "aaa": ["displayName": "First", "tokenIssuer": "https://auth.example.com/one"],
          "bbb": ["displayName": "Second", "tokenIssuer": "https://auth.example.com/one"],
        ],
      ])
      await #expect(throws: IdentityError.self) {
        try await server.backend.administration.apply(
          file, keys: server.service.keyRing, secrets: { _ in nil })
      }
      #expect(try await server.backend.projects.all().map(\.id) == [TestServer.project])
    }
  }

  @Test("leaves a record for each project and tenant in the name of who applied it")
  func audit() async throws {
    try await TestServer.run { server in
      let events = try await server.auditEvents {
        _ = try await AuditContext.$current.withValue(.commandLine) {
          try await server.apply(
            ["displayName": "Other", "tenants": ["customer-a": ["config": ["displayName": "A"]]]],
            overwrites: true)
        }
      }
      #expect(events.map(\.action.rawValue).sorted() == ["project.update", "tenant.creation"])
      #expect(events.allSatisfy { $0.actor.hasPrefix("cli:") })
      let update = events.first { $0.action == .projectUpdate }
      #expect(update?.details["changed"]?.contains("displayName") == true)
    }
  }

  @Test("keeps a stored secret whose variable is not set, and is refused where none is stored")
  func missingSecret() async throws {
    try await TestServer.run { server in
      let provider = try #require(try await server.exported().at("providers/github.com"))
        .replacing("clientId", with: "other")
        .replacing("clientSecret", with: ["fromEnvironment": "NOT_SET"])
      let plan = try await server.apply(["providers": ["github.com": provider]], overwrites: true)
      #expect(plan.notes.contains { $0.contains("NOT_SET is not set") })
      let settings = try #require(try await server.project().provider("github.com"))
      #expect(settings.clientID == "other")
      let scope = Scope(project: TestServer.project)
      #expect(try server.backend.projects.secrets(of: settings, in: scope).clientSecret?.isEmpty == false)
      let error = await #expect(throws: IdentityError.self) {
        try await server.apply(
          ["tenants": ["new": ["providers": ["github.com": provider]]]], overwrites: true)
      }
      #expect(error?.detail?.contains("NOT_SET") == true, "\(String(describing: error))")
    }
  }

  @Test("keeps mailed links without passwords")
  func emailLinkAlone() async throws {
    try await TestServer.run { server in
      _ = try await server.backend.administration.changeSignIn(in: TestServer.project) {
        $0.passwordEnabled = false
      }
      let exported = try await server.exported()
      #expect(exported["emailLinkAlone"] == true)
      #expect(try await server.apply(exported).differences.isEmpty)
      try await server.apply(exported.replacing("emailLinkAlone", with: false))
      #expect(try await server.project().signIn.passwordEnabled)
    }
  }

  // Fails when the switch is checked before the address that it needs is there, and when it is left on by a file that lacks it.
  @Test("sets the revocation of access with the address for it, and resets it where it is not named")
  func revocation() async throws {
    try await TestServer.run { server in
      // Another address needs the secret again.
      func applyWithSecret(_ file: JSONValue) async throws {
        let secret = try #require(
          file.at("providers/github.com/clientSecret/fromEnvironment")?.stringValue)
        try await server.apply(file, variables: [secret: "hush"])
      }
      func apply(_ name: String, _ value: JSONValue?) async throws {
        try await applyWithSecret(
          try await server.exported().replacing("providers/github.com/\(name)", with: value))
      }
      // GitHub's own address is for GitHub's own tokens.
      try await apply("endpoints/revocation", nil)
      await #expect(throws: IdentityError.self) { try await apply("revokeOnDeletion", true) }
      let address: JSONValue = "https://github.example.com/applications/{client_id}/grant"
      let file = try await server.exported().replacing("providers/github.com/revokeOnDeletion", with: true)
        .replacing("providers/github.com/endpoints/revocation", with: address)
      await #expect(throws: IdentityError.self) { try await server.apply(file) }
      try await applyWithSecret(file)
      let settings = try #require(try await server.project().provider("github.com"))
      #expect(settings.revokesOnDeletion && settings.endpoints.revocation == address.stringValue)
      try await apply("revokeOnDeletion", nil)
      #expect(try await server.project().provider("github.com")?.revokesOnDeletion == false)
      await #expect(throws: IdentityError.self, "X has no way to take access back") {
        let file = try await server.exported().replacing("providers/twitter.com/revokeOnDeletion", with: true)
        try await server.apply(file)
      }
    }
  }
}
