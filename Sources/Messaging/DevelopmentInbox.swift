import Identity
import Synchronization

/// Where a development server's messages end: kept in memory, the latest of them, for people and tests to
/// read.
public final class DevelopmentInbox: MessageSender {
  public static let maximumMessages = 1_000

  private let kept = Mutex<[OutgoingMessage]>([])

  public init() {}

  public func send(_ message: OutgoingMessage) async throws(DeliveryFailure) {
    kept.withLock { kept in
      kept.append(message)
      if kept.count > Self.maximumMessages { kept.removeFirst(kept.count - Self.maximumMessages) }
    }
  }

  /// The oldest first.
  public var messages: [OutgoingMessage] { kept.withLock { $0 } }

  public func mails(in scope: Scope) -> [OutgoingMail] {
    messages.compactMap { message in
      if case .mail(let mail) = message, mail.scope == scope { mail } else { nil }
    }
  }

  public func textMessages(in scope: Scope) -> [OutgoingSMS] {
    messages.compactMap { message in
      if case .sms(let sms) = message, sms.scope == scope { sms } else { nil }
    }
  }

  /// Drops the message whose code or session was used, so that lists show what can still be used.
  public func forget(code: String, in scope: Scope) {
    kept.withLock { kept in
      kept.removeAll { message in
        switch message {
        case .mail(let mail): mail.scope == scope && mail.code == code
        case .sms(let sms): sms.scope == scope && sms.sessionInfo == code
        }
      }
    }
  }
}
