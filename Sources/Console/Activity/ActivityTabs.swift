/// The links between the pages on activity.
struct ActivityTabs: Sendable {
  enum Tab: String, CaseIterable {
    case charts, failures, audit, health

    var path: String { self == .charts ? "activity" : "activity/\(rawValue)" }
  }

  struct Link: Sendable {
    let path: String
    let title: String
    let isCurrent: Bool
  }

  let links: [Link]

  init(_ request: ConsoleRequest, _ current: Tab) {
    let isOfServer = request.administrator.rights.everywhere != nil
    links = Tab.allCases.filter { $0 != .health || isOfServer }.map { tab in
      Link(
        path: request.path(tab.path), title: request.texts("activity.tab.\(tab.rawValue)"),
        isCurrent: tab == current)
    }
  }
}
