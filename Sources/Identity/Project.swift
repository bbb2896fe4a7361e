/// A project: the namespace of its accounts, with its keys, domains, apps and provider settings.
public struct Project: Sendable, Equatable {
  /// The stored fields of ``Project``.
  struct Fields: Sendable, Equatable, Encodable {
    var id: ProjectID
    var number: String
    var displayName: String?
    var apiKeys: [String]
    var authorizedDomains: [String]
    var apps: [App] = []
    var providers: [ProviderSettings] = []
    var samlProviders: [SAMLProviderSettings] = []
    var signIn: SignInSettings = SignInSettings()
    var sessions: SessionPolicy = SessionPolicy()
    var blockingFunctions: BlockingFunctions = BlockingFunctions()
    var signUpQuota: SignUpQuota?
    var messages: ProjectMessages = ProjectMessages()
    var recordedSettings: RecordedSettings = RecordedSettings()
    var allowsTenants: Bool = true
    var serviceAccounts: [ServiceAccount] = []
    var administratorTokens: [AdministratorToken] = []
    var webhooks: [Webhook] = []
    var captcha: CaptchaSettings = CaptchaSettings()
    var mailServer: ProjectMailServer?
    var smsGateway: ProjectSMSGateway?
    var branding: Branding = Branding()
    var tokenIssuer: String?
    var formerIssuers: [FormerIssuer] = []
    var tokenAlgorithm: TokenAlgorithm = TokenAlgorithm.rs256
    var sealedSignerKey: [UInt8]
    var samlKeys: SAMLKeys?
    var consoleGroups: ConsoleGroups?
    var appliedFile: AppliedProjectFile?
    var passwordHashing: PasswordHashing = PasswordHashing()
    var importedPasswords: [PasswordHash] = []
    var usesOwnRedirectURI: Bool = false
    var createdAt: Instant
    var revision: Int64 = 0
  }

  private var fields: SharedValue<Fields>

  public var id: ProjectID {
    get { fields.value.id }
    _modify { yield &fields.value.id }
  }
  /// The decimal number by which Google services know a project. Clients read it as `messagingSenderId`.
  public var number: String {
    get { fields.value.number }
    _modify { yield &fields.value.number }
  }
  public var displayName: String? {
    get { fields.value.displayName }
    _modify { yield &fields.value.displayName }
  }
  /// Public identifiers, not secrets. They show to which project a request belongs.
  public var apiKeys: [String] {
    get { fields.value.apiKeys }
    _modify { yield &fields.value.apiKeys }
  }
  /// The hosts to which a sign-in may return. An entry also covers its subdomains; IP addresses must match exactly.
  public var authorizedDomains: [String] {
    get { fields.value.authorizedDomains }
    _modify { yield &fields.value.authorizedDomains }
  }
  public var apps: [App] {
    get { fields.value.apps }
    _modify { yield &fields.value.apps }
  }
  public var providers: [ProviderSettings] {
    get { fields.value.providers }
    _modify { yield &fields.value.providers }
  }
  public var samlProviders: [SAMLProviderSettings] {
    get { fields.value.samlProviders }
    _modify { yield &fields.value.samlProviders }
  }
  public var signIn: SignInSettings {
    get { fields.value.signIn }
    _modify { yield &fields.value.signIn }
  }
  /// The lifetimes of sign-ins. They also apply to users of the project's tenants.
  public var sessions: SessionPolicy {
    get { fields.value.sessions }
    _modify { yield &fields.value.sessions }
  }
  public var blockingFunctions: BlockingFunctions {
    get { fields.value.blockingFunctions }
    _modify { yield &fields.value.blockingFunctions }
  }
  public var signUpQuota: SignUpQuota? {
    get { fields.value.signUpQuota }
    _modify { yield &fields.value.signUpQuota }
  }
  /// The texts of the project's messages and of its tenants' messages.
  public var messages: ProjectMessages {
    get { fields.value.messages }
    _modify { yield &fields.value.messages }
  }
  /// Settings that clients can store and read by their protocol names, but that have no effect here: see
  /// ``RecordedSettings``.
  public var recordedSettings: RecordedSettings {
    get { fields.value.recordedSettings }
    _modify { yield &fields.value.recordedSettings }
  }
  /// True if tenants may be created.
  public var allowsTenants: Bool {
    get { fields.value.allowsTenants }
    _modify { yield &fields.value.allowsTenants }
  }
  public var serviceAccounts: [ServiceAccount] {
    get { fields.value.serviceAccounts }
    _modify { yield &fields.value.serviceAccounts }
  }
  public var administratorTokens: [AdministratorToken] {
    get { fields.value.administratorTokens }
    _modify { yield &fields.value.administratorTokens }
  }
  /// The webhooks that receive events of the project and its tenants.
  public var webhooks: [Webhook] {
    get { fields.value.webhooks }
    _modify { yield &fields.value.webhooks }
  }
  /// The protection against bots, also for the project's tenants.
  public var captcha: CaptchaSettings {
    get { fields.value.captcha }
    _modify { yield &fields.value.captcha }
  }
  /// The mail server of the project and its tenants. Nil for the server-wide one.
  public var mailServer: ProjectMailServer? {
    get { fields.value.mailServer }
    _modify { yield &fields.value.mailServer }
  }
  /// The gateway for text messages of the project and its tenants. Nil for the server-wide one.
  public var smsGateway: ProjectSMSGateway? {
    get { fields.value.smsGateway }
    _modify { yield &fields.value.smsGateway }
  }
  /// The look of the server's pages and mails, also for the project's tenants.
  public var branding: Branding {
    get { fields.value.branding }
    _modify { yield &fields.value.branding }
  }
  /// The `iss` of ID tokens. Nil means `https://securetoken.google.com/<project>`, which the official Admin SDKs
  /// require.
  public var tokenIssuer: String? {
    get { fields.value.tokenIssuer }
    _modify { yield &fields.value.tokenIssuer }
  }
  /// Former issuers, in the order in which they were replaced: see ``issuers(now:)``.
  public var formerIssuers: [FormerIssuer] {
    get { fields.value.formerIssuers }
    _modify { yield &fields.value.formerIssuers }
  }
  /// The algorithm of new ID tokens. Until a key for it is active, RS256 is used. All other artifacts are always signed
  /// with RS256.
  public var tokenAlgorithm: TokenAlgorithm {
    get { fields.value.tokenAlgorithm }
    _modify { yield &fields.value.tokenAlgorithm }
  }
  /// The key of the project's password hashes, sealed under the master key.
  public var sealedSignerKey: [UInt8] {
    get { fields.value.sealedSignerKey }
    _modify { yield &fields.value.sealedSignerKey }
  }
  /// The keys that sign requests to SAML providers, also for the project's tenants. Nil until they are needed.
  public var samlKeys: SAMLKeys? {
    get { fields.value.samlKeys }
    _modify { yield &fields.value.samlKeys }
  }
  /// The groups whose members are administrators. Only the console's own project has them.
  public var consoleGroups: ConsoleGroups? {
    get { fields.value.consoleGroups }
    _modify { yield &fields.value.consoleGroups }
  }
  /// The project file that was applied last. Nil if none was.
  public var appliedFile: AppliedProjectFile? {
    get { fields.value.appliedFile }
    _modify { yield &fields.value.appliedFile }
  }
  /// The scheme of new password hashes, also for users of the project's tenants.
  public var passwordHashing: PasswordHashing {
    get { fields.value.passwordHashing }
    _modify { yield &fields.value.passwordHashing }
  }
  /// One sample hash for each scheme and parameters of imported passwords. No password belongs to a sample hash. The
  /// check of a wrong password computes all of these hashes, so that the check costs the same for every account. Hashes
  /// are not imported if they need more samples than allowed, or would make the check of a wrong password too
  /// expensive.
  public var importedPasswords: [PasswordHash] {
    get { fields.value.importedPasswords }
    _modify { yield &fields.value.importedPasswords }
  }
  public static let maximumImportedPasswords = 8
  /// True if the project's providers answer at its own address, although it is the server's first project. All other
  /// projects use their own address in any case: see ``RedirectAddress``.
  public var usesOwnRedirectURI: Bool {
    get { fields.value.usesOwnRedirectURI }
    _modify { yield &fields.value.usesOwnRedirectURI }
  }
  public var createdAt: Instant {
    get { fields.value.createdAt }
    _modify { yield &fields.value.createdAt }
  }
  /// Counts the writes. The store refuses a project with an older revision.
  public var revision: Int64 {
    get { fields.value.revision }
    _modify { yield &fields.value.revision }
  }

  public init(
    id: ProjectID, number: String, apiKeys: [String], authorizedDomains: [String],
    sealedSignerKey: [UInt8] = [], createdAt: Instant
  ) {
    fields = SharedValue(
      Fields(
        id: id, number: number, apiKeys: apiKeys, authorizedDomains: authorizedDomains,
        sealedSignerKey: sealedSignerKey, createdAt: createdAt))
  }

  public func provider(_ providerID: String) -> ProviderSettings? {
    providers.first { $0.providerID == providerID }
  }
}

/// Decodes a project that was stored before a member existed. Missing members get their defaults.
extension Project: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, number, displayName, apiKeys, authorizedDomains, apps, providers, samlProviders, signIn
    case blockingFunctions, signUpQuota, messages, recordedSettings, allowsTenants, serviceAccounts
    case administratorTokens, webhooks, captcha, mailServer, smsGateway, branding, tokenIssuer, formerIssuers
    case tokenAlgorithm, sessions, sealedSignerKey, samlKeys, consoleGroups, appliedFile, importedPasswords
    case passwordHashing, usesOwnRedirectURI, createdAt
    case revision
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init(
      id: try container.decode(ProjectID.self, forKey: .id),
      number: try container.decode(String.self, forKey: .number),
      apiKeys: try container.decode([String].self, forKey: .apiKeys),
      authorizedDomains: try container.decode([String].self, forKey: .authorizedDomains),
      sealedSignerKey: try container.decode([UInt8].self, forKey: .sealedSignerKey),
      createdAt: try container.decode(Instant.self, forKey: .createdAt))
    displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
    signUpQuota = try container.decodeIfPresent(SignUpQuota.self, forKey: .signUpQuota)
    tokenIssuer = try container.decodeIfPresent(String.self, forKey: .tokenIssuer)
    samlKeys = try container.decodeIfPresent(SAMLKeys.self, forKey: .samlKeys)
    consoleGroups = try container.decodeIfPresent(ConsoleGroups.self, forKey: .consoleGroups)
    appliedFile = try container.decodeIfPresent(AppliedProjectFile.self, forKey: .appliedFile)
    mailServer = try container.decodeIfPresent(ProjectMailServer.self, forKey: .mailServer)
    smsGateway = try container.decodeIfPresent(ProjectSMSGateway.self, forKey: .smsGateway)
    try read(.apps, &apps)
    try read(.providers, &providers)
    try read(.samlProviders, &samlProviders)
    try read(.signIn, &signIn)
    try read(.sessions, &sessions)
    try read(.blockingFunctions, &blockingFunctions)
    try read(.messages, &messages)
    try read(.recordedSettings, &recordedSettings)
    try read(.allowsTenants, &allowsTenants)
    try read(.serviceAccounts, &serviceAccounts)
    try read(.administratorTokens, &administratorTokens)
    try read(.webhooks, &webhooks)
    try read(.captcha, &captcha)
    try read(.branding, &branding)
    try read(.importedPasswords, &importedPasswords)
    try read(.passwordHashing, &passwordHashing)
    try read(.formerIssuers, &formerIssuers)
    try read(.usesOwnRedirectURI, &usesOwnRedirectURI)
    try read(.tokenAlgorithm, &tokenAlgorithm)
    try read(.revision, &revision)
  }

  public func encode(to encoder: any Encoder) throws { try fields.value.encode(to: encoder) }
}

/// An app that signs users in. The web flow may return to it, and its `GoogleService-Info.plist` contains its ids.
public struct App: Sendable, Equatable, Codable {
  public enum Platform: String, Sendable, Codable, CaseIterable { case ios, android, web, desktop }

  public var platform: Platform
  /// `1:<number>:<platform>:<hex>`
  public var appID: String
  public var bundleID: String?
  public var packageName: String?
  /// `<name>.apps.googleusercontent.com`. The Apple SDK registers the reversed text as its URL scheme.
  public var clientID: String?
  public var displayName: String?

  public init(
    platform: Platform, appID: String, bundleID: String? = nil, packageName: String? = nil,
    clientID: String? = nil, displayName: String? = nil
  ) {
    self.platform = platform
    self.appID = appID
    self.bundleID = bundleID
    self.packageName = packageName
    self.clientID = clientID
    self.displayName = displayName
  }
}

extension Project: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: fields.value) }
}
