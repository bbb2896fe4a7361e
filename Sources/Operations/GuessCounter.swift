import Identity
import IdentityWire

/// Bounds how often a code may be guessed: one counter for each thing that is guessed, by whichever way, and kept
/// with the accounts, so that it outlives a restart. A guess counts before it is looked at.
struct GuessCounter: Sendable {
  /// Guesses within ``window``.
  static let limit = 10
  /// Seconds.
  static let window: Int64 = 900
  /// Guesses within a day: few enough that nobody gets anywhere by patience either (NIST SP 800-63B section
  /// 5.2.2).
  static let dailyLimit = 100

  private let key: String

  /// The code of a number that is to sign in.
  static func firstFactor(_ phoneNumber: String) -> GuessCounter {
    GuessCounter(key: "sms-code/\(phoneNumber)")
  }

  /// The code or password of a second factor.
  static func secondFactor(_ enrollmentID: String, of account: AccountID) -> GuessCounter {
    GuessCounter(key: "second-factor/\(enrollmentID)/\(account)")
  }

  /// The code of a number, or a password, that is to become a second factor.
  static func enrollment(of account: AccountID) -> GuessCounter {
    GuessCounter(key: "enrollment/\(account)")
  }

  fileprivate func counting(in scope: Scope, now: Timestamp) -> [StoreWrite] {
    [
      .countAttempt(
        key: key, scope: scope, limit: Self.limit, expiresAt: now.adding(seconds: Self.window), now: now),
      .countAttempt(
        key: dayKey, scope: scope, limit: Self.dailyLimit, expiresAt: now.adding(seconds: 86_400), now: now),
    ]
  }

  /// Forgets the guesses: one was right. To be applied with what that allows.
  func clearing(in scope: Scope) -> [StoreWrite] {
    [.clearAttempts(key: key, scope: scope), .clearAttempts(key: dayKey, scope: scope)]
  }

  private var dayKey: String { "day/" + key }
}

extension IdentityService {
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func count(_ counter: GuessCounter, _ caller: Caller, now: Timestamp) async throws(WireError) {
    try await storing { () async throws(StoreError) in
      try await store.apply(counter.counting(in: caller.scope, now: now))
    }
  }
}
