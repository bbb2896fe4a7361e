import Logging
import Messaging

extension OutboxEvent {
  /// What an operator has to know is a warning or worse.
  func log(to log: Logger) {
    let level: Logger.Level
    let message: Logger.Message
    let isRevocation = channel == .revocation
    switch outcome {
    case .delivered:
      (level, message) = (
        .debug, isRevocation ? "access was revoked at a provider" : "a message was delivered"
      )
    case .deferred:
      (level, message) = (
        .warning,
        isRevocation
          ? "access could not be revoked at a provider, and is tried again"
          : "a message could not be delivered and waits"
      )
    case .failed:
      (level, message) = (
        .error,
        isRevocation
          ? "access could not be revoked at a provider, and is given up"
          : "a message was refused and is given up"
      )
    case .expired:
      (level, message) = (
        .error,
        isRevocation
          ? "access was not revoked at a provider in time, and is given up"
          : "a message was not delivered in time and is given up"
      )
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
