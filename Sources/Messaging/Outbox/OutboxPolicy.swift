import Identity

/// How long messages wait, how often they are tried, and how many may wait.
public struct OutboxPolicy: Sendable {
  /// The pauses between attempts at one message: the first, doubled each time, up to the longest. Each is cut
  /// by up to half at random, so that messages that failed together do not come back together.
  public struct Pauses: Sendable {
    /// Seconds.
    public var first: Int64
    /// Seconds.
    public var longest: Int64

    public init(first: Int64, longest: Int64) {
      self.first = first
      self.longest = longest
    }

    /// Milliseconds before the next attempt.
    ///
    /// - Parameter attempts: those that were made, at least 1.
    func milliseconds(after attempts: Int64, _ random: some RandomSource) -> Int64 {
      let doubled = min(first << min(max(attempts - 1, 0), 20), longest) * 1000
      let fraction = random.bytes(2).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return max(1, doubled - doubled / 2 * fraction / 65_535)
    }
  }

  /// Messages of one project and channel that may wait; past that a request for another is refused. Notices of what has
  /// happened to an account may fill as much again: they come of changes, which are limited elsewhere.
  public var maximumWaiting = 10_000
  public var mailPauses = Pauses(first: 5, longest: 900)
  public var smsPauses = Pauses(first: 2, longest: 30)
  public var revocationPauses = Pauses(first: 30, longest: 3_600)
  /// How long a channel is left alone whose other side is down. One message then tries whether it still is.
  public var channelPauses = Pauses(first: 2, longest: 60)
  /// Seconds for which a mail is tried at most. One with a code is given up when the code expires.
  public var mailLifetime: Int64 = 3 * 86_400
  /// Seconds for which a text message is tried at most: whoever waits for one asks for another soon.
  public var smsLifetime: Int64 = 300
  /// Seconds for which a revocation is tried at most.
  public var revocationLifetime: Int64 = 7 * 86_400
  /// How often it is looked whether another process has left something to deliver.
  public var pollInterval = Duration.seconds(1)
  /// ``pollInterval`` of revocations, for which nobody waits.
  public var revocationPollInterval = Duration.seconds(15)

  public init() {}

  /// How long the database is left alone that has failed this many times in a row: as on a disk that is full,
  /// there may be nothing to be had for hours, and each try leaves a line in the log.
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

  func pollInterval(of channel: OutboxEntry.Channel) -> Duration {
    channel == .revocation ? revocationPollInterval : pollInterval
  }
}
