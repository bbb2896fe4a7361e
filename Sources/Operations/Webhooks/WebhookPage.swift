import Identity

/// The messages that are sent in one turn, from consecutive records of the chain.
struct WebhookPage: Sendable {
  /// The number of records that are read at once.
  static let recordLimit = 200
  static let messageLimit = 64

  var messages: [WebhookMessage] = []
  /// The place of the last record that the page covers.
  private(set) var through: Int64
  /// True if more records may follow.
  private(set) var isFull: Bool

  /// - Parameters:
  ///   - records: the records after `sequence`, at most ``recordLimit``.
  ///   - end: the last place to send.
  ///   - isSent: returns whether the webhook should receive a message.
  init(
    _ records: [AuditRecord], after sequence: Int64, end: Int64, _ isSent: (WebhookMessage) -> Bool
  ) {
    through = sequence
    isFull = records.count >= Self.recordLimit
    for record in records {
      guard record.sequence <= end else {
        isFull = false
        break
      }
      let new = WebhookMessage.list(of: record).filter(isSent)
      // A message about all accounts and messages about single accounts must be sent in their order.
      let isOfAll = new.contains { $0.event.account == nil }
      if !messages.isEmpty, isOfAll || messages.count + new.count > Self.messageLimit {
        isFull = true
        break
      }
      messages += new
      through = record.sequence
      if isOfAll {
        isFull = true
        break
      }
    }
  }

  /// Keeps only the messages of the first record, to test whether the receiver is available again.
  mutating func probe() {
    guard let first = messages.first else { return }
    messages = Array(messages.prefix { $0.event.id == first.event.id })
    through = first.event.sequence
    isFull = true
  }

  /// The indices of messages by account. Messages of one account must be sent in order.
  var lanes: [[Int]] {
    var places: [String: Int] = [:]
    var lanes: [[Int]] = []
    for (index, message) in messages.enumerated() {
      let account = "\(message.event.tenant?.rawValue ?? "")/\(message.event.account?.rawValue ?? "")"
      if let place = places[account] {
        lanes[place].append(index)
      } else {
        places[account] = lanes.count
        lanes.append([index])
      }
    }
    return lanes
  }

  /// Returns the place of the last record before the first message that was not accepted.
  func through(taking taken: Set<Int>) -> Int64 {
    messages.indices.first { !taken.contains($0) }.map { messages[$0].event.sequence - 1 } ?? through
  }
}
