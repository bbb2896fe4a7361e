import Foundation
import Identity
import IdentityWire
import Secrets
import Testing

@testable import Operations
@testable import Storage

@Suite("What is written is recorded")
struct AuditedStoreTests {
  private struct FixedClock: WallClock {
    func now() -> Instant { AuditedStoreTests.now }
  }

  private static let now = Instant(seconds: 1_800_000_000)
  private static let id = ProjectID(rawValue: "example")!

  static func project() -> Project {
    Project(id: id, number: "100000000001", apiKeys: ["key"], authorizedDomains: [], createdAt: now)
  }

  private static func withStore(
    _ body: (_ store: AuditedStore, _ events: (ProjectID?) async throws -> [AuditEvent]) async throws -> Void
  ) async throws {
    let database = try SQLiteAccountStore(path: nil)
    let store = AuditedStore(
      database, box: try SecretBox(masterKey: SystemRandom().bytes(32)), clock: FixedClock(),
      random: SystemRandom())
    let result: Result<Void, any Error>
    do {
      try await body(store) { chain in
        try await database.sealAudit()
        return try await database.auditRecords(of: chain, after: 0, limit: 1_000).map {
          try JSONDecoder().decode(AuditEvent.self, from: Data($0.text.utf8))
        }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await database.close()
    try result.get()
  }

  // MARK: Settings

  /// A change of each setting, by its name.
  static let projectChanges: [String: @Sendable (inout Project) -> Void] = [
    "number": { $0.number = "100000000002" },
    "displayName": { $0.displayName = "Other" },
    "apiKeys": { $0.apiKeys.append("another") },
    "authorizedDomains": { $0.authorizedDomains.append("example.com") },
    "apps": { $0.apps.append(App(platform: .web, appID: "1:1:web:0a")) },
    "signIn": { $0.signIn.anonymousEnabled.toggle() },
    "sessions": { $0.sessions.idleLifetime = 86_400 },
    "blockingFunctions": { $0.blockingFunctions.forwardsIDToken = true },
    "signUpQuota": { $0.signUpQuota = SignUpQuota(count: 5, startsAt: now, duration: 60) },
    "messages": { $0.messages[.signIn, "en"].subject = "Hello" },
    "recordedSettings": {
      $0.recordedSettings.messages["monitoring"] = ["requestLogging": ["enabled": true]]
    },
    "allowsTenants": { $0.allowsTenants.toggle() },
    "tokenIssuer": { $0.tokenIssuer = "https://issuer.example" },
    "formerIssuers": {
      $0.formerIssuers = [FormerIssuer(issuer: "https://former.example", acceptedUntil: now)]
    },
    "tokenAlgorithm": { $0.tokenAlgorithm = .es256 },
    "usesOwnRedirectURI": { $0.usesOwnRedirectURI.toggle() },
    "sealedSignerKey": { $0.sealedSignerKey = [1] },
    "appliedFile": { $0.appliedFile = AppliedProjectFile(base: "base", result: "result") },
    "samlKeys": {
      $0.samlKeys = SAMLKeys(
        current: .init(certificate: "", sealedPrivateKey: [1], createdAt: now, expiresAt: now))
    },
    "importedPasswords": {
      $0.importedPasswords = [PasswordHash(algorithm: .bcrypt, salt: [], hash: [1])]
    },
    "captcha": { $0.captcha[.sms] = .audit },
    "mailServer": {
      $0.mailServer = ProjectMailServer(host: "smtp.example.com", senderAddress: "noreply@example.com")
    },
    "smsGateway": { $0.smsGateway = ProjectSMSGateway(.twilio) },
    "branding": { $0.branding.name = "Brand" },
    "passwordHashing": { $0.passwordHashing.change(to: .argon2id) },
    "webhooks": {
      $0.webhooks = [Webhook(id: "w", url: "https://a.example", secrets: [.init(bytes: [1])], createdAt: now)]
    },
    "createdAt": { $0.createdAt = now.adding(seconds: 1) },
    "providers": {
      $0.providers = [ProviderSettings(providerID: "google.com", enabled: true, clientID: "c")]
    },
    "samlProviders": {
      $0.samlProviders = [
        SAMLProviderSettings(
          providerID: "saml.x", enabled: true, idpEntityID: "i", ssoURL: "https://i.example",
          spEntityID: "s", callbackURI: "https://s.example")
      ]
    },
    "serviceAccounts": {
      $0.serviceAccounts = [
        ServiceAccount(
          email: "a@b.example", uniqueID: "1", displayName: nil, keys: [], scopes: [.cloudPlatform],
          createdAt: now)
      ]
    },
    "administratorTokens": {
      $0.administratorTokens = [
        AdministratorToken(
          name: "t", tokenHash: [1], scopes: [.cloudPlatform], createdAt: now, expiresAt: nil)
      ]
    },
    "consoleGroups": {
      $0.consoleGroups = ConsoleGroups(claim: "groups", grants: [.init(group: "staff", role: .viewer)])
    },
  ]

  // Fails when a setting is left out of what is compared, and when one is new that no change here is of.
  @Test("every setting of a project that changes is an event that names it")
  func projectSettings() async throws {
    let names = Mirror(reflecting: Self.project()).children.compactMap(\.label)
    #expect(Set(names).subtracting(Self.projectChanges.keys) == ["id", "revision"])
    try await Self.withStore { store, events in
      try await store.apply([.insertProject(Self.project())])
      for (name, change) in Self.projectChanges.sorted(by: { $0.key < $1.key }) {
        let count = try await events(Self.id).count
        var project = try #require(try await store.project(Self.id))
        change(&project)
        try await store.apply([.updateProject(project)])
        let new = try await events(Self.id).dropFirst(count)
        let event = try #require(new.first, "a change of \(name) is not recorded")
        #expect(new.count == 1)
        switch name {
        case "providers": #expect(event.details == ["providers": "+google.com"])
        case "samlProviders": #expect(event.details == ["providers": "+saml.x"])
        case "serviceAccounts": #expect(event.action == .serviceAccountUpdate)
        case "administratorTokens": #expect(event.action == .administratorTokenUpdate)
        case "sealedSignerKey": #expect(event.details == ["changed": "signerKey"])
        default: #expect(event.action == .projectUpdate && event.details == ["changed": name])
        }
      }
      let count = try await events(Self.id).count
      let same = try #require(try await store.project(Self.id))
      try await store.apply([.updateProject(same)])
      #expect(try await events(Self.id).count == count, "what changes nothing is no event")
    }
  }

  // Fails when a setting of a provider is left out of what is compared, or when a secret is told of.
  @Test("changed settings of a provider are named, and its secrets are not")
  func providerSettings() async throws {
    try await Self.withStore { store, events in
      var project = Self.project()
      project.providers = [ProviderSettings(providerID: "google.com", enabled: true, clientID: "c")]
      try await store.apply([.insertProject(project)])
      for (changed, change) in [
        ("revokesOnDeletion", { $0.revokesOnDeletion = true }),
        (
          "clientID,enabled",
          {
            $0.clientID = "d"
            $0.enabled = false
          }
        ), (nil, { $0.sealedSecrets = [1] }),
      ] as [(String?, (inout ProviderSettings) -> Void)] {
        var project = try #require(try await store.project(Self.id))
        change(&project.providers[0])
        try await store.apply([.updateProject(project)])
        let event = try #require(try await events(Self.id).last)
        #expect(event.action == .providerUpdate && event.details["providers"] == "~google.com")
        #expect(event.details["changed"] == changed)
      }
    }
  }

  @Test("every setting of a tenant that changes is an event that names it")
  func tenantSettings() async throws {
    let tenantID = try #require(TenantID(rawValue: "team-1"))
    let changes: [String: (inout Tenant) -> Void] = [
      "displayName": { $0.displayName = "Team" }, "signIn": { $0.signIn.passwordEnabled = true },
      "recordedSettings": {
        $0.recordedSettings.messages["monitoring"] = ["requestLogging": ["enabled": true]]
      },
      "createdAt": { $0.createdAt = Self.now.adding(seconds: 1) },
      "providers": {
        $0.providers = [ProviderSettings(providerID: "google.com", enabled: true, clientID: "c")]
      },
      "samlProviders": {
        $0.samlProviders = [
          SAMLProviderSettings(
            providerID: "saml.x", enabled: true, idpEntityID: "i", ssoURL: "https://i.example",
            spEntityID: "s", callbackURI: "https://s.example")
        ]
      },
    ]
    let made = Tenant(id: tenantID, project: Self.id, createdAt: Self.now)
    let names = Mirror(reflecting: made).children.compactMap(\.label)
    #expect(Set(names).subtracting(changes.keys) == ["id", "project", "revision"])
    try await Self.withStore { store, events in
      try await store.apply([.insertProject(Self.project()), .insertTenant(made)])
      for (name, change) in changes {
        let count = try await events(Self.id).count
        var tenant = try #require(try await store.tenant(tenantID, in: Self.id))
        change(&tenant)
        try await store.apply([.updateTenant(tenant)])
        let event = try #require(try await events(Self.id).dropFirst(count).first, "\(name) is not recorded")
        if name.hasSuffix("roviders") {
          #expect(event.action == .providerUpdate)
        } else {
          #expect(event.details == ["changed": name])
        }
      }
    }
  }

  @Test("a signing key that is sealed under another master key is an event")
  func resealing() async throws {
    try await Self.withStore { store, events in
      let key = SigningKeyRecord(
        keyID: "k", algorithm: "RS256", sealedPrivateKey: [1], certificate: "", createdAt: Self.now,
        activeFrom: Self.now)
      try await store.apply([.insertSigningKey(key)])
      try await store.apply([.resealSigningKey("k", from: [1], to: [2])])
      #expect(try await events(nil).map(\.action) == [.keyCreation, .keyResealing])
    }
  }

  // MARK: Codes

  private static func artifact(_ seed: UInt8) -> StoreWrite {
    .insertArtifact(
      Artifact(
        tokenHash: [UInt8](repeating: seed, count: 32), purpose: "p", scope: Scope(project: id),
        payload: [0], createdAt: now, expiresAt: now.adding(seconds: 60)))
  }

  // Fails when the event is appended after the code was written.
  @Test("a code, and a sign-in that waits, stand in the log with what was written, or neither does")
  func beginnings() async throws {
    try await Self.withStore { store, events in
      try await store.apply([.insertProject(Self.project())])
      for (seed, action) in [(1 as UInt8, AuditAction.codeRequest), (2, .signIn)] {
        let context = AuditContext(Caller(project: Self.project(), authority: .apiKey), action)
        try await AuditContext.$current.withValue(context) {
          await #expect(throws: StoreError.self) {
            try await store.apply([Self.artifact(seed), .insertProject(Self.project())])
          }
          #expect(try await events(Self.id).count == Int(seed))
          try await store.apply([Self.artifact(seed)])
        }
        let event = try #require(try await events(Self.id).last)
        #expect(event.action == action && event.actor == "user")
        #expect(event.outcome == (action == .signIn ? AuditEvent.pending : AuditEvent.success))
      }
      // What is written by the way is none of it.
      let context = AuditContext(Caller(project: Self.project(), authority: .apiKey), .update)
      try await AuditContext.$current.withValue(context) { try await store.apply([Self.artifact(9)]) }
      #expect(try await events(Self.id).count == 3)
    }
  }

  // MARK: Texts

  @Test("what others chose cannot move a terminal's cursor, nor be of any length")
  func texts() {
    var event = AuditEvent(id: "e", at: Self.now, project: nil, actor: "system", action: .update)
    event.userAgent = "a\u{1B}[2J\u{9B}2J\u{202E}\u{2028}ü" + String(repeating: "\u{301}", count: 9_999)
    let shown = event.bounded.userAgent ?? ""
    #expect(shown.hasPrefix("a?[2J?2J??"))
    #expect(shown.unicodeScalars.count == AuditEvent.maximumTextLength)
  }
}
