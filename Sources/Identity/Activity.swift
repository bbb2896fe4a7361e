/// A user action that is counted, for the administrators of a project.
///
/// Counts identify no user: they contain no account, no address and no value that a client sent. Events that must not
/// be lost are in the audit log.
public struct Activity: Sendable, Hashable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A user created an account, or tried to. Accounts that an administrator creates or imports do not count.
    case signUp = "sign_up"
    /// A user proved who they are, or tried to. This includes creating an account. Continuing a sign-in, for example by
    /// exchanging a refresh token for a new ID token, does not count.
    case signIn = "sign_in"
    /// A user set a new password with a mailed code, or tried to.
    case passwordReset = "password_reset"
  }

  public enum Outcome: String, Sendable, CaseIterable {
    case success
    /// The first factor was right. The second factor is requested.
    case secondFactor = "second_factor"
    /// The attempt was wrong, unknown, expired or not allowed.
    case refused
    /// There were too many tries.
    case limited
    /// The server or a provider failed.
    case failed

    /// The outcome of an operation that threw.
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

  /// The length of time that a count covers.
  public enum Step: String, Sendable, CaseIterable {
    case hour
    /// A day in UTC.
    case day

    public var milliseconds: Int64 {
      switch self {
      case .hour: 3_600_000
      case .day: 86_400_000
      }
    }

    /// Returns the beginning of the step that contains a moment.
    public func start(of moment: Instant) -> Instant {
      let remainder = moment.milliseconds % milliseconds
      return moment.adding(milliseconds: remainder < 0 ? -remainder - milliseconds : -remainder)
    }
  }

  public var kind: Kind
  /// One of the server's own names for a way to sign in, or the id of one of the project's providers.
  public var provider: String
  public var outcome: Outcome

  public init(_ kind: Kind, by provider: String, _ outcome: Outcome) {
    self.kind = kind
    self.provider = provider
    self.outcome = outcome
  }
}

/// The number of times that users performed an activity within an hour or a day.
public struct ActivityCount: Sendable, Equatable {
  /// The maximum number of steps in one answer: more than a year of days, more than a month of hours.
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

/// Reads the activity counts. ``StoreWrite/countActivity(_:)`` writes them.
public protocol ActivityStore: Sendable {
  /// Returns the counts of steps that begin in a span of time, the oldest first. Omits steps without a count, and
  /// kinds that only a newer version knows.
  ///
  /// - Parameters:
  ///   - scope: without a tenant, a project with all its tenants.
  ///   - start: at most ``ActivityCount/maximumSteps`` steps before the end are read.
  func activity(
    in scope: Scope, by step: Activity.Step, from start: Instant, until end: Instant
  ) async throws(StoreError) -> [ActivityCount]

  /// Deletes counts of steps that began before a moment, the oldest first, and returns the number of deleted rows.
  ///
  /// - Parameter limit: the maximum number of rows to delete.
  func pruneActivity(
    by step: Activity.Step, before moment: Instant, limit: Int
  ) async throws(StoreError) -> Int
}
