import Logging
import Messaging

extension OutboxEvent {
  /// Logs the event. Everything except a delivery is a warning or an error, because the operator must know it.
  func log(to log: Logger) {
    let (level, message, revocation) = line
    var metadata: Logger.Metadata = ["channel": "\(channel.rawValue)", "age_ms": "\(age)"]
    if let messageID { metadata["message"] = "\(messageID)" }
    if let project { metadata["project"] = "\(project)" }
    if attempts > 0 { metadata["attempts"] = "\(attempts)" }
    if count > 1 { metadata["count"] = "\(count)" }
    if let reason { metadata["cause"] = "\(reason)" }
    log.log(level: level, channel == .revocation ? revocation : message, metadata: metadata)
  }

  private var line: (level: Logger.Level, message: Logger.Message, revocation: Logger.Message) {
    switch outcome {
    case .delivered: (.debug, "a message was delivered", "access was revoked at a provider")
    case .deferred:
      (
        .warning, "a message could not be delivered and waits",
        "access could not be revoked at a provider, and is tried again"
      )
    case .failed:
      (
        .error, "a message was refused and is given up",
        "access could not be revoked at a provider, and is given up"
      )
    case .expired:
      (
        .error, "a message was not delivered in time and is given up",
        "access was not revoked at a provider in time, and is given up"
      )
    case .troubled: (.error, "the outbox has a fault", "the outbox has a fault")
    case .full:
      (
        .warning, "a message was left out: the outbox is full",
        "access is not revoked at a provider: the outbox is full"
      )
    case .scopeDeleted:
      (
        .warning, "waiting messages were deleted with their accounts",
        "access is not revoked at a provider: the waiting revocations were deleted with their accounts"
      )
    case .unsealed:
      (
        .warning, "a message was left out: it could not be sealed",
        "access is not revoked at a provider: the revocation could not be sealed"
      )
    case .unreadable:
      (
        .warning, "a kept token could not be opened",
        "access is not revoked at a provider: the kept token could not be opened"
      )
    }
  }
}
