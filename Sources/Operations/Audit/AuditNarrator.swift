import Identity
import IdentityWire

/// Describes a transaction's changes as events. Compares the writes with the stored state for that.
struct AuditNarrator {
  let context: AuditContext
  let store: any AccountStore
  let now: Instant
  let random: any RandomSource

  /// - Returns: no events for writes that change no account, project, tenant or key, such as counters and the
  ///   time of a session's use. A one-time code or pending credential has an event only if the operation
  ///   asked for it.
  func events(of writes: [StoreWrite]) async throws(StoreError) -> [AuditEvent] {
    // The operation records an event itself, for instance a refusal. It changes nothing else.
    if writes.allSatisfy({ if case .appendAudit = $0 { true } else { false } }) { return [] }
    var touches = AuditTouches()
    var events: [AuditEvent] = []
    var hasArtifact = false
    for write in writes {
      switch write {
      case .insertArtifact: hasArtifact = true
      case .insertAccount(let account):
        touches.touch(account.id, account.scope) { $0.isNew = true }
      case .updateAccount(let account):
        let before = try await store.account(account.id, in: account.scope)
        touches.touch(account.id, account.scope) { $0.compare(account, before) }
      case .recordSignIn(let id, let scope, _, _): touches.touch(id, scope) { $0.isSignIn = true }
      case .insertSession(let session):
        touches.touch(session.accountID, session.scope) { $0.signIn = session.signIn }
      case .deleteAccount(let id, let scope): touches.touch(id, scope) { $0.isDeleted = true }
      case .deleteAllAccounts(let scope):
        events.append(event(.deletionOfAll, in: scope.project, tenant: scope.tenant))
      case .revokeSessionFamily:
        guard let id = context.trail?.noted.subject, let scope = context.scope else { continue }
        // If nobody asked to end the session, a refresh token was replayed.
        let action: AuditAction =
          switch context.action {
          case .signOut: .signOut
          case .revocation: .revocation
          default: .refreshTokenReuse
          }
        events.append(event(action, in: scope.project, tenant: scope.tenant, about: id))
      case .insertProject(let project): events.append(event(.projectCreation, in: project.id))
      case .updateProject(let project):
        let before = try await store.project(project.id)
        events += projectEvents(project, before)
      case .insertTenant(let tenant):
        events.append(event(.tenantCreation, in: tenant.project, tenant: tenant.id))
      case .updateTenant(let tenant):
        let before = try await store.tenant(tenant.id, in: tenant.project)
        events += tenantEvents(tenant, before)
      case .deleteTenant(let id, let project):
        events.append(event(.tenantDeletion, in: project, tenant: id))
      case .insertSigningKey(let key): events.append(event(.keyCreation, details: ["key": key.keyID]))
      case .updateSigningKey(let key): events.append(event(.keyRetirement, details: ["key": key.keyID]))
      case .resealSigningKey(let keyID, _, _):
        events.append(event(.keyResealing, details: ["key": keyID]))
      default: continue
      }
    }
    events += accountEvents(touches.all)
    if events.isEmpty, hasArtifact, let begun = beginning() { events.append(begun) }
    if context.action == .messageExample { events.append(operationEvent(.messageExample)) }
    // Declining a change of address changes no account, but consumes the code. A refusal consumes nothing.
    let usesCode = writes.contains { if case .consumeArtifact = $0 { true } else { false } }
    if context.action == .disowning, events.isEmpty, usesCode { events.append(operationEvent(.disowning)) }
    return events
  }

  /// Returns the event of a code that was sent, or of a sign-in that waits for another step.
  private func beginning() -> AuditEvent? {
    switch context.action {
    case .codeRequest: operationEvent(.codeRequest)
    case .signIn: operationEvent(.signIn, outcome: AuditEvent.pending)
    default: nil
    }
  }

  /// Returns an event of the requested operation, for writes that do not name an account.
  func operationEvent(_ action: AuditAction, outcome: String = AuditEvent.success) -> AuditEvent {
    let noted = context.trail?.noted
    var event = event(
      action, in: context.scope?.project, tenant: context.scope?.tenant, about: noted?.subject)
    // A client that only names an account has not proved to be its user.
    if context.actor == .user, noted?.authenticated == nil { event.actor = context.actorText(about: nil) }
    event.identifierHash = noted?.subject == nil ? noted?.identifierHash : nil
    event.outcome = outcome
    return event
  }

  func event(
    _ action: AuditAction, in project: ProjectID? = nil, tenant: TenantID? = nil,
    about account: AccountID? = nil,
    by user: AccountID? = nil, details: [String: String] = [:]
  ) -> AuditEvent {
    var event = AuditEvent(
      id: random.alphanumeric(20), at: now, project: project,
      // The reader who disowns an account is not its user.
      actor: context.actorText(
        about: action == .disowning ? nil : user ?? context.trail?.noted.authenticated ?? account),
      action: action)
    event.tenant = tenant
    event.account = account
    event.clientAddress = context.clientAddress
    event.userAgent = context.userAgent
    event.details = details.merging(context.trail?.noted.details ?? [:]) { own, _ in own }
    return event
  }

  // MARK: Accounts

  /// Describes changes of accounts. Accounts that are imported together are one event, so that an import of a
  /// million users does not flood the log. Each account itself keeps a note of its import.
  private func accountEvents(_ touches: [AuditTouch]) -> [AuditEvent] {
    let imported = touches.filter { $0.isNew && $0.signIn == nil }
    var events: [AuditEvent] = []
    let isTold = context.importID != nil
    if !isTold, imported.count > 1, let scope = imported.first?.scope {
      events.append(
        event(
          .imports, in: scope.project, tenant: scope.tenant, details: ["accounts": String(imported.count)]))
    }
    for touch in touches {
      if isTold || imported.count > 1, touch.isNew, touch.signIn == nil { continue }
      guard
        let action = touch.action(
          for: context.action, isAuthenticated: context.trail?.noted.authenticated != nil)
      else { continue }
      events.append(
        event(
          action, in: touch.scope.project, tenant: touch.scope.tenant, about: touch.id,
          by: touch.signIn == nil ? nil : touch.id, details: touch.details))
    }
    return events
  }

  // MARK: Configuration

  private func projectEvents(_ project: Project, _ before: Project?) -> [AuditEvent] {
    guard let before else { return [event(.projectUpdate, in: project.id)] }
    var events: [AuditEvent] = []
    let changed = ChangedSettings.names(project, before)
    if !changed.isEmpty {
      events.append(
        event(.projectUpdate, in: project.id, details: ["changed": changed.joined(separator: ",")]))
    }
    if let details = Self.changes(project.providerList, before.providerList) {
      events.append(event(.providerUpdate, in: project.id, details: details))
    }
    let accounts = Self.changes(
      project.serviceAccounts.map { ($0.email, $0) }, before.serviceAccounts.map { ($0.email, $0) })
    if let accounts {
      events.append(event(.serviceAccountUpdate, in: project.id, details: ["serviceAccounts": accounts]))
    }
    let tokens = Self.changes(
      project.administratorTokens.map { ($0.name, $0) }, before.administratorTokens.map { ($0.name, $0) })
    if let tokens {
      events.append(event(.administratorTokenUpdate, in: project.id, details: ["tokens": tokens]))
    }
    return events
  }

  private func tenantEvents(_ tenant: Tenant, _ before: Tenant?) -> [AuditEvent] {
    guard let before else { return [event(.tenantUpdate, in: tenant.project, tenant: tenant.id)] }
    var events: [AuditEvent] = []
    let changed = ChangedSettings.names(tenant, before)
    if !changed.isEmpty {
      events.append(
        event(
          .tenantUpdate, in: tenant.project, tenant: tenant.id,
          details: ["changed": changed.joined(separator: ",")]))
    }
    if let details = Self.changes(tenant.providerList, before.providerList) {
      events.append(event(.providerUpdate, in: tenant.project, tenant: tenant.id, details: details))
    }
    return events
  }

  /// Returns the changed providers with the names of their changed settings.
  private static func changes(_ now: ProviderList, _ before: ProviderList) -> [String: String]? {
    let providers = [
      changes(now.providers.map { ($0.providerID, $0) }, before.providers.map { ($0.providerID, $0) }),
      changes(
        now.samlProviders.map { ($0.providerID, $0) }, before.samlProviders.map { ($0.providerID, $0) }),
    ].compactMap(\.self)
    guard !providers.isEmpty else { return nil }
    var details = ["providers": providers.joined(separator: " ")]
    let changed = now.providers.flatMap { settings in
      before.provider(settings.providerID).map { ChangedSettings.names(settings, $0) } ?? []
    }
    if !changed.isEmpty { details["changed"] = Set(changed).sorted().joined(separator: ",") }
    return details
  }

  /// Returns `+new -gone ~changed`, by name; nil if nothing changed.
  private static func changes<Value: Equatable>(
    _ now: [(String, Value)], _ before: [(String, Value)]
  ) -> String? {
    let new = Dictionary(now, uniquingKeysWith: { $1 })
    let old = Dictionary(before, uniquingKeysWith: { $1 })
    var words = new.keys.filter { old[$0] == nil }.sorted().map { "+\($0)" }
    words += old.keys.filter { new[$0] == nil }.sorted().map { "-\($0)" }
    words += new.keys.filter { name in old[name].map { $0 != new[name] } == true }.sorted().map { "~\($0)" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
