/// A rule that limits how often an action may be tried. The tries are counted in a ``State``, which is stored
/// separately.
///
/// One rule covers both kinds of limits, because both only need one moment from which the next try is allowed:
///
/// - a rate (``rate(_:per:)``): a token bucket, stored as the moment at which the bucket is full again (the generic
///   cell rate algorithm, ITU-T I.371). A fixed window would allow the tries of two windows at their boundary;
/// - a lock-out (``backOff(after:first:longest:memory:)``): some tries are free, and each further try doubles the wait
///   for the next try.
///
/// A refused try changes nothing: it does not extend the wait.
///
/// The store applies the rule in one statement. This type specifies the result of that statement.
public struct Throttle: Sendable, Equatable {
  /// The milliseconds by which tries may come before their regular time.
  public let slack: Int64
  /// The number of the first try after which there is a wait.
  public let firstWaited: Int64
  /// Milliseconds of the first wait, at least 1.
  public let step: Int64
  /// The longest wait in milliseconds, at least ``step``. Up to this limit, each wait is twice as long as the previous
  /// wait.
  public let longest: Int64
  /// The number of milliseconds after the end of a wait until the tries are forgotten.
  public let memory: Int64

  /// The counted tries of one key.
  public struct State: Sendable, Equatable {
    public var tries: Int64
    public var opensAt: Instant
    /// The time when the state expires. An expired state counts as no tries.
    public var expiresAt: Instant

    public init(tries: Int64, opensAt: Instant, expiresAt: Instant) {
      self.tries = tries
      self.opensAt = opensAt
      self.expiresAt = expiresAt
    }
  }

  public enum Verdict: Sendable, Equatable {
    /// The try is allowed, and this state must be stored.
    case counted(State)
    /// Milliseconds until a try may be allowed, at least 1.
    case refused(wait: Int64)
  }

  /// Allows a number of tries at once, and restores them evenly over a time span.
  ///
  /// - Parameters:
  ///   - tries: at least 1.
  ///   - seconds: the time span in which all tries are restored; at least 1.
  public static func rate(_ tries: Int, per seconds: Int64) -> Throttle {
    let tries = Int64(min(max(tries, 1), 1_000_000_000))
    let step = max(bounded(seconds) / tries, 1)
    return Throttle(slack: (tries - 1) * step, firstWaited: 1, step: step, longest: step, memory: 0)
  }

  /// The number of tries that are allowed at once, and the milliseconds in which all are restored. Nil for a lock-out.
  public var rate: (tries: Int64, milliseconds: Int64)? {
    guard firstWaited == 1, step == longest, memory == 0 else { return nil }
    let tries = slack / step + 1
    return (tries, tries * step)
  }

  /// Returns a rule that counts one try as several tries of this rate, which are allowed together or not at all. The
  /// new rule uses the same state.
  ///
  /// - Parameter count: at least 1, and at most the number of tries of ``rate``.
  public func together(_ count: Int64) -> Throttle {
    precondition(isRate && count >= 1 && (count - 1) * step <= slack, "more tries than the rate has")
    return Throttle(
      slack: slack - (count - 1) * step, firstWaited: 1, step: count * step, longest: count * step,
      memory: memory)
  }

  /// Allows a number of tries at once, and then one try after each wait.
  ///
  /// - Parameters:
  ///   - tries: at least 1. The first wait begins after the last of these tries.
  ///   - first: the first wait in seconds.
  ///   - longest: the longest wait in seconds.
  ///   - memory: the number of seconds without a try, counted from the end of a wait, after which all tries are
  ///     forgotten.
  public static func backOff(after tries: Int, first: Int64, longest: Int64, memory: Int64) -> Throttle {
    let first = max(bounded(first), 1)
    return Throttle(
      slack: 0, firstWaited: Int64(min(max(tries, 1), 1_000_000_000)), step: first,
      longest: max(bounded(longest), first), memory: bounded(memory))
  }

  /// Returns the same lock-out with another number of free tries, at least 1.
  public func waiting(after tries: Int) -> Throttle {
    Throttle(
      slack: slack, firstWaited: Int64(min(max(tries, 1), 1_000_000_000)), step: step, longest: longest,
      memory: memory)
  }

  /// Converts seconds to milliseconds, at most ten years.
  private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, 0), 315_360_000) * 1_000 }

  /// True if all waits are equal, so that a try can be restored.
  public var isRate: Bool { step == longest && firstWaited == 1 }

  /// The number of times that the first wait can be doubled before it reaches the longest; 0 to 62.
  public var doublings: Int64 {
    var count: Int64 = 0
    while count < 62, step << count < longest { count += 1 }
    return count
  }

  /// The milliseconds between this try and the next allowed try.
  public func wait(afterTry number: Int64) -> Int64 {
    guard number >= firstWaited else { return 0 }
    let doubled = number - firstWaited
    return doubled >= doublings ? longest : step << doubled
  }

  /// The greatest distance in milliseconds between now and a valid ``State/opensAt``. It includes five minutes, by
  /// which the clocks of servers may differ. A later value is ignored, because it was written while the clock was
  /// ahead. For example, the clock of a development server was set forward and then back.
  public var reach: Int64 { slack + longest + 300_000 }

  /// Counts one try, or refuses it.
  ///
  /// - Parameter state: the stored state. Nil if there is none.
  public func count(_ state: State?, now: Instant) -> Verdict {
    guard let state, !isForgotten(state, now: now) else {
      return .counted(Self.state(1, opensAt: now, wait: wait(afterTry: 1), memory))
    }
    // A lock-out never refuses its free tries, even if this caller's clock is behind that of the previous caller.
    guard state.tries < firstWaited || state.opensAt <= now.adding(milliseconds: slack) else {
      return .refused(wait: remainingWait(state, now: now))
    }
    let tries = state.tries + 1
    return .counted(
      Self.state(tries, opensAt: max(state.opensAt, now), wait: wait(afterTry: tries), memory))
  }

  /// Removes a try that was counted although its action did not happen. The wait of a lock-out stays: it ends only when
  /// its tries are forgotten.
  public func returningTry(to state: State) -> State {
    guard state.tries > 0 else { return state }
    return State(
      tries: state.tries - 1, opensAt: state.opensAt.adding(milliseconds: -returned),
      expiresAt: state.expiresAt.adding(milliseconds: -returned))
  }

  /// The milliseconds by which the opening becomes earlier if a try is removed.
  public var returned: Int64 { isRate ? step : 0 }

  /// Milliseconds until a try may be allowed, at least 1.
  public func remainingWait(_ state: State, now: Instant) -> Int64 {
    max(state.opensAt.milliseconds - slack - now.milliseconds, 1)
  }

  private func isForgotten(_ state: State, now: Instant) -> Bool {
    state.expiresAt <= now || state.opensAt > now.adding(milliseconds: reach)
  }

  private static func state(_ tries: Int64, opensAt: Instant, wait: Int64, _ memory: Int64) -> State {
    let opensAt = opensAt.adding(milliseconds: wait)
    return State(tries: tries, opensAt: opensAt, expiresAt: opensAt.adding(milliseconds: memory))
  }
}
