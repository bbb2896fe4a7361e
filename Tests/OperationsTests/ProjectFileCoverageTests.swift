import Identity
import IdentityWire
import Secrets
import TestSupport
import Testing

@testable import Operations

/// Settings are found by looking at the types, so that a new one either stands in files or is named here.
@Suite("A project file has each setting", .fewAtOnce)
struct ProjectFileCoverageTests {
  private typealias Change<Value> = @Sendable (inout Value) -> Void

  private static let scope = Scope(project: AuditedStoreTests.project().id)
  private static let pem =
    "-----BEGIN CERTIFICATE-----\n\(SAMLSamples.certificate)\n-----END CERTIFICATE-----\n"

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("of a project, but for its keys, the accounts of programs, and what the server notes") {
      try await project($0)
    },
    Behaviour("of webhooks, but for how far they are") { try await webhooks($0) },
    Behaviour("of a project's ways in, and of a tenant's but for those that follow the project's") {
      try await signIn($0)
    },
    Behaviour("of a tenant") { try await wholeTenant($0) },
    Behaviour("of passkeys") { try await passkeys($0) },
    Behaviour("of captchas, and whether there is a secret") { try await captcha($0) },
    Behaviour("of providers, but for their secrets") { try await providers($0) },
    Behaviour("of providers' addresses, but for the private host, which the operator's configuration allows")
    { try await addresses($0) },
    Behaviour("of SAML providers") { try await samlProviders($0) },
  ]

  @Test("all of what is set, and nothing that is noted or secret")
  func settings() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.behaviours) { try await $0.look(server) }
    }
  }

  private static func document(of server: TestServer) -> ProjectDocument {
    ProjectDocument(projects: server.backend.projects, secrets: .digests)
  }

  /// Checks that a change of each member changes the document, and that no member is forgotten.
  ///
  /// - Parameter others: members that no file has, or that another test covers.
  private static func check<Value>(
    _ value: Value, _ changes: [String: Change<Value>], others: Set<String> = [],
    _ document: (Value) throws -> JSONValue
  ) throws {
    let names = Set(Mirror(reflecting: value).children.compactMap(\.label))
    #expect(names == Set(changes.keys).union(others))
    let before = try document(value)
    for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
      var changed = value
      change(&changed)
      let isShown = try document(changed) != before
      #expect(isShown == !others.contains(name), "\(Value.self).\(name)")
    }
  }

  // Fails when a setting of a project is new and in no file, and when a key or a token gets into one.
  private static func project(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    try Self.check(
      AuditedStoreTests.project(),
      // Its secret opens nowhere.
      AuditedStoreTests.projectChanges.merging(["webhooks": { $0.webhooks = [Self.webhook] }]) { $1 },
      others: [
        "id", "revision", "createdAt", "sealedSignerKey", "samlKeys", "importedPasswords", "formerIssuers",
        "appliedFile", "serviceAccounts", "administratorTokens", "consoleGroups",
      ]
    ) { try document.value(of: $0, []) }
  }

  private static let webhook = Webhook(
    id: "w", name: "crm", url: "https://a.example", secrets: [], createdAt: Instant(seconds: 1_800_000_000))

  // Fails when a setting of a webhook is new and in no file.
  private static func webhooks(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    let key = WebhookSecret(key: [UInt8](repeating: 7, count: 32))
    let secret = try document.projects.seal(key, for: Self.webhook.id, in: Self.scope.project)
    try Self.check(
      Self.webhook,
      [
        "name": { $0.name = "other" }, "url": { $0.url = "https://b.example" },
        "description": { $0.description = "Ours" }, "isEnabled": { $0.isEnabled = false },
        "kinds": { $0.select([.created], now: Instant(seconds: 1_800_000_000)) },
        "includesUser": { $0.includesUser.toggle() }, "secrets": { $0.secrets = [secret] },
        "ending": { $0.ending = .failing },
      ], others: ["id", "additions", "replay", "createdAt", "ending"]
    ) { webhook in
      var project = AuditedStoreTests.project()
      project.webhooks = [webhook]
      return try document.webhooks(of: project)
    }
  }

  private static let signInChanges: [String: Change<SignInSettings>] = [
    "isDisabled": { $0.isDisabled.toggle() },
    "allowDuplicateEmails": { $0.allowDuplicateEmails.toggle() },
    "passwordEnabled": { $0.passwordEnabled.toggle() },
    "emailLinkEnabled": { $0.emailLinkEnabled.toggle() },
    "suspendsEmailLink": { $0.suspendsEmailLink.toggle() },
    "anonymousEnabled": { $0.anonymousEnabled.toggle() },
    "phoneEnabled": { $0.phoneEnabled.toggle() },
    "emailEnumerationProtection": { $0.emailEnumerationProtection.toggle() },
    "emailTrust": { $0.emailTrust = .providerClaim },
    "strictEmailVerification": { $0.strictEmailVerification.toggle() },
    "linkingRequiresRecentSignIn": { $0.linkingRequiresRecentSignIn.toggle() },
    "usersMaySignUp": { $0.usersMaySignUp.toggle() },
    "usersMayDelete": { $0.usersMayDelete.toggle() },
    "deletesOldAnonymousUsers": { $0.deletesOldAnonymousUsers.toggle() },
    "multiFactor": { $0.multiFactor.state = .mandatory },
    "passkeys": { $0.passkeys = PasskeySettings(rpID: "localhost", expectedOrigins: []) },
    "passwordPolicy": { $0.passwordPolicy.minimumLength = 10 },
    "smsRegions": { $0.smsRegions = .only(["VN"]) },
    "testPhoneNumbers": { $0.testPhoneNumbers = ["+15555550100": "123456"] },
  ]

  // Fails when a way in is left out.
  private static func signIn(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    // Passwords are off, so that a link that is let in with them is told apart.
    try Self.check(SignInSettings.allOff, Self.signInChanges, others: ["isDisabled"]) { settings in
      var project = AuditedStoreTests.project()
      project.signIn = settings
      return try document.value(of: project, [])
    }
    try Self.check(
      SignInSettings.allOff, Self.signInChanges,
      others: [
        "allowDuplicateEmails", "emailTrust", "strictEmailVerification", "linkingRequiresRecentSignIn",
        "suspendsEmailLink",
      ]
    ) { settings in
      var tenant = try Self.tenant()
      tenant.signIn = settings
      return .object(try document.members(of: tenant))
    }
  }

  private static func wholeTenant(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    try Self.check(
      try Self.tenant(),
      [
        "displayName": { $0.displayName = "Team" }, "signIn": { $0.signIn.passwordEnabled.toggle() },
        "recordedSettings": {
          $0.recordedSettings.messages["monitoring"] = ["requestLogging": ["enabled": true]]
        },
        "providers": { $0.providerList.set(Self.provider("google.com")) },
        "samlProviders": { $0.providerList.set(Self.samlProvider()) },
      ], others: ["id", "project", "createdAt", "revision"]
    ) { .object(try document.members(of: $0)) }
  }

  private static func passkeys(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    try Self.check(
      PasskeySettings(rpID: "localhost", expectedOrigins: ["http://localhost:3000"]),
      [
        "isEnabled": { $0.isEnabled.toggle() }, "rpID": { $0.rpID = "example.com" },
        "expectedOrigins": { $0.expectedOrigins.append("https://example.com") },
        "topOrigins": { $0.topOrigins = ["https://example.com"] },
        "countsAsTwoFactors": { $0.countsAsTwoFactors.toggle() },
        "refusesCopies": { $0.refusesCopies.toggle() },
        "attestationRoots": { $0.attestationRoots = [Self.pem] }, "limit": { $0.limit = 3 },
      ]
    ) { passkeys in
      var project = AuditedStoreTests.project()
      project.signIn.passkeys = passkeys
      return try document.value(of: project, [])
    }
  }

  private static func captcha(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    let sealed = try document.projects.seal(captchaSecret: Secret("secret"), of: Self.scope.project)
    try Self.check(
      CaptchaSettings(),
      [
        "provider": { $0.provider = .turnstile }, "modes": { $0[.signUp] = .enforce },
        "workBits": { $0.workBits = 12 }, "siteKey": { $0.siteKey = "site" },
        "sealedSecret": { $0.sealedSecret = sealed }, "hostnames": { $0.hostnames = ["example.com"] },
        "verifyURL": { $0.verifyURL = "https://example.com/verify" },
      ]
    ) { captcha in
      var project = AuditedStoreTests.project()
      project.captcha = captcha
      return try document.value(of: project, [])
    }
    for action in CaptchaSettings.Action.allCases {
      var project = AuditedStoreTests.project()
      let before = try document.value(of: project, [])
      project.captcha[action] = .audit
      #expect(try document.value(of: project, []) != before, "\(action)")
    }
  }

  // MARK: Providers

  private static func tenant() throws -> Tenant {
    let id = try #require(TenantID(rawValue: "team-1"))
    return Tenant(id: id, project: scope.project, createdAt: Instant(seconds: 1_800_000_000))
  }

  private static func provider(_ id: String) -> ProviderSettings {
    ProviderSettings(providerID: id, enabled: true, clientID: "client")
  }

  private static func samlProvider() -> SAMLProviderSettings {
    SAMLProviderSettings(
      providerID: "saml.x", enabled: true, idpEntityID: "i", ssoURL: "https://i.example", spEntityID: "s",
      callbackURI: "https://s.example")
  }

  /// A change of each setting of a provider, and providers that have the setting.
  private static let providerChanges: [String: (providers: [String], change: Change<ProviderSettings>)] = [
    "enabled": (["github.com", "oauth.x", "oidc.x"], { $0.enabled.toggle() }),
    "displayName": (["github.com", "oauth.x", "oidc.x"], { $0.displayName = "Name" }),
    "clientID": (["github.com", "oauth.x", "oidc.x"], { $0.clientID = "other" }),
    "additionalAudiences": (
      ["apple.com", "gc.apple.com", "google.com", "oidc.x"], { $0.additionalAudiences = ["com.example.app"] }
    ),
    "apple": (["apple.com"], { $0.apple = .init(teamID: "ABCDE12345", keyID: "FGHIJ67890") }),
    "responseType": (["oidc.x"], { $0.responseType = .idToken }),
    "tokenAuthentication": (["oauth.x", "oidc.x"], { $0.tokenAuthentication = .post }),
    "clientKeyID": (["oidc.x"], { $0.clientKeyID = "key" }),
    "emailDomains": (["oauth.x", "oidc.x"], { $0.emailDomains = ["example.com"] }),
    "tenant": (["microsoft.com"], { $0.tenant = "organizations" }),
    "profile": (
      ["oauth.x"],
      { settings in
        var profile = ProfileMapping()
        profile[.userID] = ProfilePath("id")
        settings.profile = profile
      }
    ),
    "dialect": (
      ["oauth.x"],
      { settings in
        var dialect = OAuthDialect()
        dialect.usesPKCE = false
        settings.dialect = dialect
      }
    ),
    "isRevokedOnDeletion": (
      ["apple.com", "facebook.com", "github.com", "google.com", "oauth.x", "oidc.x"],
      { $0.revokesOnDeletion = true }
    ),
    "endpoints": (["github.com", "oauth.x", "oidc.x"], { $0.endpoints.token = "https://x.example/token" }),
  ]

  // Fails when a setting of a provider is new and in no file.
  private static func providers(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    let names = Set(Mirror(reflecting: Self.provider("oidc.x")).children.compactMap(\.label))
    // Those that are chosen or looked up for one sign-in are not stored.
    #expect(
      names.subtracting(Self.providerChanges.keys) == [
        "providerID", "registeredBundleIDs", "chosenTenant", "sealedSecrets",
      ])
    for (name, (providers, change)) in Self.providerChanges {
      for id in providers {
        var changed = Self.provider(id)
        let before = try Self.value(of: changed, document)
        change(&changed)
        #expect(try Self.value(of: changed, document) != before, "\(name) of \(id)")
      }
    }
  }

  // Fails when an address is left out, as one that the API's configuration is taken to have.
  private static func addresses(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    let names = Set(Mirror(reflecting: ProviderEndpoints()).children.compactMap(\.label))
    #expect(
      names.subtracting(ProviderEndpoints.addresses.map(\.name)) == ["allowPrivateAddresses", "privateHost"])
    for id in ["github.com", "microsoft.com", "oauth.x", "oidc.x"] {
      let provider = Self.provider(id)
      let before = try Self.value(of: provider, document)
      for (name, path) in ProviderEndpoints.addresses {
        var changed = provider
        changed.endpoints[keyPath: path] = "https://x.example/address"
        #expect(try Self.value(of: changed, document) != before, "\(name) of \(id)")
      }
      var changed = provider
      changed.endpoints.allowPrivateAddresses = true
      #expect(try Self.value(of: changed, document) != before, "\(id)")
    }
  }

  private static func samlProviders(_ server: TestServer) async throws {
    let document = Self.document(of: server)
    try Self.check(
      Self.samlProvider(),
      [
        "enabled": { $0.enabled.toggle() }, "displayName": { $0.displayName = "Name" },
        "idpEntityID": { $0.idpEntityID = "other" }, "ssoURL": { $0.ssoURL = "https://other.example" },
        "signsRequest": { $0.signsRequest.toggle() },
        "forcesAuthentication": { $0.forcesAuthentication.toggle() },
        "idpCertificates": { $0.idpCertificates = [Self.pem] }, "spEntityID": { $0.spEntityID = "other" },
        "callbackURI": { $0.callbackURI = "https://other.example" },
        "attributes": { $0.attributes.email = "mail" },
        "emailDomains": { $0.emailDomains = ["example.com"] },
        "discoveryDomains": { $0.discoveryDomains = ["example.com"] },
        "unsolicitedPage": { $0.unsolicitedPage = "https://app.example.com" },
        "allowsSHA1": { $0.allowsSHA1.toggle() },
        "metadata": { $0.setMetadata(url: "https://i.example/metadata") },
      ], others: ["providerID"]
    ) { try Self.value(of: $0, document) }
    try Self.check(
      SAMLAttributeMapping(),
      [
        "email": { $0.email = "a" }, "displayName": { $0.displayName = "a" },
        "photoURL": { $0.photoURL = "a" }, "groups": { $0.groups = "a" },
        "groupsClaim": { $0.groupsClaim = "a" }, "signInAttributes": { $0.signInAttributes = [] },
      ]
    ) { attributes in
      var settings = Self.samlProvider()
      settings.attributes = attributes
      return try Self.value(of: settings, document)
    }
  }

  private static func value(of settings: ProviderSettings, _ document: ProjectDocument) throws -> JSONValue {
    let list = ProviderList(providers: [settings], samlProviders: [])
    return .object(try document.provider(settings.providerID, in: list, scope))
  }

  private static func value(of settings: SAMLProviderSettings, _ document: ProjectDocument) throws
    -> JSONValue
  {
    let list = ProviderList(providers: [], samlProviders: [settings])
    return .object(try document.provider(settings.providerID, in: list, scope))
  }
}
