/// How often something may be tried: a rule alone. What was tried is a ``State``, which is kept elsewhere.
///
/// One rule covers both kinds of limits, because both come to one moment from which on the next try is let in:
///
/// - a rate (``rate(_:per:)``): a token bucket, kept as the moment at which it is full again (the generic cell
///   rate algorithm, ITU-T I.371). Unlike a window that begins anew it lets nobody have two windows' tries at
///   its edge;
/// - a lock-out (``backOff(after:first:longest:memory:)``): a number of tries is free, and after each further
///   one the next has to wait twice as long as before.
///
/// A try that is refused changes nothing: who knocks at a closed door does not keep it closed.
///
/// The store carries the rule out in one statement; this type says what that statement has to do.
public struct Throttle: Sendable, Equatable {
  /// Milliseconds by which tries may be ahead of their pace.
  public let slack: Int64
  /// The number of the first try that the next one has to wait for.
  public let firstWaited: Int64
  /// Milliseconds of the first wait, at least 1.
  public let step: Int64
  /// Milliseconds of the longest wait, at least ``step``: each wait is twice the one before until then.
  public let longest: Int64
  /// Milliseconds after the end of a wait for which the tries are remembered.
  public let memory: Int64

  /// What was tried under a key.
  public struct State: Sendable, Equatable {
    public var tries: Int64
    public var opensAt: Instant
    /// From then on it is as if nothing had been tried.
    public var expiresAt: Instant

    public init(tries: Int64, opensAt: Instant, expiresAt: Instant) {
      self.tries = tries
      self.opensAt = opensAt
      self.expiresAt = expiresAt
    }
  }

  public enum Verdict: Sendable, Equatable {
    /// The try is let in, and this is to be kept.
    case counted(State)
    /// Milliseconds until a try may be let in, at least 1.
    case refused(wait: Int64)
  }

  /// Some tries at once, and as many again for every span of time, evenly.
  ///
  /// - Parameters:
  ///   - tries: at least 1.
  ///   - seconds: in which as many tries come back; at least 1.
  public static func rate(_ tries: Int, per seconds: Int64) -> Throttle {
    let tries = Int64(min(max(tries, 1), 1_000_000_000))
    let step = max(bounded(seconds) / tries, 1)
    return Throttle(slack: (tries - 1) * step, firstWaited: 1, step: step, longest: step, memory: 0)
  }

  /// The tries at once and the milliseconds in which as many come back, of one that is a rate.
  public var rate: (tries: Int64, milliseconds: Int64)? {
    guard firstWaited == 1, step == longest, memory == 0 else { return nil }
    let tries = slack / step + 1
    return (tries, tries * step)
  }

  /// The rule by which one try counts as several of a rate, which are let in together or not at all. The same state serves
  /// both.
  ///
  /// - Parameter count: 1 to the tries of ``rate``.
  public func together(_ count: Int64) -> Throttle {
    precondition(isRate && count >= 1 && (count - 1) * step <= slack, "more tries than the rate has")
    return Throttle(
      slack: slack - (count - 1) * step, firstWaited: 1, step: count * step, longest: count * step,
      memory: memory)
  }

  /// Some tries at once, then one after each wait.
  ///
  /// - Parameters:
  ///   - tries: at least 1: the last of them is followed by the first wait.
  ///   - first: seconds of the first wait.
  ///   - longest: seconds that no wait exceeds.
  ///   - memory: seconds after a wait's end in which nothing is tried, until all is forgotten.
  public static func backOff(after tries: Int, first: Int64, longest: Int64, memory: Int64) -> Throttle {
    let first = max(bounded(first), 1)
    return Throttle(
      slack: 0, firstWaited: Int64(min(max(tries, 1), 1_000_000_000)), step: first,
      longest: max(bounded(longest), first), memory: bounded(memory))
  }

  /// The same lock-out with another number of free tries, at least 1.
  public func waiting(after tries: Int) -> Throttle {
    Throttle(
      slack: slack, firstWaited: Int64(min(max(tries, 1), 1_000_000_000)), step: step, longest: longest,
      memory: memory)
  }

  /// Milliseconds, of at most ten years.
  private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, 0), 315_360_000) * 1_000 }

  /// Whether all waits are equal, so that a try can be given back.
  public var isRate: Bool { step == longest && firstWaited == 1 }

  /// How often the first wait can be doubled before it reaches the longest; 0 to 62.
  public var doublings: Int64 {
    var count: Int64 = 0
    while count < 62, step << count < longest { count += 1 }
    return count
  }

  /// Milliseconds that the next try has to wait for this one.
  public func wait(afterTry number: Int64) -> Int64 {
    guard number >= firstWaited else { return 0 }
    let doubled = number - firstWaited
    return doubled >= doublings ? longest : step << doubled
  }

  /// No rule brings the opening further ahead than this, in milliseconds. What stands beyond it was written by
  /// a clock that ran ahead by more than servers' clocks may (five minutes), as a development server's does
  /// that is set back.
  public var reach: Int64 { slack + longest + 300_000 }

  /// - Parameter state: what is kept; nil when nothing is.
  public func count(_ state: State?, now: Instant) -> Verdict {
    guard let state, !isForgotten(state, now: now) else {
      return .counted(Self.state(1, opensAt: now, wait: wait(afterTry: 1), memory))
    }
    // Before there is a wait nobody is early: who read the clock first may be counted second.
    guard state.tries < firstWaited || state.opensAt <= now.adding(milliseconds: slack) else {
      return .refused(wait: remainingWait(state, now: now))
    }
    let tries = state.tries + 1
    return .counted(
      Self.state(tries, opensAt: max(state.opensAt, now), wait: wait(afterTry: tries), memory))
  }

  /// One try less: it was none of what is counted. Only of a rate; a lock-out is ended by forgetting its tries.
  public func returningTry(to state: State) -> State {
    guard state.tries > 0 else { return state }
    return State(
      tries: state.tries - 1, opensAt: state.opensAt.adding(milliseconds: -returned),
      expiresAt: state.expiresAt.adding(milliseconds: -returned))
  }

  /// Milliseconds by which a returned try brings the opening forward.
  public var returned: Int64 { isRate ? step : 0 }

  /// Milliseconds until a try may be let in, at least 1.
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
