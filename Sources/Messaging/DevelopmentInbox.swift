import Identity
import Synchronization

/// Where a development server's messages end: kept in memory, the latest of them, for people and tests to
/// read.
public final class DevelopmentInbox: MessageSender {
  public static let maximumMessages = 1_000

  private struct Kept {
    var message: OutgoingMessage
    /// False for what an administrator was handed to send it themselves.
    var wasSent: Bool
    var isUsed = false

    /// A mail without a link that nobody asked for: tests of apps do not count it.
    var notice: OutgoingMail? {
      if case .mail(let mail) = message, mail.link.isEmpty, !mail.isExample { mail } else { nil }
    }
  }

  private let kept = Mutex<[Kept]>([])
  private let announce: @Sendable (OutgoingMessage) -> Void

  /// - Parameter announce: called with everything that is sent, so that a developer sees it at once.
  public init(announce: @escaping @Sendable (OutgoingMessage) -> Void = { _ in }) { self.announce = announce }

  public func send(_ message: OutgoingMessage) async throws(DeliveryFailure) {
    keep(Kept(message: message, wasSent: true))
    announce(message)
  }

  public func note(handedOut message: OutgoingMessage) { keep(Kept(message: message, wasSent: false)) }

  private func keep(_ message: Kept) {
    kept.withLock { kept in
      kept.append(message)
      if kept.count > Self.maximumMessages { kept.removeFirst(kept.count - Self.maximumMessages) }
    }
  }

  /// The notices that were sent, which have no link; the oldest first.
  public var notices: [OutgoingMail] { kept.withLock { $0.compactMap(\.notice) } }

  /// What was sent, but for notices; the oldest first.
  public var messages: [OutgoingMessage] {
    kept.withLock { $0.filter { $0.wasSent && $0.notice == nil }.map(\.message) }
  }

  /// All that was sent, the oldest first.
  public var sent: [OutgoingMessage] { kept.withLock { $0.filter(\.wasSent).map(\.message) } }

  /// Those whose code can still be used, with those whose link an administrator was handed; the oldest first.
  public func mails(in scope: Scope) -> [OutgoingMail] {
    usable.compactMap { message in
      if case .mail(let mail) = message, mail.scope == scope, !mail.isExample { mail } else { nil }
    }
  }

  public func textMessages(in scope: Scope) -> [OutgoingSMS] {
    usable.compactMap { message in
      if case .sms(let sms) = message, sms.scope == scope, !sms.sessionInfo.isEmpty { sms } else { nil }
    }
  }

  private var usable: [OutgoingMessage] {
    kept.withLock { $0.filter { !$0.isUsed && $0.notice == nil }.map(\.message) }
  }

  public func forget(code: String, in scope: Scope) {
    markUsed { message in
      switch message {
      case .mail(let mail): mail.scope == scope && mail.code == code
      case .sms(let sms): sms.scope == scope && sms.sessionInfo == code
      }
    }
  }

  public func forgetAll(in scope: Scope) {
    markUsed { message in
      switch message {
      case .mail(let mail): mail.scope == scope
      case .sms(let sms): sms.scope == scope
      }
    }
  }

  private func markUsed(where isMeant: (OutgoingMessage) -> Bool) {
    kept.withLock { kept in
      for index in kept.indices where isMeant(kept[index].message) { kept[index].isUsed = true }
    }
  }
}
