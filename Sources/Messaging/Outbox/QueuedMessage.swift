import Identity

/// A message as the outbox keeps it, sealed.
struct QueuedMessage: OutboxPayload, Equatable {
  struct Mail: Sendable, Codable, Equatable {
    var to: String
    /// The name that readers see beside the sender's address, where the settings name none.
    var senderName: String?
    /// The name that takes the settings' place.
    var chosenName: String?
    /// A mailbox that takes the settings' place.
    var replyTo: String?
    var subject: String
    var text: String
    var html: String?
    var language: String?
  }

  struct SMS: Sendable, Codable, Equatable {
    var to: String
    var text: String
  }

  enum Content: Sendable, Codable, Equatable {
    case mail(Mail)
    case sms(SMS)
  }

  var content: Content
  /// True for one that is written, and thrown away, so that nobody can tell by the time that an answer takes
  /// whether there was somebody to write to.
  var isDecoy = false
  var project: String

  var channel: OutboxEntry.Channel {
    switch content {
    case .mail: .mail
    case .sms: .sms
    }
  }

  func belongs(to entry: OutboxEntry) -> Bool {
    channel == entry.channel && project == entry.scope.project.rawValue
  }

  init(content: Content, isDecoy: Bool, project: String) {
    self.content = content
    self.isDecoy = isDecoy
    self.project = project
  }
}
