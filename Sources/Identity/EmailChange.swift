/// A change of an account's address. A person who reads the mail of the former address can still undo it.
public struct EmailChange: Sendable, Equatable, Codable {
  /// The change's id, which the mailed code contains.
  public var id: String
  /// True if the former address was verified. If the address was not verified, ``RecoveryPolicy`` decides whether it
  /// can recover the account.
  public var wasVerified: Bool
  public var expiresAt: Instant
  /// The ways to sign in before the change. Ways that a session added shortly before are not included, because a thief
  /// may have added them. Nil for a change that an earlier version recorded.
  public var waysBefore: [WayAddition.Way]?
  /// The account's passkeys before the change, selected like ``waysBefore``. Nil for a change from before passkeys
  /// existed.
  public var passkeysBefore: [Passkey.ID]?
  /// All passkeys before the change, however young. Nil for a change that an earlier version recorded.
  public var passkeysAtChange: [Passkey.ID]?
  /// The password that the account had before the change was set at this time. Nil if that password was set shortly
  /// before the change.
  public var passwordUpdatedAt: Instant?

  public init(id: String, wasVerified: Bool, expiresAt: Instant) {
    self.id = id
    self.wasVerified = wasVerified
    self.expiresAt = expiresAt
  }

  /// - Parameter before: the account before the change.
  public init(id: String, of before: Account, expiresAt: Instant, now: Instant) {
    self.init(id: id, wasVerified: before.emailVerified, expiresAt: expiresAt)
    waysBefore = before.settledWays(at: now)
    passkeysBefore = before.settledPasskeys(at: now)
    passkeysAtChange = before.passkeys.map(\.id)
    passwordUpdatedAt = before.settledPassword(at: now)
  }
}

extension Account {
  /// The maximum number of changes that can be undone at a time.
  public static let maximumEmailChanges = 16

  /// Records a change of address as the latest.
  ///
  /// - Returns: false if too many changes are recorded. This change can then not be undone. The earlier changes matter
  ///   more: undoing them returns the account to its first owner.
  public mutating func remember(_ change: EmailChange, now: Instant) -> Bool {
    emailChanges.removeAll { $0.expiresAt <= now }
    guard emailChanges.count < Self.maximumEmailChanges else { return false }
    emailChanges.append(change)
    return true
  }

  /// Removes every way to sign in that was added after a change of the address or shortly before it. The person who
  /// changed the address may have added these ways. Second factors stay: recovering an address never removes them.
  public mutating func dropWaysIn(since change: EmailChange) {
    guard let known = change.waysBefore else { return }
    links.removeAll { !known.contains($0.way) }
    passkeys.removeAll { change.passkeysBefore?.contains($0.id) != true }
    if let number = phoneNumber, !known.contains(.phone(number: number)) { phoneNumber = nil }
    guard passwordUpdatedAt != change.passwordUpdatedAt else { return }
    password = nil
    passwordUpdatedAt = nil
  }

  /// Forgets a change that was undone, and all later changes: a thief could have changed the address again, in order to
  /// undo that change later. Earlier changes stay.
  public mutating func forgetEmailChanges(from id: String) {
    guard let index = emailChanges.firstIndex(where: { $0.id == id }) else { return }
    emailChanges.removeSubrange(index...)
  }
}
