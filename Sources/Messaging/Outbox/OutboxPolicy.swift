import Identity

/// The limits of the outbox: how long and how often a message is tried, and how many messages may wait.
public struct OutboxPolicy: Sendable {
  /// The pauses between attempts to deliver one message. Each pause is twice the previous one, up to the longest. Each
  /// is shortened at random by up to half, so that messages that failed together are not tried again together.
  public struct Pauses: Sendable {
    /// The first pause in seconds.
    public var first: Int64
    /// The longest pause in seconds.
    public var longest: Int64

    public init(first: Int64, longest: Int64) {
      self.first = first
      self.longest = longest
    }

    /// Returns the number of milliseconds until the next attempt.
    ///
    /// - Parameter attempts: the number of attempts so far, at least 1.
    func milliseconds(after attempts: Int64, _ random: some RandomSource) -> Int64 {
      let doubled = min(first << min(max(attempts - 1, 0), 20), longest) * 1000
      let fraction = random.bytes(2).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return max(1, doubled - doubled / 2 * fraction / 65_535)
    }
  }

  /// The maximum number of waiting messages of one project and channel. Beyond it, requests that send a message are
  /// refused. For notices of changes to an account, the maximum is twice as high, because other limits apply to
  /// changes.
  public var maximumWaiting = 10_000
  public var mailPauses = Pauses(first: 5, longest: 900)
  public var smsPauses = Pauses(first: 2, longest: 30)
  public var revocationPauses = Pauses(first: 30, longest: 3_600)
  /// The pauses of a channel whose receiver is down. After each pause, one message is tried as a probe.
  public var channelPauses = Pauses(first: 2, longest: 60)
  /// The number of seconds for which a mail is tried. A mail with a code is given up when the code expires.
  public var mailLifetime: Int64 = 3 * 86_400
  /// The number of seconds for which a text message is tried. A user who waits for a text message soon
  /// requests another one.
  public var smsLifetime: Int64 = 300
  /// The number of seconds for which a revocation is tried.
  public var revocationLifetime: Int64 = 7 * 86_400
  /// The number of milliseconds between the moments at which mails are looked for: see ``DeliveryTicks``. A mail waits for
  /// at most twice as long.
  public var mailTick: Int64 = 500
  /// The interval of checks for entries that another process did not finish.
  public var pollInterval = Duration.seconds(1)
  /// The ``pollInterval`` of revocations, which are not urgent.
  public var revocationPollInterval = Duration.seconds(15)

  public init() {}

  /// The pause after a number of consecutive failures of the database. A disk may be full for hours, and each try adds
  /// a line to the log.
  func pause(afterFailures failures: Int) -> Duration {
    min(pollInterval * (1 << min(max(failures - 1, 0), 20)), max(pollInterval, .seconds(30)))
  }

  func pauses(of channel: OutboxEntry.Channel) -> Pauses {
    switch channel {
    case .mail: mailPauses
    case .sms: smsPauses
    case .revocation: revocationPauses
    }
  }

  /// Nil for a channel that is told of new entries at once. Only mails have decoys, so only the moment of a mail could
  /// reveal whether it has a recipient.
  func tick(of channel: OutboxEntry.Channel) -> Int64? {
    switch channel {
    case .mail: mailTick
    case .sms, .revocation: nil
    }
  }

  func pollInterval(of channel: OutboxEntry.Channel) -> Duration {
    channel == .revocation ? revocationPollInterval : pollInterval
  }
}
