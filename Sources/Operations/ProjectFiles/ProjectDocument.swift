import Identity
import IdentityWire
import Secrets

/// Describes projects and tenants for a project file: exactly the settings that a file may change.
struct ProjectDocument {
  static let projectNames = [
    "revision", "number", "apiKeys", "displayName", "tokenIssuer", "tokenAlgorithm", "emailTrust",
    "emailLinkAlone", "ownRedirectURI",
    "config", "passkeys", "captcha", "mailServer", "smsGateway", "branding",
    "apps", "providers", "webhooks", "tenants",
  ]
  static let tenantNames = ["phoneSignIn", "config", "passkeys", "providers"]

  /// The forms that a secret has in a document.
  enum Secrets {
    /// References to the places of secrets, for files that people read.
    case references(SuggestedVariables)
    /// Digests under the master key, for comparisons. Leaves out certificates and addresses that come from metadata.
    case digests
  }

  let projects: ProjectDirectory
  let secrets: Secrets

  var isForComparison: Bool {
    if case .digests = secrets { true } else { false }
  }

  /// A project without its tenants.
  func members(of project: Project) throws(IdentityError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "number": .string(project.number), "apiKeys": .array(project.apiKeys.map { .string($0) }),
      "displayName": Self.text(project.displayName), "tokenIssuer": Self.text(project.tokenIssuer),
      "tokenAlgorithm": .string(project.tokenAlgorithm.rawValue),
      "emailTrust": .string(project.signIn.emailTrust.rawValue),
      "emailLinkAlone": .bool(project.signIn.takesEmailLinksAlone),
      "ownRedirectURI": .bool(project.usesOwnRedirectURI),
      "config": try Self.config(of: project),
      "passkeys": try Self.passkeys(project.signIn.passkeys, in: Scope(project: project.id)),
      "captcha": try captcha(of: project), "mailServer": try mailServer(of: project),
      "smsGateway": try smsGateway(of: project), "branding": try Self.branding(of: project),
      "providers": try providers(project.providerList, in: Scope(project: project.id)),
    ]
    var apps: [String: JSONValue] = [:]
    for app in project.apps {
      var members: [String: JSONValue] = ["appId": .string(app.appID)]
      members["clientId"] = app.clientID.map { .string($0) }
      members["displayName"] = app.displayName.map { .string($0) }
      apps[app.nameInFile] = .object(members)
    }
    members["apps"] = .object(apps)
    members["webhooks"] = try webhooks(of: project)
    return members
  }

  func members(of tenant: Tenant) throws(IdentityError) -> [String: JSONValue] {
    [
      "phoneSignIn": .bool(tenant.signIn.phoneEnabled), "config": try Self.config(of: tenant),
      "passkeys": try Self.passkeys(tenant.signIn.passkeys, in: tenant.scope),
      "providers": try providers(tenant.providerList, in: tenant.scope),
    ]
  }

  /// A project with its tenants.
  func value(of project: Project, _ tenants: [Tenant]) throws(IdentityError) -> JSONValue {
    var members = try members(of: project)
    var all: [String: JSONValue] = [:]
    for tenant in tenants { all[tenant.id.rawValue] = .object(try self.members(of: tenant)) }
    members["tenants"] = .object(all)
    return .object(members)
  }

  /// Returns the revision of settings. Equal settings have the same revision. A changed secret changes it.
  ///
  /// - Parameter document: a document for comparisons.
  func revision(of document: JSONValue, in project: ProjectID) -> String {
    projects.box.keyedHash(of: JSONText.pretty(document), context: "project-file/\(project)")
  }

  // MARK: Parts

  private func providers(_ list: ProviderList, in scope: Scope) throws(IdentityError) -> JSONValue {
    var all: [String: JSONValue] = [:]
    for id in (list.providers.map(\.providerID) + list.samlProviders.map(\.providerID)).sorted() {
      all[id] = .object(try provider(id, in: list, scope))
    }
    return .object(all)
  }

  /// Returns the form of a secret in the document.
  func placeholder(for secret: Secret, _ name: ProviderSecretName, of provider: String, in scope: Scope)
    -> JSONValue
  {
    let kind =
      switch name {
      case .clientSecret: "client-secret"
      case .privateKey: "private-key"
      case .secret: "secret"
      case .password: "password"
      }
    return placeholder(for: secret, variable: [provider, kind] + scope.words, in: scope.project)
  }

  /// - Parameter words: the parts of the suggested variable's name.
  func placeholder(for secret: Secret, variable words: [String], in project: ProjectID) -> JSONValue {
    switch secrets {
    case .references(let variables):
      [SecretReference.environmentName: .string(variables.name(of: words))]
    case .digests:
      .string(
        projects.box.keyedHash(of: secret.reveal(), context: "project-file-secret/\(project)"))
    }
  }

  private static func config(of project: Project) throws(IdentityError) -> JSONValue {
    try whole(ProjectConfig(project).forFile(), except: ProjectConfig.outputNames)
  }

  private static func config(of tenant: Tenant) throws(IdentityError) -> JSONValue {
    try whole(TenantConfig(tenant).forFile(), except: TenantConfig.outputNames)
  }

  /// Returns a message with `null` for each missing member, because a member that a file does not name stays
  /// unchanged.
  private static func whole(_ message: some MaskableMessage, except outputNames: Set<String>)
    throws(IdentityError) -> JSONValue
  {
    var members = try encoded(message)
    for case let name? in Mirror(reflecting: message).children.map(\.label)
    where members[name] == nil && !outputNames.contains(name) {
      members[name] = .null
    }
    return .object(members)
  }

  private static func passkeys(_ settings: PasskeySettings?, in scope: Scope) throws(IdentityError)
    -> JSONValue
  {
    guard let settings else { return .null }
    var config = PasskeyConfig(settings, in: scope)
    config.name = nil
    return .object(try encoded(config))
  }

  private func captcha(of project: Project) throws(IdentityError) -> JSONValue {
    var config = CaptchaConfig(project.captcha)
    config.hasSecret = nil
    var members = try Self.encoded(config)
    if let secret = try projects.captchaSecret(of: project) {
      members["secret"] = placeholder(for: secret, .secret, of: "captcha", in: Scope(project: project.id))
    }
    return .object(members)
  }

  private func mailServer(of project: Project) throws(IdentityError) -> JSONValue {
    guard let server = project.mailServer else { return .null }
    var config = ProjectConfig.SendEmail.SMTP(server)
    config.hasPassword = nil
    var members = try Self.encoded(config)
    if let password = try projects.mailPassword(of: project) {
      members["password"] = placeholder(
        for: password, .password, of: "mail", in: Scope(project: project.id))
    }
    return .object(members)
  }

  private func smsGateway(of project: Project) throws(IdentityError) -> JSONValue {
    guard let gateway = project.smsGateway else { return .null }
    var config = SMSGatewayConfig(gateway)
    config.hasSecret = nil
    var members = try Self.encoded(config)
    if let secret = try projects.smsSecret(of: project) {
      members["secret"] = placeholder(for: secret, .secret, of: "sms", in: Scope(project: project.id))
    }
    return .object(members)
  }

  private static func branding(of project: Project) throws(IdentityError) -> JSONValue {
    guard !project.branding.isEmpty else { return .null }
    return .object(try encoded(BrandingConfig(project.branding)))
  }

  static func encoded(_ message: some Encodable) throws(IdentityError) -> [String: JSONValue] {
    try IdentityError.reading { () throws(MessageFault) in try JSONValue(encoding: message) }.objectValue
      ?? [:]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension Scope {
  /// The project's ID, followed by the tenant's if there is one.
  fileprivate var words: [String] { [project.rawValue] + (tenant.map { [$0.rawValue] } ?? []) }
}

extension SignInSettings {
  /// True if e-mail links sign in and passwords do not. The API's configuration cannot express this.
  var takesEmailLinksAlone: Bool { emailLinkEnabled && !passwordEnabled }
}

extension App {
  /// The name of the app in a project file: its platform and the ID that identifies it.
  var nameInFile: String {
    let id: String? =
      switch platform {
      case .ios: bundleID
      case .android: packageName
      case .web, .desktop: nil
      }
    return platform.rawValue + (id.map { ":\($0)" } ?? "")
  }
}
