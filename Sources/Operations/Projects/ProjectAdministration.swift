import Identity
import IdentityProviders
import IdentityWire
import Passwords
import Secrets

/// The administration of projects and their providers, for the API, the console and the command line.
public struct ProjectAdministration: Sendable {
  let projects: ProjectDirectory
  let webhooks: WebhookAdministration
  let clock: any WallClock
  let random: any RandomSource
  /// The sign-in settings for fields that a replaced configuration lacks. They keep the protections of new
  /// projects on.
  let defaults: SignInSettings
  /// The sign-in settings of a new project.
  let newProjects: SignInSettings
  let functionAddresses: BlockingFunctionAddresses
  /// Private hosts of OpenID providers that the operator allows every administrator to use.
  public let privateProviderHosts: PrivateHosts
  /// The projects' own mail servers and gateways.
  let deliveries: ProjectDeliveries

  public init(
    projects: ProjectDirectory, webhooks: WebhookAdministration, deliveries: ProjectDeliveries,
    clock: any WallClock, random: any RandomSource,
    defaults: SignInSettings = SignInSettings(), newProjects: SignInSettings = SignInSettings(),
    functionAddresses: BlockingFunctionAddresses = BlockingFunctionAddresses(),
    privateProviderHosts: PrivateHosts = PrivateHosts()
  ) {
    self.privateProviderHosts = privateProviderHosts
    self.defaults = defaults
    self.newProjects = newProjects
    self.functionAddresses = functionAddresses
    self.projects = projects
    self.webhooks = webhooks
    self.deliveries = deliveries
    self.clock = clock
    self.random = random
  }

  /// Creates a project with an API key, in one transaction.
  ///
  /// - Parameter configure: changes the project before it is stored.
  /// - Throws: `DUPLICATE_PROJECT_ID`, `INVALID_DISPLAY_NAME`, `INVALID_DOMAIN`, `INVALID_ISSUER`; the errors of `configure`.
  public func create(
    _ id: ProjectID, displayName: String? = nil, authorizedDomains: [String] = ["localhost"],
    tokenIssuer: String? = nil, configure: (inout Project) throws(IdentityError) -> Void = { _ in }
  ) async throws(IdentityError) -> Project {
    try RegisteredName.display(displayName)
    if let tokenIssuer { try RegisteredName.tokenIssuer(tokenIssuer, of: id) }
    var domains: [String] = []
    for domain in authorizedDomains {
      let name = try RegisteredName.domain(domain)
      if !domains.contains(name) { domains.append(name) }
    }
    var project = try new(id, apiKeys: [newAPIKey()])
    project.authorizedDomains = domains
    project.displayName = displayName
    project.tokenIssuer = tokenIssuer == Project.officialIssuer(of: id) ? nil : tokenIssuer
    project.signIn = newProjects
    project.createdAt = try await projects.creationTime()
    try configure(&project)
    try await projects.insert(project)
    return project
  }

  /// Changes the project's sign-in settings.
  ///
  /// - Throws: `INVALID_CONFIG` if a second factor becomes mandatory but no kind is allowed, `PROJECT_NOT_FOUND`.
  public func changeSignIn(in id: ProjectID, _ change: (inout SignInSettings) -> Void)
    async throws(IdentityError) -> Project
  {
    try await projects.update(id) { (project) throws(IdentityError) in
      let known = project.signIn.multiFactor
      change(&project.signIn)
      try project.signIn.multiFactor.checkChange(from: known)
    }
  }

  /// Changes how long the project's sessions last.
  ///
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  public func changeSessions(in id: ProjectID, _ change: (inout SessionPolicy) -> Void)
    async throws(IdentityError) -> Project
  {
    let now = clock.now()
    return try await projects.update(id) { (project) throws(IdentityError) in
      var policy = project.sessions
      change(&policy)
      try policy.check()
      project.sessions = policy.replacing(project.sessions, now: now)
    }
  }

  /// Changes the scheme for new password hashes. Existing passwords are hashed again when their users sign
  /// in.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`.
  public func changePasswordHashing(to scheme: PasswordHashing.Scheme, in id: ProjectID)
    async throws(IdentityError) -> Project
  {
    try await projects.update(id) { project in project.passwordHashing.change(to: scheme) }
  }

  /// Sets whether the project's providers answer at its own address, although it is the server's first project.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`.
  public func changeRedirectURI(toOwn usesOwn: Bool, in id: ProjectID) async throws(IdentityError) -> Project
  {
    try await projects.update(id) { project in project.usesOwnRedirectURI = usesOwn }
  }

  /// Registers an app, or replaces the app with the same platform and identifier.
  ///
  /// - Throws: `INVALID_DISPLAY_NAME`, `INVALID_BUNDLE_ID`, `INVALID_PACKAGE_NAME`, `INVALID_OAUTH_CLIENT_ID`,
  ///   `PROJECT_NOT_FOUND`.
  public func addApp(_ app: App, to id: ProjectID) async throws(IdentityError) -> Project {
    try app.check()
    return try await projects.update(id) { (project) throws(IdentityError) in
      project.apps.removeAll {
        $0.platform == app.platform && $0.bundleID == app.bundleID && $0.packageName == app.packageName
      }
      project.apps.append(app)
    }
  }

  /// Makes an app ID in the form `1:<project number>:<platform>:<hexadecimal>`.
  public func appID(for platform: App.Platform, in project: Project) -> String {
    let suffix = random.bytes(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    return "1:\(project.number):\(platform.rawValue):\(suffix.joined())"
  }

  /// Disables the provider. Its settings stay.
  ///
  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  public func disableProvider(_ providerID: String, in id: ProjectID) async throws(IdentityError) -> Project {
    try await projects.update(id) { (project) throws(IdentityError) in
      if var settings = project.providerList.samlProvider(providerID) {
        settings.enabled = false
        project.providerList.set(settings)
        return
      }
      guard let index = project.providers.firstIndex(where: { $0.providerID == providerID }) else {
        throw .refused(.configurationNotFound, "The project has no settings for \(providerID).")
      }
      project.providers[index].enabled = false
    }
  }

  func new(_ id: ProjectID, apiKeys: [String]) throws(IdentityError) -> Project {
    Project(
      id: id, number: number(), apiKeys: apiKeys, authorizedDomains: [],
      sealedSignerKey: try signerKey(for: id),
      createdAt: clock.now())
  }

  func newAPIKey() -> String { "AIza" + random.alphanumeric(35) }

  private func signerKey(for id: ProjectID) throws(IdentityError) -> [UInt8] {
    do {
      return try projects.seal(signerKey: PasswordHasher.makeSignerKey(SystemRandom()), for: id)
    } catch {
      throw .unavailable(.internalError, cause: "the signer key could not be sealed")
    }
  }

  /// Returns twelve digits. The first is not zero.
  private func number() -> String {
    let digits = random.bytes(12).map { Int($0) % 10 }
    return String(digits[0] % 9 + 1) + digits.dropFirst().map(String.init).joined()
  }
}
