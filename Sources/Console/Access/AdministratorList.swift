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
    let address: String
  }

  private static let shownEvents: Int64 = 25

  let rows: [Row]
  let email: String
  let roles: [RoleChoice]
  let events: [Event]

  init(_ request: RootRequest) async throws {
    let texts = request.texts
    func roles(_ chosen: Role?) -> [RoleChoice] {
      Role.allCases.map {
        .init(value: $0.rawValue, name: texts("frame.role.\($0.rawValue)"), isChosen: $0 == chosen)
      }
    }
    rows = try await request.administrators.all().map { administrator in
      let isActive = administrator.hasPassword && administrator.hasFactor
      return Row(
        email: administrator.email, isSelf: administrator.id == request.visitor.administrator?.account,
        path: "\(AdministratorRoutes.path)/\(ConsolePath.encode(administrator.id.rawValue))",
        roles: roles(administrator.role),
        state: texts(
          isActive
            ? "administrators.active"
            : administrator.hasPassword ? "administrators.withoutFactor" : "administrators.invited"),
        isActive: isActive, lastSignIn: administrator.lastSignInAt.map(texts.moment) ?? texts("common.never"),
        hasFactor: administrator.hasFactor)
    }
    email = request.submitted?["email"] ?? ""
    self.roles = roles(request.submitted?["role"].flatMap(Role.init) ?? .viewer)
    events = try await Self.events(request)
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
        outcome: row.outcome, isSuccess: row.isSuccess, address: row.clientAddress ?? "")
    }
  }
}
