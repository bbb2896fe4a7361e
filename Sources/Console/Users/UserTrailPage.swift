import Identity
import IdentityWire
import Operations

/// `users/id-<uid>/trail`: the audit records of a user, who may be deleted already.
struct UserTrailPage: Sendable {
  private static let pageSize = 50

  func add(to routes: ConsoleRouteTable) {
    routes.page("\(UserPath.template)/trail") { request in
      let uid = try request.userID
      guard let id = AccountID(rawValue: uid) else { throw WireError.notFound("USER_NOT_FOUND") }
      let page = try await request.domain.trail.page(
        of: uid, from: request.query["page"], limit: Self.pageSize, request.caller)
      let content = Content(
        uid: uid, userPath: request.userPath(id), firstPath: request.userPath(id, "trail"),
        isFirst: request.query["page"]?.isEmpty != false,
        events: page.events.map { EventRow($0, request.texts) },
        hasEvents: !page.events.isEmpty,
        next: page.next.map { request.userPath(id, "trail", query: ["page": $0]) })
      return ConsolePage(
        section: .users, title: request.texts("users.trail"), template: "users_trail", content: content)
    }
  }

  private struct Content: Sendable {
    let uid: String
    let userPath: String
    let firstPath: String
    let isFirst: Bool
    let events: [EventRow]
    let hasEvents: Bool
    let next: String?
  }
}

/// A record of the audit log, in a table about one account.
struct EventRow: Sendable {
  let at: String
  let action: String
  let actor: String
  let outcome: String
  let isSuccess: Bool
  let clientAddress: String?
  let details: String?

  init(_ event: AuditEvent, _ texts: ConsoleTexts) {
    at = texts.moment(event.at)
    action = texts.text("audit.action.\(event.action.rawValue)") ?? event.action.rawValue
    actor = event.actor
    isSuccess = event.outcome == AuditEvent.success
    outcome = texts.text("audit.\(event.outcome)") ?? event.outcome
    clientAddress = event.clientAddress
    let details = event.details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    self.details = details.isEmpty ? nil : details.joined(separator: ", ")
  }
}
