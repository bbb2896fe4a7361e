/// The mails and text messages that the server would have sent.
struct InboxPage: Sendable {
  /// One message, as it would have reached its reader.
  struct Message: Sendable {
    enum Kind: String, Sendable, CaseIterable {
      case mail, sms

      /// For people.
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
    /// True for a mail that has an HTML part, which has a page of its own.
    var hasHTML = false
    var code: String?
    /// Addresses in the message that lead on; those that are not `http` or `https` are shown without a link.
    var links: [String] = []
    /// When it was sent, as people read it.
    var sentAt: String
  }

  /// Those that the filter lets through, the newest first.
  var messages: [Message]
  var filter = InboxFilter()
  /// Tenants that messages were sent for.
  var tenants: [String] = []
  /// True if older messages are on the next page.
  var hasOlder = false
}
