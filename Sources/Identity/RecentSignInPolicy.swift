/// Decides what a signed-in user may do by the age of their sign-in. Whoever found an unlocked device must not be able to
/// take the account away.
public struct RecentSignInPolicy: Sendable {
  /// Seconds for which a sign-in is recent.
  public static let lifetime: Int64 = 300

  /// Whether a session that is not recent adds no way to sign in.
  public var linkingRequiresRecentSignIn: Bool

  public init(linkingRequiresRecentSignIn: Bool) {
    self.linkingRequiresRecentSignIn = linkingRequiresRecentSignIn
  }

  /// Whether a session may add a way to sign in, and by which rule.
  public enum Addition: Sendable, Equatable {
    /// The account has nobody yet who could prove to be its user.
    case anonymous
    case recent
    /// The way is added. Signing in by it is not recent for a day: see ``WayAddition``.
    case stale(signedInAt: Instant)
    case refused
  }

  public static func isRecent(_ signedInAt: Instant, now: Instant) -> Bool {
    now.seconds - signedInAt.seconds <= lifetime
  }

  /// - Parameter isAnonymous: whether the session is an anonymous one of an account that has always been anonymous.
  public func addition(signedInAt: Instant, isAnonymous: Bool, now: Instant) -> Addition {
    if isAnonymous { return .anonymous }
    if Self.isRecent(signedInAt, now: now) { return .recent }
    return linkingRequiresRecentSignIn ? .refused : .stale(signedInAt: signedInAt)
  }
}

extension Account {
  /// Whether nobody ever had another way in. Every sign-in but the first moves ``lastLoginAt``, and an anonymous account
  /// has no second one: what was linked and unlinked leaves a trace.
  public var hasAlwaysBeenAnonymous: Bool { isAnonymous && lastLoginAt.map { $0 <= createdAt } != false }
}
