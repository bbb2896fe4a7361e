import WebPages

/// The data of the inbox for its template.
struct InboxView: Sendable {
  struct Choice: Sendable {
    let value: String
    let title: String
    let isChosen: Bool
  }

  struct Link: Sendable {
    let id: String
    let address: String
    let isWeb: Bool
  }

  struct Message: Sendable {
    let id: Int
    let kind: String
    let kindTitle: String
    let to: String
    /// The path of the page with all messages to the same recipient.
    let path: String
    let tenant: String?
    let subject: String?
    let body: String
    let htmlPath: String?
    let code: String?
    let links: [Link]
    let sentAt: String
  }

  let action: String
  let kinds: [Choice]
  let recipient: String
  let hasTenants: Bool
  let tenants: [Choice]
  let isFiltered: Bool
  let isEmpty: Bool
  let messages: [Message]
  let hasPages: Bool
  let newer: String?
  let older: String?

  /// - Parameter path: the path of the inbox.
  init(_ page: InboxPage, path: String) {
    let filter = page.filter
    func address(page: Int) -> String {
      let query = filter.query(page: page)
      return query.isEmpty ? path : "\(path)?\(query)"
    }
    action = path
    kinds =
      [Choice(value: "", title: "Everything", isChosen: filter.kind == nil)]
      + InboxPage.Message.Kind.allCases.map {
        Choice(value: $0.rawValue, title: $0.title, isChosen: $0 == filter.kind)
      }
    recipient = filter.recipient
    let names = page.tenants.contains(filter.tenant) ? page.tenants : page.tenants + [filter.tenant]
    tenants =
      [Choice(value: "", title: "Every tenant", isChosen: filter.tenant.isEmpty)]
      + names.filter { !$0.isEmpty }.map { Choice(value: $0, title: $0, isChosen: $0 == filter.tenant) }
    hasTenants = tenants.count > 1
    isFiltered = !filter.isEmpty
    isEmpty = page.messages.isEmpty
    messages = page.messages.map { Message($0, path: path) }
    newer = filter.page > 1 ? address(page: filter.page - 1) : nil
    older = page.hasOlder ? address(page: filter.page + 1) : nil
    hasPages = newer != nil || older != nil
  }
}

extension InboxView.Message {
  fileprivate init(_ message: InboxPage.Message, path: String) {
    var toSame = InboxFilter()
    toSame.recipient = message.to
    self.init(
      id: message.id, kind: message.kind.rawValue, kindTitle: message.kind.title, to: message.to,
      path: "\(path)?\(toSame.query(page: 1))", tenant: message.tenant, subject: message.subject,
      body: message.body, htmlPath: message.hasHTML ? "\(path)/messages/\(message.id)/html" : nil,
      code: message.code,
      links: message.links.enumerated().map { index, address in
        .init(id: "link-\(message.id)-\(index)", address: address, isWeb: PageLink.isWeb(address))
      }, sentAt: message.sentAt)
  }
}
