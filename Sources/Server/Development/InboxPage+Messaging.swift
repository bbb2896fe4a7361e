import Foundation
import Identity
import Messaging

extension InboxPage {
  /// The page of an inbox for a filter.
  init(_ inbox: DevelopmentInbox, _ filter: InboxFilter) {
    let entries = inbox.entries
    let found = entries.reversed().filter { filter.matches($0.message) }
    let end = filter.page * InboxFilter.pageSize
    let shown = found.prefix(end).dropFirst(end - InboxFilter.pageSize)
    self.init(
      messages: shown.map(Message.init), filter: filter,
      tenants: Set(entries.compactMap { $0.message.scope.tenant?.rawValue }).sorted(),
      hasOlder: found.count > end)
  }
}

extension InboxPage.Message {
  init(_ entry: DevelopmentInbox.Entry) {
    let readable = ReadableMessage(entry.message)
    self.init(
      id: entry.id, kind: readable.pageKind, to: readable.to, tenant: entry.message.scope.tenant?.rawValue,
      subject: readable.subject, body: readable.body, hasHTML: readable.html != nil, code: readable.code,
      links: readable.links, sentAt: Self.text(readable.sentAt))
  }

  private static func text(_ moment: Instant) -> String {
    moment.date.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
      + " UTC"
  }
}

extension ReadableMessage {
  var pageKind: InboxPage.Message.Kind {
    switch kind {
    case .mail: .mail
    case .sms: .sms
    }
  }
}
