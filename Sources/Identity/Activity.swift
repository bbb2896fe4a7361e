/// Something that users do, as it is counted for those who look after a project.
///
/// Counts are no record of anybody: they hold no account, no address and nothing that a client sent. What must not be
/// lost stands in the audit log.
public struct Activity: Sendable, Hashable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Somebody made themselves an account, or tried to by itself. Accounts that an administrator makes or imports
    /// are none.
    case signUp = "sign_up"
    /// Somebody proved who they are, or tried to; by making an account, too. What goes on from a sign-in, such as
    /// a new ID token for a refresh token, is none.
    case signIn = "sign_in"
    /// Somebody set a new password with a code that was mailed to them, or tried to.
    case passwordReset = "password_reset"
  }

  public enum Outcome: String, Sendable, CaseIterable {
    case success
    /// The first factor was right; the second is asked for.
    case secondFactor = "second_factor"
    /// Wrong, unknown, expired, not allowed.
    case refused
    /// Too many tries.
    case limited
    /// The server or a provider failed.
    case failed

    /// What an operation came to that threw.
    public init(error: any Error) {
      guard let error = error as? IdentityError else {
        self = .failed
        return
      }
      switch error.kind {
      case .busy: self = .limited
      case .unavailable, .unimplemented: self = .failed
      case .refused, .missing, .conflict, .malformed, .forbidden:
        self = error.refusal == .tooManyAttemptsTryLater ? .limited : .refused
      }
    }
  }

  /// For how long a count is.
  public enum Step: String, Sendable, CaseIterable {
    case hour
    /// Of UTC.
    case day

    public var milliseconds: Int64 {
      switch self {
      case .hour: 3_600_000
      case .day: 86_400_000
      }
    }

    /// The step in which a moment is.
    public func start(of moment: Instant) -> Instant {
      let remainder = moment.milliseconds % milliseconds
      return moment.adding(milliseconds: remainder < 0 ? -remainder - milliseconds : -remainder)
    }
  }

  public var kind: Kind
  /// One of the server's own words for a way to sign in, or the id of a provider that the project has.
  public var provider: String
  public var outcome: Outcome

  public init(_ kind: Kind, by provider: String, _ outcome: Outcome) {
    self.kind = kind
    self.provider = provider
    self.outcome = outcome
  }
}

/// How often something was done within an hour or a day.
public struct ActivityCount: Sendable, Equatable {
  /// What one answer may be about: more than a year of days, more than a month of hours.
  public static let maximumSteps: Int64 = 1_000

  /// A project with all its tenants, or one tenant.
  public var scope: Scope
  public var activity: Activity
  /// The beginning of the hour or the day.
  public var startsAt: Instant
  public var count: Int64

  public init(_ activity: Activity, in scope: Scope, startsAt: Instant, count: Int64) {
    self.scope = scope
    self.activity = activity
    self.startsAt = startsAt
    self.count = count
  }
}

/// What was counted, as it is read. It is written by ``StoreWrite/countActivity(_:)``.
public protocol ActivityStore: Sendable {
  /// What was counted in steps that begin in a span of time, the oldest first. Steps in which nothing was counted
  /// are left out, and so is what a newer version counts.
  ///
  /// - Parameters:
  ///   - scope: without a tenant, a project with all its tenants.
  ///   - start: no more than ``ActivityCount/maximumSteps`` steps before the end are looked at.
  func activity(
    in scope: Scope, by step: Activity.Step, from start: Instant, until end: Instant
  ) async throws(StoreError) -> [ActivityCount]

  /// Deletes counts of steps that began before a moment, the oldest first, and says how many rows went.
  ///
  /// - Parameter limit: rows at most.
  func pruneActivity(
    by step: Activity.Step, before moment: Instant, limit: Int
  ) async throws(StoreError) -> Int
}
