import Identity
import Operations

/// Records of the audit log, for a table.
struct AuditLogView: Sendable {
  struct Detail: Sendable {
    let name: String
    let value: String
  }

  struct Record: Sendable {
    let sequence: String
    let at: String
    /// The action in the reader's language; nil if the record cannot be read.
    let action: String?
    let code: String
    let actor: String
    let account: String?
    /// The path of the account's page.
    let accountPath: String?
    let outcome: String
    let isSuccess: Bool
    let address: String?
    let details: [Detail]
  }

  let records: [Record]
  let isEmpty: Bool

  init(_ entries: [AuditSearch.Entry], _ request: ConsoleRequest) {
    records = entries.map { Self.record($0, request) }
    isEmpty = entries.isEmpty
  }

  private static func record(_ entry: AuditSearch.Entry, _ request: ConsoleRequest) -> Record {
    let texts = request.texts
    guard let event = entry.event else {
      return Record(
        sequence: texts.number(entry.sequence), at: "", action: nil, code: "", actor: "", account: nil,
        accountPath: nil, outcome: "", isSuccess: true, address: nil, details: [])
    }
    var details = event.details.sorted { $0.key < $1.key }.map { Detail(name: $0.key, value: $0.value) }
    func add(_ name: String, _ value: String?) {
      if let value { details.append(Detail(name: texts("audit.detail.\(name)"), value: value)) }
    }
    add("tenant", event.tenant?.rawValue)
    add("userAgent", event.userAgent)
    add("identifierHash", event.identifierHash)
    add("id", event.id)
    return Record(
      sequence: texts.number(entry.sequence), at: texts.moment(event.at),
      action: texts("audit.action.\(event.action.rawValue)"), code: event.action.rawValue,
      actor: event.actor, account: event.account?.rawValue, accountPath: path(of: event, request),
      outcome: outcome(event.outcome, texts), isSuccess: event.outcome == AuditEvent.success,
      address: event.clientAddress, details: details)
  }

  private static func outcome(_ outcome: String, _ texts: ConsoleTexts) -> String {
    switch outcome {
    case AuditEvent.success: texts("audit.success")
    case AuditEvent.pending: texts("audit.pending")
    default: outcome
    }
  }

  /// The path of the record's account, in the record's tenant, whichever tenant is in view.
  private static func path(of event: AuditEvent, _ request: ConsoleRequest) -> String? {
    guard let account = event.account, event.project == request.project.id else { return nil }
    let path = ConsolePath.project(request.project.id.rawValue) + "/" + UserPath.relative(account)
    return path + (event.tenant.map { "?tenant=" + ConsolePath.encode($0.rawValue) } ?? "")
  }
}
