/// Decides what a signed-in user may do, depending on the age of their sign-in. A person who found an unlocked device
/// must not be able to take over the account.
public struct RecentSignInPolicy: Sendable {
  /// The number of seconds for which a sign-in is recent.
  public static let lifetime: Int64 = 300

  /// True if a session that is not recent cannot add a way to sign in.
  public var linkingRequiresRecentSignIn: Bool

  public init(linkingRequiresRecentSignIn: Bool) {
    self.linkingRequiresRecentSignIn = linkingRequiresRecentSignIn
  }

  /// The decision whether a session may add a way to sign in. Each case names the rule that applied.
  public enum Addition: Sendable, Equatable {
    /// The account has no credential yet with which its user could prove who they are.
    case anonymous
    case recent
    /// The way is added. For a day, a sign-in by this way does not count as recent: see ``WayAddition``.
    case stale(signedInAt: Instant)
    case refused
  }

  public static func isRecent(_ signedInAt: Instant, now: Instant) -> Bool {
    now.seconds - signedInAt.seconds <= lifetime
  }

  /// - Parameter isAnonymous: true if the session is anonymous and its account has always been anonymous.
  public func addition(signedInAt: Instant, isAnonymous: Bool, now: Instant) -> Addition {
    if isAnonymous { return .anonymous }
    if Self.isRecent(signedInAt, now: now) { return .recent }
    return linkingRequiresRecentSignIn ? .refused : .stale(signedInAt: signedInAt)
  }
}

extension Account {
  /// True if the account has never had another way to sign in. Every sign-in except the first changes ``lastLoginAt``.
  /// An anonymous account has no second sign-in, so a later time shows that another way was linked and unlinked.
  public var hasAlwaysBeenAnonymous: Bool { isAnonymous && lastLoginAt.map { $0 <= createdAt } != false }
}
