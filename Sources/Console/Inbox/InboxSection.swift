import IdentityWire
import Messaging
import WebPages

/// `inbox`: the messages that a development server would have sent to the project's users.
struct InboxSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: ["console_inbox": PackageResources.console_inbox_mustache],
    texts: [
      "inbox": .init(
        en: PackageResources.inbox_en_json, ja: PackageResources.inbox_ja_json,
        vi: PackageResources.inbox_vi_json)
    ])

  func add(to routes: ConsoleRouteTable) { routes.page("inbox", ConsoleInboxPage.show) }
}

/// The messages, newest first, of all recipients or of one recipient.
struct ConsoleInboxPage: Sendable {
  struct Link: Sendable {
    let address: String
    let isWeb: Bool
  }

  struct Message: Sendable {
    let kind: String
    let to: String
    let path: String
    let tenant: String?
    let subject: String?
    let body: String
    let links: [Link]
    let sentAt: String
  }

  let messages: [Message]
  let isEmpty: Bool
  let recipient: String
  let isFiltered: Bool
  let formAction: String
  let all: String
  let newer: String?
  let older: String?

  private static let pageSize = 50

  /// - Throws: `PAGE_NOT_FOUND` if messages are really sent.
  static func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    guard request.domain.development, let inbox = request.domain.inbox else {
      throw WireError.notFound("PAGE_NOT_FOUND")
    }
    let texts = request.texts
    let recipient = String((request.query["to"] ?? "").prefix(256)).filter { !$0.isWhitespace }
    let wanted = recipient.lowercased()
    let found = inbox.sent.reversed().filter { message in
      message.scope.project == request.project.id
        && (wanted.isEmpty || ReadableMessage(message).to.lowercased().contains(wanted))
    }
    let page = max(1, min(request.query["page"].flatMap { Int($0) } ?? 1, 1_000))
    let shown = found.dropFirst((page - 1) * pageSize).prefix(pageSize)
    func path(_ page: Int, to recipient: String = recipient) -> String {
      let to = recipient.isEmpty ? "" : "to=\(ConsolePath.encode(recipient))&"
      return request.path("inbox?\(to)page=\(page)")
    }
    let content = ConsoleInboxPage(
      messages: shown.map { message in
        let readable = ReadableMessage(message)
        return Message(
          kind: texts(readable.kind == .mail ? "inbox.mail" : "inbox.sms"), to: readable.to,
          path: path(1, to: readable.to), tenant: message.scope.tenant?.rawValue, subject: readable.subject,
          body: readable.body, links: readable.links.map { Link(address: $0, isWeb: PageLink.isWeb($0)) },
          sentAt: texts.moment(readable.sentAt))
      }, isEmpty: shown.isEmpty, recipient: recipient, isFiltered: !recipient.isEmpty,
      formAction: ConsolePath.project(request.project.id.rawValue) + "/inbox", all: request.path("inbox"),
      newer: page > 1 ? path(page - 1) : nil,
      older: found.count > page * pageSize ? path(page + 1) : nil)
    return ConsolePage(
      section: .inbox, title: texts("inbox.title"), template: "console_inbox", content: content)
  }
}
