import Identity
import Messaging
import Tokens

/// The page of the server's health.
struct HealthPage: Sendable {
  struct Check: Sendable {
    let name: String
    let isWell: Bool
  }

  struct Key: Sendable {
    let id: String
    let algorithm: String
    let state: String
    let isActive: Bool
    let age: String
    let signsFrom: String
    let publishedUntil: String
  }

  struct Channel: Sendable {
    let name: String
    let waiting: String
    let oldest: String?
    let delivered: String
    let deferred: String
    let lost: String
    let isTroubled: Bool
    let failure: String?
    /// In English, as in the log.
    let reason: String?
  }

  let isReady: Bool
  let checks: [Check]
  let version: String
  let database: String
  let runningFor: String
  let signer: String
  let passwords: String
  let signatures: String
  let keys: [Key]
  let rotation: String
  /// The time of the server's clock.
  let now: String
  let channels: [Channel]
  /// True if messages stay in the development inbox.
  let keepsMessages: Bool
  /// Nil if this server makes no copies.
  let backups: BackupView?
  let tabs: ActivityTabs

  static func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let (texts, health, now) = (request.texts, request.domain.observation.health, request.now)
    let checks = await health.checks()
    let queues = health.queues()
    let page = HealthPage(
      isReady: checks.values.allSatisfy(\.self),
      checks: checks.sorted { $0.key < $1.key }.map { name, isWell in
        Check(name: texts("health.check.\(name)"), isWell: isWell)
      },
      version: health.version, database: health.database,
      runningFor: texts.span(now.seconds - health.startedAt.seconds), signer: health.signer,
      passwords: texts(
        "health.queue",
        ["count": texts.number(queues.passwords), "most": texts.number(queues.maximumPasswords)]),
      signatures: texts.number(queues.signatures), keys: keys(request), rotation: rotation(request),
      now: texts.moment(now),
      channels: await channels(health, now, texts), keepsMessages: health.outbox == nil,
      backups: health.backups().map { BackupView($0, now: now, texts) },
      tabs: ActivityTabs(request, .health))
    return ConsolePage(
      section: .activity, title: texts("health.title"), template: "health", content: page)
  }

  private static func keys(_ request: ConsoleRequest) -> [Key] {
    let (ring, texts, now) = (request.domain.service.keyRing, request.texts, request.now)
    let active = Set(TokenAlgorithm.allCases.compactMap { try? ring.activeKey(of: $0, now: now).keyID })
    return ring.published(now: now).map { entry in
      let isActive = active.contains(entry.key.keyID)
      return Key(
        id: entry.key.keyID, algorithm: entry.key.algorithm.rawValue,
        state: texts(
          isActive ? "health.signs" : entry.activeFrom > now ? "health.signsLater" : "health.verifies"),
        isActive: isActive, age: texts.span(now.seconds - entry.createdAt.seconds),
        signsFrom: texts.moment(entry.activeFrom),
        publishedUntil: entry.retiredAt.map(texts.moment) ?? texts("health.notReplaced"))
    }
  }

  /// The moment at which the next key begins to sign.
  private static func rotation(_ request: ConsoleRequest) -> String {
    let now = request.now
    let next = request.domain.service.keyRing.published(now: now).map(\.activeFrom).filter { $0 > now }.min()
    guard let next else { return request.texts("health.noRotation") }
    return request.texts("health.nextRotation", ["moment": request.texts.moment(next)])
  }

  private static func channels(
    _ health: ServerHealth, _ now: Instant, _ texts: ConsoleTexts
  ) async -> [Channel] {
    var channels: [Channel] = []
    let messages = (health.outbox?.configuredChannels ?? []).sorted { $0.rawValue < $1.rawValue }
    for channel in messages + (health.revocations == nil ? [] : [.revocation]) {
      let outbox = channel == .revocation ? health.revocations : health.outbox
      // If the depth cannot be read, the page shows a dash: the check of the database has failed, too.
      let depth = try? await outbox?.depth(of: channel)
      let counts = health.tally.counts(of: channel)
      let isIdle = depth?.waiting == 0 && counts.delivered + counts.deferred + counts.lost == 0
      // Most projects do not revoke access, and few have a mail server or SMS gateway of their own.
      if isIdle, channel == .revocation || outbox?.sends(channel) == false { continue }
      channels.append(
        Channel(
          name: texts("health.channel.\(channel.rawValue)"),
          waiting: depth.map { texts.number($0.waiting) } ?? "–",
          oldest: depth?.oldest.map { texts.span(now.seconds - $0.seconds) },
          delivered: texts.number(counts.delivered), deferred: texts.number(counts.deferred),
          lost: texts.number(counts.lost), isTroubled: counts.lost > 0,
          failure: counts.failure.map { texts.moment($0.at) },
          reason: counts.failure.map(\.reason).flatMap { $0.isEmpty ? nil : $0 }))
    }
    return channels
  }
}
