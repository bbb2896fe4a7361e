import Identity
import IdentityWire
import Secrets

/// Applies a project file to projects and tenants in memory, with the same checks as every other change.
struct ProjectFileEditor {
  let administration: ProjectAdministration
  /// True to remove providers, apps and webhooks that a list of the file lacks.
  let prunes: Bool
  let secrets: SecretReference.Reader
  let now: Instant
  /// Sentences for the operator.
  var notes: [String] = []
  /// New secrets by their place.
  var newSecrets: [(path: String, secret: Secret)] = []

  var projects: ProjectDirectory { administration.projects }

  /// Creates a project that the file describes and that does not exist yet.
  func new(_ entry: ProjectFile.Entry) throws(IdentityError) -> Project {
    let members = entry.members
    var keys = try members.texts("apiKeys")
    guard keys.count <= 10, keys.allSatisfy(Self.isAPIKey) else {
      throw .inFile(
        members.path("apiKeys"), "API keys are 20 to 128 letters, digits, hyphens and underscores.")
    }
    if keys.isEmpty { keys = [administration.newAPIKey()] }
    var project = try administration.new(entry.id, apiKeys: keys)
    if let number = try members.text("number") {
      guard (1...20).contains(number.utf8.count), number.utf8.first != UInt8(ascii: "0"),
        number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { throw .inFile(members.path("number"), "A project's number is 1 to 20 digits.") }
      project.number = number
    }
    project.authorizedDomains = ["localhost"]
    project.signIn = administration.newProjects
    return project
  }

  private static func isAPIKey(_ text: String) -> Bool {
    (20...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || SecretReference.isWordByte($0) }
  }

  /// Applies the file to a project. Settings that the file does not name stay as they are.
  ///
  /// - Throws: `INVALID_CONFIG` and similar errors, with the place in the file.
  mutating func apply(_ members: FileMembers, to project: inout Project, isNew: Bool) throws(IdentityError) {
    let before = project
    try requireSameIdentity(members, project)
    if members.names("displayName") {
      let name = try members.text("displayName")
      try IdentityError.at(members.path("displayName")) { () throws(IdentityError) in
        try RegisteredName.display(name)
      }
      project.displayName = name
    }
    try applyApps(members, to: &project)
    try applyConfig(members, to: &project)
    try applySignIn(members, to: &project.signIn)
    try applyPasskeys(members, to: &project.signIn)
    try applyCaptcha(members, to: &project)
    try applyMailServer(members, to: &project)
    try applySMSGateway(members, to: &project)
    try applyBranding(members, to: &project)
    try applyTokens(members, to: &project, isNew: isNew)
    if let usesOwn = try members.flag("ownRedirectURI") { project.usesOwnRedirectURI = usesOwn }
    if project.messages != before.messages || project.authorizedDomains != before.authorizedDomains {
      try IdentityError.at(members.path("config")) { () throws(IdentityError) in
        try project.messages.check(for: project)
      }
    }
    var list = project.providerList
    try applyProviders(members, to: &list, in: Scope(project: project.id), of: project)
    project.providerList = list
    try applyWebhooks(members, to: &project)
  }

  /// - Parameter project: the project after the change.
  mutating func apply(_ members: FileMembers, to tenant: inout Tenant, of project: Project)
    throws(IdentityError)
  {
    if let value = members["config"] {
      let path = members.path("config")
      let file = try FileMembers(value, at: path)
      let change = try FileMembers.message(TenantConfig.self, value, at: path)
      guard change == change.settable() else { throw Self.readOnlyField(path) }
      if let mask = try Self.mask(file.members.keys.sorted(), at: path) {
        try IdentityError.at(path) { () throws(IdentityError) in
          try administration.apply(change, mask, to: &tenant, now: now)
        }
      }
    }
    if let takesPhones = try members.flag("phoneSignIn") { tenant.signIn.phoneEnabled = takesPhones }
    try applyPasskeys(members, to: &tenant.signIn)
    var list = tenant.providerList
    try applyProviders(members, to: &list, in: tenant.scope, of: project)
    tenant.providerList = list
  }

  // MARK: Parts

  private func requireSameIdentity(_ members: FileMembers, _ project: Project) throws(IdentityError) {
    if let number = try members.text("number"), !number.utf8.elementsEqual(project.number.utf8) {
      throw .inFile(members.path("number"), "A project's number cannot be changed. It is \(project.number).")
    }
    let keys = try members.texts("apiKeys")
    guard keys.isEmpty || keys.sorted() == project.apiKeys.sorted() else {
      throw .inFile(
        members.path("apiKeys"), "A project's API keys cannot be changed. They are set when it is made.")
    }
  }

  private func applyConfig(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard let value = members["config"] else { return }
    let path = members.path("config")
    let file = try FileMembers(value, at: path)
    let change = try FileMembers.message(ProjectConfig.self, value, at: path)
    guard change == change.settable() else { throw Self.readOnlyField(path) }
    // Checked at the end, because the same file may authorize the domain of the page.
    if file.names("notification") {
      project.messages.actionURL = change.notification?.sendEmail?.callbackUri.flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    guard let mask = try Self.mask(file.members.keys.sorted().flatMap(ProjectConfig.maskedFields), at: path)
    else {
      return
    }
    let settings = change.withDefaults(file.names)
    try IdentityError.at(path) { () throws(IdentityError) in
      try administration.apply(settings, mask, to: &project, now: now)
    }
  }

  /// Nil for an empty list, because an empty mask would replace everything.
  static func mask(_ fields: [String], at path: String) throws(IdentityError) -> FieldMask? {
    guard !fields.isEmpty else { return nil }
    return try IdentityError.at(path) { () throws(IdentityError) in
      try IdentityError.reading { () throws(MessageFault) in try FieldMask(fields.joined(separator: ",")) }
    }
  }

  static func readOnlyField(_ path: String) -> IdentityError {
    .inFile(
      path,
      "It has members that are only for reading, such as apiKey, hashConfig, lastUpdateTime or updateTime; templates in "
        + "notification, which belong in messageConfig; or smtp, which belongs in mailServer. Remove them.")
  }

  private func applySignIn(_ members: FileMembers, to settings: inout SignInSettings) throws(IdentityError) {
    if let alone = try members.flag("emailLinkAlone") {
      if alone {
        guard settings.emailLinkEnabled else {
          throw .inFile(
            members.path("emailLinkAlone"),
            "That needs sign-in by mailed links: config/signIn/email with enabled: true and passwordRequired: false."
          )
        }
        settings.passwordEnabled = false
      } else if settings.takesEmailLinksAlone {
        settings.passwordEnabled = true
      }
    }
    if let name = try members.text("emailTrust") {
      guard let policy = EmailTrust.Policy(rawValue: name) else {
        let all = EmailTrust.Policy.allCases.map(\.rawValue).joined(separator: ", ")
        throw .inFile(members.path("emailTrust"), "It is one of \(all).")
      }
      settings.emailTrust = policy
    }
  }

  private func applyPasskeys(_ members: FileMembers, to settings: inout SignInSettings) throws(IdentityError)
  {
    guard members.names("passkeys") else { return }
    guard let value = members["passkeys"] else {
      settings.passkeys = nil
      return
    }
    let path = members.path("passkeys")
    let config = try FileMembers.message(PasskeyConfig.self, value, at: path)
    guard config.name == nil else { throw Self.readOnlyField(path) }
    settings.passkeys = try IdentityError.at(path) { () throws(IdentityError) in
      let passkeys = try PasskeySettings(config)
      try passkeys?.check()
      return passkeys
    }
  }

  private func applyTokens(_ members: FileMembers, to project: inout Project, isNew: Bool)
    throws(IdentityError)
  {
    if members.names("tokenIssuer") {
      let issuer = try members.text("tokenIssuer") ?? Project.officialIssuer(of: project.id)
      try IdentityError.at(members.path("tokenIssuer")) { () throws(IdentityError) in
        try RegisteredName.tokenIssuer(issuer, of: project.id)
      }
      if isNew {
        project.tokenIssuer = issuer == Project.officialIssuer(of: project.id) ? nil : issuer
      } else if !issuer.utf8.elementsEqual(project.issuer.utf8) {
        project.changeIssuer(to: issuer, grace: Project.usualIssuerGracePeriod, now: now)
      }
    }
    if let name = try members.text("tokenAlgorithm") {
      guard let algorithm = TokenAlgorithm(rawValue: name) else {
        let all = TokenAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
        throw .inFile(members.path("tokenAlgorithm"), "It is one of \(all).")
      }
      project.tokenAlgorithm = algorithm
    }
  }
}
