import Identity
import IdentityWire
import Messaging

/// Selects the messages that the inbox shows. Unreadable values are ignored.
struct InboxFilter: Sendable, Equatable {
  static let pageSize = 50
  /// The maximum length of a text, in bytes of UTF-8.
  private static let longestText = 256

  var kind: InboxPage.Message.Kind?
  /// A part of the recipient's address or number; empty for all recipients.
  var recipient = ""
  /// The tenant of the messages. Empty for the messages of the project and of all tenants.
  var tenant = ""
  /// The page's number, from 1.
  var page = 1

  init() {}

  /// Reads the filter from the query of the inbox's address.
  init(_ query: FormURLEncoded) {
    func text(_ name: String) -> String {
      String((query[name] ?? "").prefix(utf8Bytes: Self.longestText)).filter { !$0.isWhitespace }
    }
    kind = query["kind"].flatMap(InboxPage.Message.Kind.init(rawValue:))
    recipient = text("to")
    tenant = text("tenant")
    page = max(1, min(query["page"].flatMap { Int($0) } ?? 1, DevelopmentInbox.maximumMessages))
  }

  var isEmpty: Bool { kind == nil && recipient.isEmpty && tenant.isEmpty }

  /// The query for another page of the same filter.
  func query(page: Int) -> String {
    var query = FormURLEncoded()
    if let kind { query.append("kind", kind.rawValue) }
    if !recipient.isEmpty { query.append("to", recipient) }
    if !tenant.isEmpty { query.append("tenant", tenant) }
    if page > 1 { query.append("page", String(page)) }
    return query.text
  }

  func matches(_ message: OutgoingMessage) -> Bool {
    let readable = ReadableMessage(message)
    return (kind.map { $0 == readable.pageKind } ?? true)
      && (recipient.isEmpty || readable.to.lowercased().contains(recipient.lowercased()))
      && (tenant.isEmpty || message.scope.tenant?.rawValue == tenant)
  }
}
