import Foundation
import Identity
import Messaging

extension InboxPage.Message {
  /// A message as its reader sees it: a mail's link is a link of its own and left out of the text.
  init(_ message: OutgoingMessage) {
    switch message {
    case .mail(let mail):
      self.init(
        kind: .mail, to: mail.to.text, subject: mail.subject,
        body: mail.body.replacing(mail.link + "\n\n", with: "").trimmingCharacters(in: .newlines),
        links: [mail.link], sentAt: Self.text(mail.sentAt))
    case .sms(let sms):
      self.init(kind: .sms, to: sms.to, subject: nil, body: sms.body, sentAt: Self.text(sms.sentAt))
    }
  }

  private static func text(_ moment: Timestamp) -> String {
    moment.date.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
      + " UTC"
  }
}
