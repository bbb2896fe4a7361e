import Foundation
import Identity
import Messaging

extension InboxPage.Message {
  init(_ message: OutgoingMessage) {
    let readable = ReadableMessage(message)
    self.init(
      kind: readable.kind == .mail ? .mail : .sms, to: readable.to, subject: readable.subject,
      body: readable.body, links: readable.links, sentAt: Self.text(readable.sentAt))
  }

  private static func text(_ moment: Instant) -> String {
    moment.date.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
      + " UTC"
  }
}
