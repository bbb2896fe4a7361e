import Foundation
import Identity
import IdentityWire

/// The audit log of one account, the newest event first. For an imported account, the last event is its
/// import, taken from the account itself.
public struct AccountTrail: Sendable {
  public struct Page: Sendable {
    /// The events of the page. Records that cannot be read are left out, for instance if somebody tampered
    /// with the database.
    public var events: [AuditEvent]
    /// The token for the next page; nil if there is none.
    public var next: String?
  }

  private let audit: any AuditStore
  private let projects: ProjectDirectory

  public init(audit: any AuditStore, projects: ProjectDirectory) {
    self.audit = audit
    self.projects = projects
  }

  /// - Parameters:
  ///   - localID: the account's ID. The account may have been deleted.
  ///   - token: the token in ``Page/next`` of a page about the same account.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND` if the text is not an ID,
  ///   `INVALID_PAGE_SELECTION`.
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
  /// The decoded event; nil if the text cannot be read.
  public var event: AuditEvent? { try? JSONDecoder().decode(AuditEvent.self, from: Data(text.utf8)) }
}
