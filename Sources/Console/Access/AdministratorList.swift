import Foundation
import Identity
import IdentityWire
import Operations

/// The content of the page of administrators.
struct AdministratorList: Sendable {
  struct RoleChoice: Sendable {
    let value: String
    let name: String
    let isChosen: Bool
  }

  struct Row: Sendable {
    let email: String
    let isSelf: Bool
    /// The base path of the page's actions.
    let path: String
    let roles: [RoleChoice]
    /// The roles in single projects: `shop: Editor`.
    let projectRoles: [String]
    /// True if the groups at the OpenID provider decide the roles.
    let isManaged: Bool
    /// The roles as text, for an administrator whose roles cannot be changed here.
    let roleText: String
    /// False if the administrator signs in only with the OpenID provider.
    let mayHavePassword: Bool
    let state: String
    let isActive: Bool
    let lastSignIn: String
    let hasFactor: Bool
  }

  struct Event: Sendable {
    let at: String
    let actor: String
    let action: String
    let outcome: String
    let isSuccess: Bool
    /// The reason for a refusal, in English.
    let reason: String?
    let address: String?
  }

  /// The choice that removes a role.
  static let noRole = "none"
  private static let shownEvents: Int64 = 25

  let rows: [Row]
  let email: String
  let roles: [RoleChoice]
  /// The projects for which a new administrator may have a role.
  let projects: [String]
  let events: [Event]

  init(_ request: RootRequest) async throws {
    let texts = request.texts
    rows = try await request.administrators.all().map { administrator in
      let isActive = administrator.hasPassword && administrator.hasFactor || administrator.isManaged
      let rights = administrator.rights
      return Row(
        email: administrator.email, isSelf: administrator.id == request.visitor.administrator?.account,
        path: "\(AdministratorRoutes.path)/\(ConsolePath.encode(administrator.id.rawValue))",
        roles: Self.choices(rights.everywhere, mayBeNone: !rights.projects.isEmpty, texts),
        projectRoles: Self.projectRoles(rights, texts), isManaged: administrator.isManaged,
        roleText: rights.everywhere.map { texts("frame.role.\($0.rawValue)") } ?? "",
        mayHavePassword: !administrator.isManaged,
        state: texts(
          administrator.isManaged
            ? "administrators.managed"
            : isActive
              ? "administrators.active"
              : administrator.hasPassword ? "administrators.withoutFactor" : "administrators.invited"),
        isActive: isActive, lastSignIn: administrator.lastSignInAt.map(texts.moment) ?? texts("common.never"),
        hasFactor: administrator.hasFactor)
    }
    email = request.submitted?["email"] ?? ""
    self.roles = Self.choices(
      request.submitted?["role"].flatMap(Role.init) ?? .viewer, mayBeNone: false, texts)
    projects = try await request.domain.projects().map(\.id.rawValue)
    events = try await Self.events(request)
  }

  /// - Parameter mayBeNone: true if the role can be removed.
  static func choices(_ chosen: Role?, mayBeNone: Bool, _ texts: ConsoleTexts) -> [RoleChoice] {
    let none = RoleChoice(
      value: noRole, name: texts("administrators.noRole"), isChosen: chosen == nil)
    return (mayBeNone || chosen == nil ? [none] : [])
      + Role.allCases.map {
        .init(value: $0.rawValue, name: texts("frame.role.\($0.rawValue)"), isChosen: $0 == chosen)
      }
  }

  private static func projectRoles(_ rights: ConsoleRights, _ texts: ConsoleTexts) -> [String] {
    rights.projects.sorted { $0.key.rawValue < $1.key.rawValue }.map { project, role in
      "\(project): \(texts("frame.role.\(role.rawValue)"))"
    }
  }

  /// The latest events, newest first.
  private static func events(_ request: RootRequest) async throws -> [Event] {
    let records: [AuditRecord]
    do throws(StoreError) {
      try await request.domain.audit.sealAudit()
      let last = try await request.domain.audit.auditHeads().first { $0.chain == .console }?.sequence ?? 0
      records = try await request.domain.audit.auditRecords(
        of: .console, after: max(0, last - shownEvents), limit: Int(shownEvents))
    } catch {
      throw WireError.unavailable("STORAGE_UNAVAILABLE", cause: "the audit log cannot be read")
    }
    return records.reversed().compactMap { record in
      guard let event = try? JSONDecoder().decode(AuditEvent.self, from: Data(record.text.utf8)) else {
        return nil
      }
      let row = EventRow(event, request.texts)
      return Event(
        at: row.at, actor: event.details["administrator"] ?? row.actor, action: row.action,
        outcome: row.outcome, isSuccess: row.isSuccess, reason: event.details["reason"],
        address: row.clientAddress)
    }
  }
}
