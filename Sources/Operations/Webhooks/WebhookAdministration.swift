import Foundation
import Identity
import IdentityWire
import Secrets

/// Creates, changes, tests, replays and deletes a project's webhooks, for the REST API, the console and the command line.
public struct WebhookAdministration: Sendable {
  /// The default number of seconds for which deliveries are signed with the former secret too.
  public static let overlap: Int64 = 86_400
  public static let overlaps: ClosedRange<Int64> = 0...30 * 86_400

  let projects: ProjectDirectory
  let audit: any AuditStore & WebhookLog
  private let sender: WebhookSender
  private let clock: any WallClock
  private let random: any RandomSource

  public init(
    projects: ProjectDirectory, audit: any AuditStore & WebhookLog, sender: WebhookSender,
    clock: any WallClock, random: any RandomSource
  ) {
    self.projects = projects
    self.audit = audit
    self.sender = sender
    self.clock = clock
    self.random = random
  }

  /// Creates a webhook. It receives events from now on.
  ///
  /// - Returns: the webhook, and its secret, which is not shown again.
  /// - Throws: `INVALID_WEBHOOK`, `INVALID_DISPLAY_NAME`, `TOO_MANY_WEBHOOKS`, `PROJECT_NOT_FOUND`.
  public func create(_ url: String, _ change: WebhookChange = WebhookChange(), in id: ProjectID)
    async throws(IdentityError) -> (webhook: Webhook, secret: Secret)
  {
    var change = change
    change.url = url
    try check(change)
    let name = random.alphanumeric(20)
    let secret = WebhookSecret(random: random)
    var webhook = Webhook(
      id: name, url: url, secrets: [try secret.sealed(for: name, in: id, sender.box)], createdAt: clock.now())
    change.apply(to: &webhook, now: clock.now())
    let made = webhook
    try await begin([made], in: id)
    do throws(IdentityError) {
      try await projects.update(id) { (project) throws(IdentityError) in
        guard project.webhooks.count < Webhook.maximumCount else {
          throw .refused(
            .tooManyWebhooks, "A project may have at most \(Webhook.maximumCount) webhooks.")
        }
        project.webhooks.append(made)
      }
    } catch {
      try? await forget([made], in: id)
      throw error
    }
    return (made, secret.text)
  }

  /// Changes a webhook. If it is turned on, it continues where it stopped.
  ///
  /// - Throws: `WEBHOOK_NOT_FOUND`, `INVALID_WEBHOOK`, `INVALID_DISPLAY_NAME`, `PROJECT_NOT_FOUND`.
  public func change(_ name: String, _ change: WebhookChange, in id: ProjectID) async throws(IdentityError)
    -> Webhook
  {
    try check(change)
    let now = clock.now()
    let webhook = try await update(name, in: id) { change.apply(to: &$0, now: now) }
    if webhook.isEnabled, change.isEnabled == true || change.url != nil { try await resume(webhook, in: id) }
    return webhook
  }

  /// Deletes a webhook and its pending deliveries.
  ///
  /// - Throws: `WEBHOOK_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func delete(_ name: String, in id: ProjectID) async throws(IdentityError) {
    var deleted: Webhook?
    try await projects.update(id) { (project) throws(IdentityError) in
      guard let index = project.webhooks.firstIndex(where: { $0.id.hasSameBytes(as: name) }) else {
        throw Self.unknown(name)
      }
      deleted = project.webhooks.remove(at: index)
    }
    if let deleted { try await forget([deleted], in: id) }
  }

  /// Sets a new secret for a webhook. For a while, deliveries are signed with the former secret, too.
  ///
  /// - Returns: the secret, which is not shown again.
  /// - Throws: `INVALID_DURATION`, `WEBHOOK_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func rotateSecret(of name: String, keepingFormer seconds: Int64 = overlap, in id: ProjectID)
    async throws(IdentityError) -> Secret
  {
    guard Self.overlaps.contains(seconds) else {
      throw .refused(
        .invalidDuration, "The former secret stays good for 0 to \(Self.overlaps.upperBound) seconds.")
    }
    let secret = WebhookSecret(random: random)
    let sealed = try secret.sealed(for: name, in: id, sender.box)
    let now = clock.now()
    _ = try await update(name, in: id) { $0.replaceSecret(with: sealed, keepingFormer: seconds, now: now) }
    return secret.text
  }

  /// Sends the events of a period again, in parallel with new events. Replaces an earlier replay.
  ///
  /// - Parameters:
  ///   - start: the beginning of the period.
  ///   - end: the end of the period, exclusive; nil for now.
  /// - Throws: `INVALID_DURATION`, `WEBHOOK_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func replay(_ name: String, from start: Instant, to end: Instant? = nil, in id: ProjectID)
    async throws(IdentityError) -> Webhook
  {
    let end = min(end ?? .writable.upperBound, clock.now().adding(milliseconds: 1))
    guard start < end else {
      throw .refused(.invalidDuration, "The period ends before it begins, or begins in the future.")
    }
    let last = try await self.end(of: id)
    // Records are chained a moment after they are made, and nodes' clocks differ.
    let after = try await place(of: start.adding(seconds: -Self.drift), in: id, last)
    let through = try await place(of: end.adding(seconds: Self.drift), in: id, last)
    let replay = Webhook.Replay(
      id: random.alphanumeric(8), start: start, end: end, after: after, through: through)
    let former = try await self.webhook(name, in: id)
    try await storing { () async throws(StoreError) in
      try await audit.beginAuditCursor(of: former.consumer(of: replay), chain: id, at: after)
    }
    let webhook = try await update(name, in: id) { $0.replay = replay }
    try await forgetReplay(of: former, in: id)
    return webhook
  }

  /// Sends a message of the kind `webhook.test`, even to a webhook that is turned off.
  ///
  /// - Throws: `WEBHOOK_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func test(_ name: String, in id: ProjectID) async throws(IdentityError) -> WebhookAttempt {
    let webhook = try await webhook(name, in: id)
    let event = AuditEvent(
      id: random.alphanumeric(20), at: clock.now(), project: id,
      actor: AuditContext.current.actorText(about: nil), action: .update)
    let attempt = await sender.send(WebhookMessage(event: event, kind: .test), to: webhook, of: id).attempt
    try await storing { () async throws(StoreError) in try await audit.note([attempt], of: webhook.id) }
    return attempt
  }

  // MARK: Reading

  /// - Throws: `WEBHOOK_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func webhook(_ name: String, in id: ProjectID) async throws(IdentityError) -> Webhook {
    let project: Project?
    do throws(StoreError) { project = try await projects.store.project(id) } catch {
      throw IdentityError(error)
    }
    guard let project, id != .console else { throw .refused(.projectNotFound) }
    guard let found = project.webhooks.first(where: { $0.id.hasSameBytes(as: name) }) else {
      throw Self.unknown(name)
    }
    return found
  }

  /// Returns the last attempts, the newest first.
  public func attempts(of webhook: Webhook, limit: Int = WebhookAttempt.maximumCount)
    async throws(IdentityError) -> [WebhookAttempt]
  {
    try await storing { () async throws(StoreError) in
      try await audit.webhookAttempts(of: webhook.id, limit: limit)
    }
  }

  public func status(of webhook: Webhook, in id: ProjectID) async throws(IdentityError) -> WebhookStatus {
    try await storing { () async throws(StoreError) in
      let end = try await audit.auditHeads().first { $0.chain == id }?.sequence ?? 0
      let cursor = try await audit.auditCursor(of: webhook.consumer, chain: id)
      var status = WebhookStatus(
        waiting: try await waiting(webhook, nil, after: cursor.sequence, end: end, in: id),
        failures: cursor.failures, failingSince: cursor.failingSince)
      if cursor.failures > 0, cursor.leasedUntil > clock.now() { status.nextTry = cursor.leasedUntil }
      if let replay = webhook.replay {
        let cursor = try await audit.auditCursor(of: webhook.consumer(of: replay), chain: id)
        status.replayWaiting = try await waiting(
          webhook, replay, after: max(cursor.sequence, replay.after), end: replay.through, in: id)
      }
      return status
    }
  }

  // MARK: Parts

  /// Seconds by which the times of consecutive records may be out of order.
  private static let drift: Int64 = 300

  /// Notes that new webhooks receive events from now on. Called before they are stored.
  func begin(_ webhooks: [Webhook], in id: ProjectID) async throws(IdentityError) {
    guard !webhooks.isEmpty else { return }
    let place = try await end(of: id)
    for webhook in webhooks {
      try await storing { () async throws(StoreError) in
        try await audit.beginAuditCursor(of: webhook.consumer, chain: id, at: place)
      }
    }
  }

  /// Ends the wait after a webhook's last failure, so that the next attempt begins at once.
  func resume(_ webhook: Webhook, in id: ProjectID) async throws(IdentityError) {
    for consumer in webhook.consumers {
      try await storing { () async throws(StoreError) in
        try await audit.retryAuditCursor(of: consumer, chain: id)
      }
    }
  }

  /// Deletes the progress and attempts of deleted webhooks.
  func forget(_ webhooks: [Webhook], in id: ProjectID) async throws(IdentityError) {
    for webhook in webhooks {
      try await storing { () async throws(StoreError) in try await audit.forgetWebhook(webhook, in: id) }
    }
  }

  /// - Throws: `INVALID_WEBHOOK`, `INVALID_DISPLAY_NAME`.
  func check(_ change: WebhookChange) throws(IdentityError) {
    if let url = change.url { try sender.check(url) }
    if let text = change.description, !text.isEmpty { try RegisteredName.display(text) }
  }

  private func update(_ name: String, in id: ProjectID, _ change: (inout Webhook) -> Void)
    async throws(IdentityError) -> Webhook
  {
    var changed: Webhook?
    try await projects.update(id) { (project) throws(IdentityError) in
      guard let index = project.webhooks.firstIndex(where: { $0.id.hasSameBytes(as: name) }) else {
        throw Self.unknown(name)
      }
      change(&project.webhooks[index])
      changed = project.webhooks[index]
    }
    guard let changed else { throw Self.unknown(name) }
    return changed
  }

  private static func unknown(_ name: String) -> IdentityError {
    IdentityError(.missing, .webhookNotFound, "There is no webhook \(name.prefix(40)).")
  }

  private func forgetReplay(of webhook: Webhook, in id: ProjectID) async throws(IdentityError) {
    guard let replay = webhook.replay else { return }
    try await storing { () async throws(StoreError) in
      try await audit.forgetAuditCursor(of: webhook.consumer(of: replay), chain: id)
    }
  }

  /// Returns the place of the chain's last record.
  private func end(of id: ProjectID) async throws(IdentityError) -> Int64 {
    try await storing { () async throws(StoreError) in
      try await audit.sealAudit()
      return try await audit.auditHeads().first { $0.chain == id }?.sequence ?? 0
    }
  }

  /// Returns the place of the last record before a time. Uses binary search, because times ascend with
  /// places, except for differences of nodes' clocks.
  private func place(of moment: Instant, in id: ProjectID, _ last: Int64) async throws(IdentityError) -> Int64
  {
    try await storing { () async throws(StoreError) in
      let first = try await audit.auditRecords(of: id, after: 0, limit: 1).first?.sequence ?? last + 1
      var (low, high) = (first - 1, last)
      while low < high {
        let middle = low + (high - low + 1) / 2
        let record = try await audit.auditRecords(of: id, after: middle - 1, limit: 1).first
        // A record that cannot be read counts as old, so that the search continues after it.
        if record?.event.map({ $0.at < moment }) ?? true { low = middle } else { high = middle - 1 }
      }
      return low
    }
  }

  /// Returns the number of records that may contain messages for a webhook or a replay. A cursor moves only with
  /// messages, so the last records after it may contain no messages.
  private func waiting(
    _ webhook: Webhook, _ replay: Webhook.Replay?, after place: Int64, end: Int64, in id: ProjectID
  ) async throws(StoreError) -> Int64 {
    guard place < end else { return 0 }
    let records = try await audit.auditRecords(of: id, after: place, limit: WebhookPage.recordLimit)
    let page = WebhookPage(records, after: place, end: end) { $0.isSent(to: webhook, in: replay) }
    return page.messages.isEmpty && !page.isFull ? 0 : end - place
  }

  private func storing<Value>(_ body: () async throws(StoreError) -> Value) async throws(IdentityError)
    -> Value
  {
    do { return try await body() } catch { throw IdentityError(error) }
  }
}
