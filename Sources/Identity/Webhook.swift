/// A URL to which a project's events are sent.
public struct Webhook: Sendable, Equatable, Codable {
  /// The maximum number of webhooks of a project.
  public static let maximumCount = 5

  /// The reason why the server disabled a webhook.
  public enum Ending: String, Sendable, Codable {
    /// The receiver answered 410.
    case gone
    /// The receiver accepted no message for ``patience``.
    case failing
  }

  /// A secret as it is stored.
  public struct SealedSecret: Sendable, Equatable, Codable {
    public var bytes: [UInt8]
    /// The time when a former secret stops signing. Nil for the current secret.
    public var expiresAt: Instant?

    public init(bytes: [UInt8], expiresAt: Instant? = nil) {
      self.bytes = bytes
      self.expiresAt = expiresAt
    }
  }

  /// A time span whose events are sent again.
  public struct Replay: Sendable, Equatable, Codable {
    public var id: String
    /// The first moment of the span.
    public var start: Instant
    /// The first moment after the span.
    public var end: Instant
    /// The place in the chain before the first record that may belong to the span.
    public var after: Int64
    /// The place of the last record that may belong to the span.
    public var through: Int64

    public init(id: String, start: Instant, end: Instant, after: Int64, through: Int64) {
      self.id = id
      self.start = start
      self.end = end
      self.after = after
      self.through = through
    }
  }

  /// The number of seconds without an accepted delivery after which a failing webhook is disabled.
  public static let patience: Int64 = 5 * 86_400

  /// A random text of letters and digits.
  public var id: String
  /// The name from the project file; nil for a webhook that was created in another way.
  public var name: String?
  public var url: String
  /// The purpose, in an administrator's words.
  public var description: String?
  public var isEnabled = true
  /// The kinds of events to send; empty for all.
  public private(set) var kinds: Set<WebhookEventKind>
  /// The times when kinds were added later. Earlier events of these kinds are sent only by a replay.
  public private(set) var additions: [WebhookEventKind: Instant] = [:]
  /// True if messages contain the account, as it is at the time of sending, and the client's address.
  public var includesUser: Bool
  /// At most two secrets. The current secret comes first.
  public var secrets: [SealedSecret]
  public var replay: Replay?
  /// Nil unless the server disabled the webhook.
  public var ending: Ending?
  public var createdAt: Instant

  public init(
    id: String, name: String? = nil, url: String, description: String? = nil,
    kinds: Set<WebhookEventKind> = [], includesUser: Bool = true, secrets: [SealedSecret], createdAt: Instant
  ) {
    self.id = id
    self.name = name
    self.url = url
    self.description = description
    self.kinds = kinds
    self.includesUser = includesUser
    self.secrets = secrets
    self.createdAt = createdAt
  }

  /// The names of the kinds to send, in their usual order; empty for all.
  public var kindNames: [String] { WebhookEventKind.allCases.filter(kinds.contains).map(\.rawValue) }

  public func sends(_ kind: WebhookEventKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }

  /// True if an event of this kind and moment is sent. False if the kind was added after the moment.
  public func sends(_ kind: WebhookEventKind, at moment: Instant) -> Bool {
    sends(kind) && additions[kind].map { $0 <= moment } ?? true
  }

  /// Replaces the kinds.
  ///
  /// - Parameter kinds: empty for all.
  public mutating func select(_ kinds: Set<WebhookEventKind>, now: Instant) {
    let former = self
    self.kinds = kinds.isSuperset(of: WebhookEventKind.subscribable) ? [] : kinds
    for kind in WebhookEventKind.subscribable {
      if !sends(kind) {
        additions[kind] = nil
      } else if !former.sends(kind) {
        additions[kind] = now
      }
    }
  }

  /// Begins to sign with a new secret. For a limited time, the former secret also signs.
  ///
  /// - Parameter seconds: the time for which the former secret still signs. 0 removes it at once.
  public mutating func replaceSecret(with sealed: SealedSecret, keepingFormer seconds: Int64, now: Instant) {
    var former = secrets.first
    former?.expiresAt = now.adding(seconds: seconds)
    secrets = [sealed] + (seconds == 0 ? [] : [former].compactMap(\.self))
  }

  /// The name of the webhook's cursor in the chain.
  public var consumer: String { "hook/\(id)" }

  /// The name of a replay's cursor in the chain.
  public func consumer(of replay: Replay) -> String { "hook/\(id)/\(replay.id)" }

  /// The names of all of the webhook's cursors in the chain.
  public var consumers: [String] { [consumer] + [replay.map(consumer(of:))].compactMap(\.self) }

  /// The context under which the secrets are sealed.
  public static func sealingContext(_ id: String, in project: ProjectID) -> String {
    "webhook/\(project)/\(id)"
  }
}
