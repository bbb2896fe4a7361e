/// Decides what a signed-in user may do by the age of their sign-in. Somebody who found an unlocked device must not
/// be able to take over the account.
public struct RecentSignInPolicy: Sendable {
  /// Seconds for which a sign-in is recent.
  public static let lifetime: Int64 = 300

  /// True if a session that is not recent cannot add a way to sign in.
  public var linkingRequiresRecentSignIn: Bool

  public init(linkingRequiresRecentSignIn: Bool) {
    self.linkingRequiresRecentSignIn = linkingRequiresRecentSignIn
  }

  /// The decision whether a session may add a way to sign in, by its rule.
  public enum Addition: Sendable, Equatable {
    /// The account has no user yet who could prove who they are.
    case anonymous
    case recent
    /// The way is added. Signing in by it does not count as recent for a day: see ``WayAddition``.
    case stale(signedInAt: Instant)
    case refused
  }

  public static func isRecent(_ signedInAt: Instant, now: Instant) -> Bool {
    now.seconds - signedInAt.seconds <= lifetime
  }

  /// - Parameter isAnonymous: whether the session is anonymous and its account has always been.
  public func addition(signedInAt: Instant, isAnonymous: Bool, now: Instant) -> Addition {
    if isAnonymous { return .anonymous }
    if Self.isRecent(signedInAt, now: now) { return .recent }
    return linkingRequiresRecentSignIn ? .refused : .stale(signedInAt: signedInAt)
  }
}

extension Account {
  /// True if the account never had another way to sign in. Every sign-in but the first changes ``lastLoginAt``, and
  /// an anonymous account has no second one. So linking and unlinking leave a trace.
  public var hasAlwaysBeenAnonymous: Bool { isAnonymous && lastLoginAt.map { $0 <= createdAt } != false }
}
