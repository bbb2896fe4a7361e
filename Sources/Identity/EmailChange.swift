/// A change of an account's address that the reader of the former address's mail can still undo.
public struct EmailChange: Sendable, Equatable, Codable {
  /// The id by which the mailed code names the change.
  public var id: String
  /// True if the former address was verified. If not, ``RecoveryPolicy`` decides.
  public var wasVerified: Bool
  public var expiresAt: Instant
  /// The ways to sign in before the change, except those that a session added shortly before it: a thief may have
  /// added their own first. Nil for a change that an earlier version recorded.
  public var waysBefore: [WayAddition.Way]?
  /// The account's passkeys before the change, as for ``waysBefore``. Nil for a change from before passkeys existed.
  public var passkeysBefore: [Passkey.ID]?
  /// The time when the account's password before the change was set. Nil if that was shortly before the change.
  public var passwordUpdatedAt: Instant?

  public init(id: String, wasVerified: Bool, expiresAt: Instant) {
    self.id = id
    self.wasVerified = wasVerified
    self.expiresAt = expiresAt
  }

  /// - Parameter before: the account as it was.
  public init(id: String, of before: Account, expiresAt: Instant, now: Instant) {
    self.init(id: id, wasVerified: before.emailVerified, expiresAt: expiresAt)
    waysBefore = before.settledWays(at: now)
    passkeysBefore = before.settledPasskeys(at: now)
    passwordUpdatedAt = before.settledPassword(at: now)
  }
}

extension Account {
  /// The maximum number of changes that can be undone at a time.
  public static let maximumEmailChanges = 16

  /// Records a change of address as the latest.
  ///
  /// - Returns: false if there are too many. Then this change cannot be undone. The earlier changes are more important:
  ///   undoing them leads back to the account's first owner.
  public mutating func remember(_ change: EmailChange, now: Instant) -> Bool {
    emailChanges.removeAll { $0.expiresAt <= now }
    guard emailChanges.count < Self.maximumEmailChanges else { return false }
    emailChanges.append(change)
    return true
  }

  /// Removes every way to sign in that was added after a change of the address or shortly before it: the person who
  /// changed the address may have added their own. Second factors stay: no recovery bypasses them.
  public mutating func dropWaysIn(since change: EmailChange) {
    guard let known = change.waysBefore else { return }
    links.removeAll { !known.contains($0.way) }
    passkeys.removeAll { change.passkeysBefore?.contains($0.id) != true }
    if let number = phoneNumber, !known.contains(.phone(number: number)) { phoneNumber = nil }
    guard passwordUpdatedAt != change.passwordUpdatedAt else { return }
    password = nil
    passwordUpdatedAt = nil
  }

  /// Forgets a change that was undone, and all later ones: a thief could have put another change in between, to come
  /// back by it. Earlier changes have precedence and stay.
  public mutating func forgetEmailChanges(from id: String) {
    guard let index = emailChanges.firstIndex(where: { $0.id == id }) else { return }
    emailChanges.removeSubrange(index...)
  }
}
