import Identity

/// A message as the outbox stores it, sealed.
struct QueuedMessage: OutboxPayload, Equatable {
  struct Mail: Sendable, Codable, Equatable {
    var to: String
    /// The sender's name, used if the settings have none.
    var senderName: String?
    /// A sender's name that replaces the name in the settings.
    var chosenName: String?
    /// A mailbox that replaces the mailbox in the settings.
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
  /// True for a message that goes the way of all others, but is never sent. So neither the time of the response nor the
  /// times of later ones reveal whether there is a recipient.
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
