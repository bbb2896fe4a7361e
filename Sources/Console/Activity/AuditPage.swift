import Identity
import IdentityWire
import Operations

/// The audit log, newest record first.
struct AuditPage: Sendable {
  struct Choice: Sendable {
    let value: String
    let name: String
    let isChosen: Bool
  }

  let log: AuditLogView
  /// The logs to choose from. The server's log is left out if the administrator may not see it.
  let logs: [Choice]
  let actions: [Choice]
  let account: String
  let actor: String
  /// The log's name, a hidden field of the forms.
  let chosenLog: String
  let hasFilter: Bool
  let formAction: String
  let verifyAction: String
  let clear: String
  let newest: String?
  let older: String?
  /// The number of records that the filter was applied to. Nil without a filter, or if no further records
  /// exist.
  let lookedAt: String?
  let tabs: ActivityTabs

  private static let pageSize = 50

  /// The page's log: the project's own, or the server's log of events without a project.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION` if the server's log is requested without a role for the server.
  static func chain(_ name: String?, _ request: ConsoleRequest) throws -> ProjectID? {
    guard name == installation else { return request.project.id }
    guard seesInstallation(request) else { throw WireError.insufficientRole }
    return nil
  }

  private static func seesInstallation(_ request: ConsoleRequest) -> Bool {
    request.administrator.rights.everywhere != nil
  }

  static let installation = "installation"

  static func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let (query, texts) = (request.query, request.texts)
    let chain = try chain(query["log"], request)
    let account = (query["account"] ?? "").prefix(utf8Bytes: 1_024).trimmingBlanks
    let actor = (query["actor"] ?? "").prefix(utf8Bytes: 1_024).trimmingBlanks
    let action = query["action"].flatMap(AuditAction.init(rawValue:))
    let filter = AuditSearch.Filter(
      tenant: chain == nil ? nil : request.tenant?.id, account: account, actor: actor, action: action)
    let before = query["before"].flatMap { Int64($0) }
    let found = try await request.reading { () async throws(StoreError) in
      try await AuditSearch(store: request.domain.audit)
        .page(of: chain, filter, before: before, limit: pageSize)
    }
    func path(before place: Int64? = nil) -> String {
      var pairs = [
        ("account", account), ("actor", actor), ("action", action?.rawValue ?? ""),
        ("log", chain == nil ? installation : ""), ("before", place.map { String($0) } ?? ""),
      ].filter { !$0.1.isEmpty }
      pairs = pairs.map { ($0.0, ConsolePath.encode($0.1)) }
      let text = pairs.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
      return request.path(text.isEmpty ? "activity/audit" : "activity/audit?\(text)")
    }
    let hasFilter = !account.isEmpty || !actor.isEmpty || action != nil
    let base = ConsolePath.project(request.project.id.rawValue)
    let page = AuditPage(
      log: AuditLogView(found.entries, request),
      logs: [
        Choice(value: "", name: texts("audit.logOfProject"), isChosen: chain != nil),
        Choice(value: installation, name: texts("audit.logOfInstallation"), isChosen: chain == nil),
      ].filter { $0.value != installation || seesInstallation(request) },
      actions: AuditAction.allCases.map { one in
        Choice(value: one.rawValue, name: texts("audit.action.\(one.rawValue)"), isChosen: one == action)
      },
      account: account, actor: actor, chosenLog: chain == nil ? installation : "", hasFilter: hasFilter,
      formAction: base + "/activity/audit", verifyAction: request.path("activity/audit/verify"),
      clear: request.path("activity/audit"), newest: before == nil ? nil : path(),
      older: found.next.map { path(before: $0) },
      lookedAt: hasFilter && found.next != nil
        ? texts("audit.lookedAt", ["count": texts.number(found.count)]) : nil,
      tabs: ActivityTabs(request, .audit))
    return ConsolePage(
      section: .activity, title: texts("audit.title"), template: "audit", content: page)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
