import Identity
import Messaging

extension EmailAddress {
  /// True if mail can be sent to the address. Users and administrators can set only such addresses. Older accounts
  /// and accounts from providers may have other addresses, and keep them.
  var isMailable: Bool { MailAddress(text) != nil }
}
