import Identity
import IdentityWire
import Passwords

extension IdentityService {
  /// Stores seed data in a development server's project: settings, tenants and users in one transaction, all
  /// or nothing. Existing users and tenants are replaced, as in the emulator's import.
  ///
  /// - Throws: ``SeedRefusal`` for data that cannot be stored; ``IdentityError`` if this is not a development
  ///   server, or the store fails.
  public func load(
    _ seed: SeedData, into id: ProjectID, by administration: ProjectAdministration
  ) async throws -> SeedReport {
    guard let emulatorHashes else {
      throw IdentityError.refused(.operationNotAllowed, "Only development servers take seed data.")
    }
    guard let project = try await store.project(id) else { throw IdentityError.missing(.projectNotFound) }
    var loader = SeedLoader(
      service: self, administration: administration, emulatorHashes: emulatorHashes, project: project,
      now: clock.now())
    let writes = try await loader.writes(of: seed)
    var context = AuditContext.commandLine
    context.importID = random.alphanumeric(20)
    try await AuditContext.$current.withValue(context) {
      try await storing { () async throws(StoreError) in try await store.apply(writes) }
    }
    projects.forget()
    if loader.report.users > 0 {
      try await record(
        importOf: ["import": context.importID ?? "", "accounts": String(loader.report.users)],
        outcome: AuditEvent.success, in: Scope(project: id), context)
    }
    return loader.report
  }
}

/// Converts seed data to writes. Errors name the faulty place.
private struct SeedLoader {
  let service: IdentityService
  let administration: ProjectAdministration
  let emulatorHashes: EmulatorPasswordHashes
  var project: Project
  let now: Instant
  var report = SeedReport()

  private var hashings: [(clear: PasswordHash.Algorithm, stored: PasswordHash.Algorithm)] = []

  init(
    service: IdentityService, administration: ProjectAdministration, emulatorHashes: EmulatorPasswordHashes,
    project: Project, now: Instant
  ) {
    self.service = service
    self.administration = administration
    self.emulatorHashes = emulatorHashes
    self.project = project
    self.now = now
  }

  mutating func writes(of seed: SeedData) async throws -> [StoreWrite] {
    try await takeHashings(seed)
    for settings in seed.settings { try apply(settings) }
    if seed.emailLinkAlone {
      project.signIn.passwordEnabled = false
      project.signIn.emailLinkEnabled = true
    }
    var tenants: [StoreWrite] = []
    var accounts = try await writes(of: seed.users, in: Scope(project: project.id), seed)
    for tenant in seed.tenants {
      if let write = try await write(of: tenant) { tenants.append(write) }
      accounts += try await writes(
        of: tenant.users, in: Scope(project: project.id, tenant: tenant.id), seed)
    }
    if !seed.tenants.isEmpty { project.allowsTenants = true }
    report.tenants = seed.tenants.count
    // The project is complete only now: the hash schemes of all accounts are noted in it.
    return [.updateProject(project)] + tenants + accounts
  }

  // MARK: Hashes

  private mutating func takeHashings(_ seed: SeedData) async throws {
    var clear: [PasswordHash.Algorithm] = []
    for (index, request) in seed.hashings.enumerated() {
      do throws(IdentityError) { clear.append(try PasswordHash.Algorithm(request)) } catch {
        throw SeedRefusal(
          place: "latchkey.json, hash parameters \(index + 1)", reason: "they are refused: \(error.message)")
      }
    }
    if let own = seed.ownHashing, clear.indices.contains(own),
      case .firebaseScrypt(let key, _, _, _) = clear[own], try await isEmpty()
    {
      project.sealedSignerKey = try service.projects.seal(signerKey: key, for: project.id)
    }
    let passwords = try service.passwords(of: project)
    for algorithm in clear { hashings.append((algorithm, try passwords.sealed(algorithm))) }
  }

  /// True if no account can have a hash with the project's own key.
  private func isEmpty() async throws -> Bool {
    guard try await service.store.accountCount(in: Scope(project: project.id)) == 0 else { return false }
    return try await service.store.tenants(in: project.id, after: nil, limit: 1).isEmpty
  }

  private mutating func password(of user: SeedData.User) throws(UploadFailure) -> PasswordHash? {
    if let text = user.upload.passwordHash, !text.isEmpty {
      if let index = user.hashing, hashings.indices.contains(index) {
        let hashing = hashings[index]
        return try IdentityService.importedPassword(
          of: user.upload, hashing.clear, storedAs: hashing.stored)
      }
      guard let kept = emulatorHashes.keeping(text, salt: user.upload.salt) else {
        throw UploadFailure("Password hash is too long.")
      }
      if !emulatorHashes.isReadable(kept) { report.usersWithoutKnownPassword += 1 }
      return kept
    }
    guard let password = user.upload.rawPassword, !password.isEmpty else { return nil }
    guard password.utf8.count <= PasswordHasher.maximumPasswordBytes else {
      throw UploadFailure("rawPassword is too long")
    }
    return emulatorHashes.hash(password, salt: "fakeSalt" + service.random.alphanumeric(20))
  }

  /// Notes the cost of checking a hash, as an upload does.
  private mutating func note(_ password: PasswordHash?, _ passwords: ProjectPasswords) throws {
    guard let password, passwords.shouldRehash(password) else { return }
    let exemplar = try passwords.exemplar(of: password)
    guard !project.importedPasswords.contains(exemplar) else { return }
    guard PasswordCost.allows(exemplar, beside: project.importedPasswords) else {
      guard project.signIn.emailEnumerationProtection else { return }
      throw UploadFailure(
        "Password hash is too costly to check, together with the other hash algorithms of the project.")
    }
    project.importedPasswords.append(exemplar)
  }

  // MARK: Settings

  private mutating func apply(_ settings: SeedData.Settings) throws {
    do throws(IdentityError) {
      try IdentityError.reading { () throws(MessageFault) in
        try settings.mask.check(against: ProjectConfig.self)
      }
      try administration.apply(settings.config, settings.mask, to: &project, now: now)
    } catch {
      throw SeedRefusal(place: settings.place, reason: "the settings are refused: \(error.message)")
    }
  }

  private func write(of data: SeedData.TenantData) async throws -> StoreWrite? {
    let known = try await service.store.tenant(data.id, in: project.id)
    var tenant = known ?? Tenant(id: data.id, project: project.id, createdAt: now)
    guard let config = data.config else {
      tenant.signIn = .allOn
      return known == nil ? .insertTenant(tenant) : nil
    }
    do throws(IdentityError) { try config.apply(to: &tenant, now: now) } catch {
      throw SeedRefusal(place: data.place, reason: "the tenant is refused: \(error.message)")
    }
    tenant.signIn.phoneEnabled = data.allowsPhone
    return known == nil ? .insertTenant(tenant) : .updateTenant(tenant)
  }

  // MARK: Users

  private mutating func writes(
    of users: [SeedData.User], in scope: Scope, _ seed: SeedData
  ) async throws -> [StoreWrite] {
    guard !users.isEmpty else { return [] }
    var rules = service.uploadRules(in: scope)
    rules.takesFactorsWithoutAddress = seed.isExport
    let passwords = try service.passwords(of: project)
    let hasOthers = try await service.store.accountCount(in: scope) > 0
    var taken = TakenIdentifiers()
    var writes: [StoreWrite] = []
    for user in users {
      do {
        let account = try account(of: user, in: scope, rules)
        try taken.take(account, at: user.place)
        if hasOthers { try await checkOthers(account) }
        try note(account.password, passwords)
        writes += try await service.writes(of: account, overwriting: hasOthers)
      } catch let failure as UploadFailure {
        throw SeedRefusal(place: user.place, reason: failure.message)
      }
      report.users += 1
    }
    return writes
  }

  private mutating func account(
    of user: SeedData.User, in scope: Scope, _ rules: UploadRules
  ) throws(UploadFailure) -> Account {
    var account = try user.upload.account(in: scope, now: now, random: service.random, rules: rules)
    account.password = try password(of: user)
    if account.password != nil { account.passwordUpdatedAt = user.history.passwordUpdatedAt ?? now }
    if let initial = user.history.initialEmail, !initial.isEmpty {
      guard let address = EmailAddress(initial) else { throw UploadFailure("initialEmail is invalid") }
      account.initialEmail = address
    }
    account.lastRefreshAt = user.history.lastRefreshAt
    account.customAuth = user.history.customAuth
    account.emailLinkSignIn = user.history.emailLinkSignIn
    // The exporting server's clock may have been ahead. New tokens must still be valid.
    if let validSince = user.history.validSince {
      account.validSince = min(Instant(seconds: validSince.seconds), Instant(seconds: now.seconds))
    }
    account.imported = AccountImport(
      id: "seed", at: now, actor: AuditContext.commandLine.actorText(about: nil))
    return account
  }

  /// Throws an error that names both conflicting users. The store's error would not name them.
  private func checkOthers(_ account: Account) async throws {
    let store = service.store
    func check(_ other: Account?, _ what: String) throws(UploadFailure) {
      guard let other, other.id != account.id else { return }
      throw UploadFailure("the user \(other.id) of the data directory has the same \(what)")
    }
    if let email = account.email {
      try check(try await store.account(email: email, in: account.scope), "e-mail address")
    }
    if let number = account.phoneNumber {
      try check(try await store.account(phoneNumber: number, in: account.scope), "phone number")
    }
    for link in account.links {
      try check(
        try await store.account(providerID: link.providerID, rawID: link.rawID, in: account.scope),
        "identity at \(link.providerID)")
    }
  }
}

/// The identifiers of the users of one scope, which must be unique.
private struct TakenIdentifiers {
  private var places: [[UInt8]: String] = [:]

  mutating func take(_ account: Account, at place: String) throws(UploadFailure) {
    try take("id", account.id.rawValue, "id", place)
    if let email = account.email { try take("email", email.text, "e-mail address", place) }
    if let number = account.phoneNumber { try take("phone", number, "phone number", place) }
    for link in account.links {
      try take("link \(link.providerID)", link.rawID, "identity at \(link.providerID)", place)
    }
  }

  private mutating func take(_ kind: String, _ text: String, _ what: String, _ place: String)
    throws(UploadFailure)
  {
    let key = Array("\(kind)/".utf8) + Array(text.utf8)
    if let other = places[key] { throw UploadFailure("\(other) has the same \(what)") }
    places[key] = place
  }
}
