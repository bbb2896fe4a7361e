import Foundation
import TestSupport
import Identity
import Secrets
import Storage
import Synchronization
import WorkPool

@testable import Messaging

/// An outbox on a database of its own, with everything that happened to its messages.
final class OutboxBench: Sendable {
  let outbox: Outbox
  let store: SQLiteAccountStore
  let box: SecretBox
  let clock: SettableClock
  /// The store as the outbox has it.
  private let records: any OutboxStore
  private let log: Log

  final class Log: Sendable {
    let events = Mutex<[OutboxEvent]>([])
  }

  static let scope = Scope(project: ProjectID(rawValue: "example")!)
  static let start = Instant(milliseconds: 1_767_225_600_000)

  var events: [OutboxEvent] { log.events.withLock { $0 } }
  var outcomes: [OutboxEvent.Outcome] { events.map(\.outcome) }

  /// - Parameter recording: makes the store that the outbox gets of the bench's own.
  init(
    _ transports: [OutboxEntry.Channel: any DeliveryTransport], store: SQLiteAccountStore? = nil,
    box: SecretBox? = nil, clock: SettableClock = SettableClock(OutboxBench.start),
    policy: OutboxPolicy = OutboxPolicy(), random: any RandomSource = SystemRandom(),
    sleep: @Sendable @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    recording: (SQLiteAccountStore) -> any OutboxStore = { $0 }
  ) throws {
    let store = try store ?? SQLiteAccountStore(path: nil)
    let box = try box ?? SecretBox(masterKey: SystemRandom().bytes(32))
    let log = Log()
    self.store = store
    self.box = box
    self.clock = clock
    self.log = log
    let records = recording(store)
    self.records = records
    outbox = Outbox(
      transports: transports, policy: policy, store: records, box: box, clock: clock, random: random,
      sleep: sleep, report: { event in log.events.withLock { $0.append(event) } })
  }

  static func mailTransport(_ settings: SMTPSettings, from: String = "Example <noreply@example.com>")
    -> SMTPTransport
  {
    SMTPTransport(settings, from: Mailbox(from)!, replyTo: Mailbox("help@example.com"))
  }

  func mail(
    to address: String = "ada@example.org", subject: String = "Hello", text: String = "Text\n",
    html: String? = "<p>Text</p>", senderName: String? = nil, validFor seconds: Int64 = 3_600,
    isDecoy: Bool = false, of project: String = OutboxBench.scope.project.rawValue
  ) throws -> OutgoingMessage {
    guard let to = EmailAddress(address), let project = ProjectID(rawValue: project) else {
      throw SMTPServer.Failure("no address: \(address), or no project: \(project)")
    }
    let now = clock.now()
    return .mail(
      OutgoingMail(
        scope: Scope(project: project), to: to,
        .init(subject: subject, text: text, html: html, language: "en"),
        senderName: senderName, isDecoy: isDecoy, sentAt: now, expiresAt: now.adding(seconds: seconds)))
  }

  func sms(to number: String = "+15555550100", text: String = "123456 is your code.") -> OutgoingMessage {
    .sms(
      OutgoingSMS(
        scope: Self.scope, to: number, sessionInfo: "s", code: "123456", body: text, sentAt: clock.now()))
  }

  func queue(_ message: OutgoingMessage) async throws {
    try await records.apply(try outbox.writes(for: message))
    try await outbox.send(message)
  }

  func waiting(_ channel: OutboxEntry.Channel = .mail) async throws -> Int {
    try await store.outboxDepth(of: channel).waiting
  }

  func close() async {
    await outbox.close()
    await store.close()
  }
}

/// Answers as it is told, and remembers what it was given.
final class ScriptedTransport: DeliveryTransport {
  let timeLimit: Int64 = 60
  let concurrency: Int
  let rehearsesDecoys = true
  private let state: Mutex<State>
  /// If set, each project has a receiver of its own, except ``withoutReceiver``.
  let pool: SharedPool?

  private struct State {
    var script: [DeliveryOutcome]
    var sent: [String] = []
    var rehearsed: [String] = []
    var running = 0
    var most = 0
  }
  /// What deliveries pass.
  let gate: Gate

  /// - Parameters:
  ///   - script: one after the other; after the last everything is delivered.
  ///   - holds: whether deliveries wait for the gate to be opened.
  ///   - pool: the pool of projects' own receivers; nil if they have none.
  init(
    _ script: [DeliveryOutcome] = [], concurrency: Int = 4, holds: Bool = false, pool: SharedPool? = nil
  ) {
    self.pool = pool
    state = Mutex(State(script: script))
    self.concurrency = concurrency
    gate = Gate(isOpen: !holds)
  }

  /// The ids of the messages, in the order of the attempts.
  var sent: [String] { state.withLock(\.sent) }
  /// The ids of decoys, in the order of the attempts.
  var rehearsed: [String] { state.withLock(\.rehearsed) }
  /// How many were under way at once at most.
  var most: Int { state.withLock(\.most) }

  /// The project whose messages go to the operator's receiver.
  static let withoutReceiver = "common"

  func share(of message: QueuedMessage) -> String? {
    pool == nil || message.project == Self.withoutReceiver ? nil : message.project
  }

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    let outcome = state.withLock { state -> DeliveryOutcome in
      if message.isDecoy { state.rehearsed.append(id) } else { state.sent.append(id) }
      state.running += 1
      state.most = max(state.most, state.running)
      return state.script.isEmpty ? .delivered : state.script.removeFirst()
    }
    await gate.pass()
    state.withLock { $0.running -= 1 }
    return outcome
  }

  func close() async {}
}
