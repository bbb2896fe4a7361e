import Identity
import Messaging

extension EmailAddress {
  /// Whether a mail can be sent to the address, without which no account gets it by its user's or an
  /// administrator's word. Accounts that have another one, from before or from a provider, keep it.
  var isMailable: Bool { MailAddress(text) != nil }
}
