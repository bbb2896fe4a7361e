import Logging
import Messaging

extension OutboxEvent {
  /// What an operator has to know is a warning or worse.
  func log(to log: Logger) {
    let level: Logger.Level
    let message: Logger.Message
    switch outcome {
    case .delivered: (level, message) = (.debug, "a message was delivered")
    case .deferred: (level, message) = (.warning, "a message could not be delivered and waits")
    case .failed: (level, message) = (.error, "a message was refused and is given up")
    case .expired: (level, message) = (.error, "a message was not delivered in time and is given up")
    case .troubled: (level, message) = (.error, "the outbox is in trouble")
    }
    var metadata: Logger.Metadata = ["channel": "\(channel.rawValue)", "age_ms": "\(age)"]
    if let messageID { metadata["message"] = "\(messageID)" }
    if let project { metadata["project"] = "\(project)" }
    if attempts > 0 { metadata["attempts"] = "\(attempts)" }
    if let reason { metadata["cause"] = "\(reason)" }
    log.log(level: level, message, metadata: metadata)
  }
}
