import Identity
import Synchronization

/// Receives a development server's messages and stores the latest ones in memory, for people and tests.
public final class DevelopmentInbox: MessageSender {
  public static let maximumMessages = 1_000

  /// A message in the inbox.
  public struct Entry: Sendable {
    /// An id that is unique while the server runs.
    public let id: Int
    public let message: OutgoingMessage
  }

  private struct Kept {
    var id: Int
    var message: OutgoingMessage
    /// False for a message that an administrator received to deliver in person.
    var wasSent: Bool
    var isUsed = false

    /// The mail, if it is a notice. A notice has no link, and no user requested it. Tests of apps do not count notices.
    var notice: OutgoingMail? {
      if case .mail(let mail) = message, mail.link.isEmpty, !mail.isExample { mail } else { nil }
    }
  }

  private struct Storage {
    var kept: [Kept] = []
    var lastID = 0
  }

  private let storage = Mutex(Storage())
  private let announce: @Sendable (OutgoingMessage) -> Void

  /// - Parameter announce: called with every message, so that a developer sees the message at once.
  public init(announce: @escaping @Sendable (OutgoingMessage) -> Void = { _ in }) { self.announce = announce }

  public func send(_ message: OutgoingMessage) async throws(DeliveryFailure) {
    if case .mail(let mail) = message, mail.isDecoy { return }
    keep(message, wasSent: true)
    announce(message)
  }

  public func note(handedOut message: OutgoingMessage) { keep(message, wasSent: false) }

  private func keep(_ message: OutgoingMessage, wasSent: Bool) {
    storage.withLock { storage in
      storage.lastID += 1
      storage.kept.append(Kept(id: storage.lastID, message: message, wasSent: wasSent))
      let excess = storage.kept.count - Self.maximumMessages
      if excess > 0 { storage.kept.removeFirst(excess) }
    }
  }

  /// The notices, which have no link, the oldest first.
  public var notices: [OutgoingMail] { storage.withLock { $0.kept.compactMap(\.notice) } }

  /// The messages without notices, the oldest first.
  public var messages: [OutgoingMessage] {
    storage.withLock { $0.kept.filter { $0.wasSent && $0.notice == nil }.map(\.message) }
  }

  /// All messages, the oldest first.
  public var sent: [OutgoingMessage] { entries.map(\.message) }

  /// All messages with their ids, the oldest first.
  public var entries: [Entry] {
    storage.withLock { $0.kept.filter(\.wasSent).map { Entry(id: $0.id, message: $0.message) } }
  }

  /// The message with an id. Nil if it does not exist or was deleted.
  public func message(_ id: Int) -> OutgoingMessage? {
    storage.withLock { $0.kept.first { $0.id == id && $0.wasSent }?.message }
  }

  /// The mails whose code can still be redeemed, the oldest first. Includes mails whose link was returned to an
  /// administrator.
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
    storage.withLock { $0.kept.filter { !$0.isUsed && $0.notice == nil }.map(\.message) }
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
    storage.withLock { storage in
      for index in storage.kept.indices where isMeant(storage.kept[index].message) {
        storage.kept[index].isUsed = true
      }
    }
  }
}
