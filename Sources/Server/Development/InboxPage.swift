/// A page of mails and text messages that a real server would send.
struct InboxPage: Sendable {
  /// A message as its recipient would see it.
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
    /// True for a mail with an HTML part, which is shown as a separate page.
    var hasHTML = false
    var code: String?
    /// Addresses in the message. Only `http` and `https` addresses are shown as links.
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
