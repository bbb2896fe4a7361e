import Identity

/// Messages that are sent in one turn, out of records that follow each other in the chain.
struct WebhookPage: Sendable {
  /// Records that are read at once.
  static let recordLimit = 200
  static let messageLimit = 64

  var messages: [WebhookMessage] = []
  /// The place of the last record that the page covers.
  private(set) var through: Int64
  /// True if there may be more records after it at once.
  private(set) var isFull: Bool

  /// - Parameters:
  ///   - records: those after `sequence`, at most ``recordLimit``.
  ///   - end: the place after which nothing is sent.
  ///   - isSent: whether the webhook is to have a message.
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
      // A message about all accounts overtakes none about one, and is overtaken by none.
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

  /// Leaves the messages of the first record alone, as one that finds out whether the receiver is there again.
  mutating func probe() {
    guard let first = messages.first else { return }
    messages = Array(messages.prefix { $0.event.id == first.event.id })
    through = first.event.sequence
    isFull = true
  }

  /// The places of messages that follow each other: those of one account.
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

  /// The place of the last record before the first message that was not taken.
  func through(taking taken: Set<Int>) -> Int64 {
    messages.indices.first { !taken.contains($0) }.map { messages[$0].event.sequence - 1 } ?? through
  }
}
