import Foundation
import Identity
import IdentityWire

/// What the audit log says of one account, the newest first. The trail of an imported account begins with the import,
/// as the account itself tells it.
public struct AccountTrail: Sendable {
  public struct Page: Sendable {
    /// Those that can be read: a record that somebody else wrote into the database may not be.
    public var events: [AuditEvent]
    /// For the next page; nil where there is none.
    public var next: String?
  }

  private let audit: any AuditStore
  private let projects: ProjectDirectory

  public init(audit: any AuditStore, projects: ProjectDirectory) {
    self.audit = audit
    self.projects = projects
  }

  /// - Parameters:
  ///   - localID: also of an account that is no longer there.
  ///   - token: of a page about the same account.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND` for what is no id, `INVALID_PAGE_SELECTION`.
  public func page(of localID: String, from token: String?, limit: Int, _ caller: Caller)
    async throws(IdentityError) -> Page
  {
    try caller.requireAdministrator()
    guard let id = AccountID(rawValue: localID) else { throw .refused(.userNotFound) }
    let list = "trail/\(id)"
    let tokens = projects.pageTokens
    let place = try tokens.open(token, of: list, in: caller.scope).flatMap { Int64($0) }
    var records: [AuditRecord]
    do throws(StoreError) {
      if place == nil { try await audit.sealAudit() }
      records = try await audit.auditRecords(about: id, in: caller.scope, before: place, limit: limit + 1)
    } catch {
      throw IdentityError(error)
    }
    var next: String?
    if records.count > limit {
      records.removeLast()
      next = try records.last.map { last throws(IdentityError) in
        try tokens.seal(String(last.sequence), of: list, in: caller.scope)
      }
    }
    var events = records.compactMap(\.event)
    if next == nil, events.last?.action != .accountCreation,
      let first = try await importEvent(id, in: caller.scope)
    {
      events.append(first)
    }
    return Page(events: events, next: next)
  }

  private func importEvent(_ id: AccountID, in scope: Scope) async throws(IdentityError) -> AuditEvent? {
    let account: Account?
    do { account = try await projects.store.account(id, in: scope) } catch { throw IdentityError(error) }
    guard let imported = account?.imported else { return nil }
    var event = AuditEvent(
      id: imported.id, at: imported.at, project: scope.project, actor: imported.actor, action: .imports)
    event.tenant = scope.tenant
    event.account = id
    event.details = ["import": imported.id]
    return event
  }
}

extension AuditRecord {
  /// What the record says; nil where that cannot be read.
  public var event: AuditEvent? { try? JSONDecoder().decode(AuditEvent.self, from: Data(text.utf8)) }
}
