import Identity
import IdentityWire
import Secrets

/// Manages the console's administrators. They are users of a separate project. This project has no API key: the REST
/// API cannot reach it, and nobody can sign up to it. Only these methods change it.
///
/// Every change of the administrators also writes that project. If two changes are concurrent, the second is decided
/// again. Otherwise two owners could remove each other.
public struct ConsoleAdministrators: Sendable {
  /// The maximum number of administrators of one installation.
  static let maximumCount = 200
  /// The minimum length of a password in characters.
  public static let minimumPasswordLength = 12

  let service: IdentityService

  public init(service: IdentityService) { self.service = service }

  /// Returns the console's project; nil until there is an owner.
  public func project() async throws(IdentityError) -> Project? {
    try await service.projects.consoleProject()
  }

  /// Returns the caller for administrators who sign in.
  func caller(_ project: Project, _ client: ClientDetails = ClientDetails()) -> Caller {
    var caller = Caller(project: project, authority: .apiKey)
    caller.client = client
    return caller
  }

  // MARK: The first owner

  /// Creates an owner with a password and a second factor, and the console's project if there is none yet.
  ///
  /// - Parameter replacing: if an administrator with this address exists, gives them a new password and second factor
  ///   and makes them an owner. An owner who lost one of these regains access in this way.
  /// - Returns: the second factor's secret in Base32. It is stored only encrypted.
  /// - Throws: `INVALID_EMAIL`, `EMAIL_EXISTS`, `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  public func createOwner(
    email text: String, password: Secret, replacing: Bool, by administration: ProjectAdministration
  ) async throws(IdentityError) -> Secret {
    let email = try IdentityService.email(text).address
    let project: Project
    if let known = try await self.project() {
      project = known
    } else {
      project = try await administration.createConsoleProject()
    }
    let caller = caller(project)
    try service.checkStrength(password.reveal(), of: email, caller)
    let hash = try await service.passwords(of: project).hash(password.reveal())
    let secret = service.random.bytes(TOTP.secretLength)
    try await change { _, accounts in
      let now = service.clock.now()
      let known = accounts.first { $0.email == email }
      guard known == nil || replacing else { throw IdentityError.refused(.emailExists) }
      var account = known ?? Account(id: .random(service.random), scope: caller.scope, createdAt: now)
      account.email = email
      account.emailVerified = true
      account.disabled = false
      account.password = hash
      account.passwordUpdatedAt = now
      account.customAttributes = ConsoleAdministrator.claims(ConsoleRights(everywhere: .owner))
      let id = service.random.alphanumeric(28)
      let sealed = try service.projects.seal(totpSecret: secret, of: id, account.id, in: account.scope)
      account.factors = [
        EnrolledFactor(enrollmentID: id, kind: .totp(sealedSecret: sealed), displayName: nil, enrolledAt: now)
      ]
      guard known != nil else { return [.insertAccount(account)] }
      account.revokeTokens(now: now)
      return [.updateAccount(account), .endSessions(of: account, now: now)]
        + service.forgetting(.password(of: email), caller, now: now)
    }
    return Secret(Base32.encode(secret))
  }

  /// Returns the address that authenticator apps read from a QR code.
  public static func address(ofSecret secret: Secret, email: String) -> String {
    OTPAuthURI.text(secret: secret.reveal(), issuer: "Latchkey", account: email)
  }

  // MARK: Administering

  /// Returns all administrators, ordered by address.
  public func all() async throws(IdentityError) -> [ConsoleAdministrator] {
    guard try await project() != nil else { return [] }
    return try await service.storing { () async throws(StoreError) in
      try await service.store.accounts(in: Scope(project: .console), after: nil, limit: Self.maximumCount)
    }.compactMap(ConsoleAdministrator.init).sorted { $0.email < $1.email }
  }

  /// Adds an administrator of the whole server, without a password. They choose one with the link of
  /// ``invitationCode(for:_:)``.
  ///
  /// - Throws: `INVALID_EMAIL`, `EMAIL_EXISTS`, `TOO_MANY_ADMINISTRATORS`.
  public func add(_ text: String, role: ConsoleRole, _ caller: Caller) async throws(IdentityError)
    -> AccountID
  {
    try await add(text, rights: ConsoleRights(everywhere: role), caller)
  }

  /// - Throws: `INVALID_EMAIL`, `EMAIL_EXISTS`, `TOO_MANY_ADMINISTRATORS`, `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  public func add(_ text: String, rights: ConsoleRights, _ caller: Caller) async throws(IdentityError)
    -> AccountID
  {
    let email = try IdentityService.email(text).address
    try await check(rights)
    guard !rights.isEmpty else { throw .invalidConfig("An administrator needs a role.") }
    let id = AccountID.random(service.random)
    try await change { _, accounts in
      guard accounts.count < Self.maximumCount else { throw IdentityError.refused(.tooManyAdministrators) }
      var account = Account(id: id, scope: caller.scope, createdAt: service.clock.now())
      account.email = email
      account.customAttributes = ConsoleAdministrator.claims(rights)
      AuditContext.current.trail?.note("role", rights.text)
      return [.insertAccount(account)]
    }
    return id
  }

  /// Returns the administrator with an address.
  ///
  /// - Throws: `USER_NOT_FOUND`.
  public func administrator(_ email: String) async throws(IdentityError) -> ConsoleAdministrator {
    let address = EmailAddress(email)?.text ?? email
    guard let found = try await all().first(where: { $0.email == address }) else {
      throw .refused(.userNotFound)
    }
    return found
  }

  /// Creates a code with which an administrator chooses a password. It can be redeemed once, within an hour.
  ///
  /// - Throws: `USER_NOT_FOUND`; `INVALID_CONFIG` if groups at an OpenID provider decide the administrator's rights.
  public func invitationCode(for id: AccountID, _ caller: Caller) async throws(IdentityError) -> String {
    let account = try await account(id)
    // With a password, the administrator could still sign in after they left the group that gives them access.
    guard !ConsoleAdministrator.isManaged(account) else {
      throw .invalidConfig("This administrator signs in with the OpenID provider, and has no password.")
    }
    var request = SendOobCodeRequest()
    request.requestType = .passwordReset
    request.email = account.email?.text
    request.returnOobLink = true
    guard let code = try await service.sendOobCode(request, caller).oobCode else {
      throw .unavailable(.internalError, cause: "an invitation has no code")
    }
    return code
  }

  /// Changes an administrator's role and ends their sessions. The last role cannot be removed; remove the
  /// administrator instead.
  ///
  /// - Parameters:
  ///   - role: nil to remove the role.
  ///   - project: nil for the role on the whole server.
  /// - Throws: `USER_NOT_FOUND`, `LAST_OWNER`, `PROJECT_NOT_FOUND`; `INVALID_CONFIG` if groups at an OpenID provider
  ///   decide the administrator's rights, for too many projects, and for the last role.
  public func setRole(_ role: ConsoleRole?, in project: ProjectID? = nil, of id: AccountID)
    async throws(IdentityError)
  {
    if role != nil { try await check(ConsoleRights(projects: project.map { [$0: .viewer] } ?? [:])) }
    try await change(id) { account, accounts in
      guard !ConsoleAdministrator.isManaged(account) else {
        throw IdentityError.invalidConfig(
          "The groups at the OpenID provider decide this administrator's roles.")
      }
      var rights = ConsoleAdministrator.rights(of: account)
      rights.set(role, in: project)
      guard !rights.isEmpty else {
        throw IdentityError.invalidConfig("This is the last role. Remove the administrator instead.")
      }
      guard rights.projects.count <= ConsoleRights.maximumProjects else { throw Self.tooManyProjects }
      if rights.everywhere != .owner { try Self.requireAnotherOwner(than: id, among: accounts) }
      account.customAttributes = ConsoleAdministrator.claims(rights)
      AuditContext.current.trail?.note("role", rights.text)
    }
  }

  /// Removes the second factor, so that the next sign-in asks for a new one. Ends the administrator's
  /// sessions.
  ///
  /// - Throws: `USER_NOT_FOUND`.
  public func resetFactor(of id: AccountID) async throws(IdentityError) {
    try await change(id) { account, _ in account.factors = [] }
  }

  /// - Throws: `USER_NOT_FOUND`, `LAST_OWNER`.
  public func remove(_ id: AccountID) async throws(IdentityError) {
    try await change { _, accounts in
      guard let account = accounts.first(where: { $0.id == id }) else {
        throw IdentityError.refused(.userNotFound)
      }
      try Self.requireAnotherOwner(than: id, among: accounts)
      return StoreWrite.deletion(of: account, now: service.clock.now())
    }
  }

  // MARK: -

  /// Checks that rights name a bounded number of projects that exist.
  func check(_ rights: ConsoleRights) async throws(IdentityError) {
    guard rights.projects.count <= ConsoleRights.maximumProjects else { throw Self.tooManyProjects }
    for project in rights.projects.keys {
      guard project != .console, try await service.projects.project(project) != nil else {
        throw .refused(.projectNotFound, "There is no project \"\(project)\".")
      }
    }
  }

  private static var tooManyProjects: IdentityError {
    .invalidConfig(
      "An administrator has a role of their own in \(ConsoleRights.maximumProjects) projects at most.")
  }

  func account(_ id: AccountID) async throws(IdentityError) -> Account {
    let found = try await service.storing { () async throws(StoreError) in
      try await service.store.account(id, in: Scope(project: .console))
    }
    guard let found else { throw .refused(.userNotFound) }
    return found
  }

  /// Throws `LAST_OWNER` if the administrator is the only owner with a password. An owner who never accepted the
  /// invitation does not count, because they could not let other people in. An owner who can only sign in with the
  /// OpenID provider does not count either, because the provider may fail.
  static func requireAnotherOwner(than id: AccountID, among accounts: [Account]) throws(IdentityError) {
    let owners = accounts.compactMap(ConsoleAdministrator.init).filter { $0.role == .owner && $0.hasPassword }
    guard owners.contains(where: { $0.id != id }) || !owners.contains(where: { $0.id == id }) else {
      throw .refused(.lastOwner, "There has to be an owner.")
    }
  }

  /// Changes an administrator's rights. Ends their sessions.
  private func change(_ id: AccountID, _ change: (inout Account, [Account]) throws -> Void)
    async throws(IdentityError)
  {
    try await self.change { _, accounts in
      guard var account = accounts.first(where: { $0.id == id }) else {
        throw IdentityError.refused(.userNotFound)
      }
      try change(&account, accounts)
      let now = service.clock.now()
      account.revokeTokens(now: now)
      return [.updateAccount(account), .endSessions(of: account, now: now)]
    }
  }

  /// Decides from the current list of administrators. The write fails if one of them was changed meanwhile.
  func change(_ decide: (inout Project, [Account]) throws -> [StoreWrite]) async throws(IdentityError) {
    try await deciding { project, accounts in (try decide(&project, accounts), ()) }
  }

  /// Decides like ``change(_:)``, and returns the decision.
  ///
  /// - Parameter decide: may change the console's project, too.
  func deciding<Decision>(
    _ decide: (inout Project, [Account]) async throws -> ([StoreWrite], Decision)
  ) async throws(IdentityError) -> Decision {
    let decision = try await service.retryingConflicts {
      guard var project = try await service.store.project(.console) else {
        throw IdentityError.missing(.projectNotFound)
      }
      let accounts = try await service.store.accounts(
        in: Scope(project: .console), after: nil, limit: Self.maximumCount + 1)
      let (writes, decision) = try await decide(&project, accounts)
      try await service.store.apply([.updateProject(project)] + writes)
      return decision
    }
    service.projects.forget()
    return decision
  }
}
