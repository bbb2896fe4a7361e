/// A page of mails and text messages that a real server would have sent.
struct InboxPage: Sendable {
  /// A message as its recipient would have received it.
  struct Message: Sendable {
    enum Kind: String, Sendable, CaseIterable {
      case mail, sms

      /// The kind's title on the page.
      var title: String {
        switch self {
        case .mail: "Mail"
        case .sms: "SMS"
        }
      }
    }

    var id: Int
    var kind: Kind
    var to: String
    var tenant: String?
    var subject: String?
    var body: String
    /// True for a mail with an HTML part, which is a page of its own.
    var hasHTML = false
    var code: String?
    /// Addresses in the message. Those other than `http` and `https` are shown without a link.
    var links: [String] = []
    /// The time of sending, as shown on the page.
    var sentAt: String
  }

  /// The messages that match the filter, newest first.
  var messages: [Message]
  var filter = InboxFilter()
  /// The tenants that have messages.
  var tenants: [String] = []
  /// True if older messages are on the next page.
  var hasOlder = false
}
