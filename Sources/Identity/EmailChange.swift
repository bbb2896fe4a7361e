/// A change of an account's address that whoever reads the mail of the former one can still undo.
public struct EmailChange: Sendable, Equatable, Codable {
  /// What the mailed code names.
  public var id: String
  /// Whether the former address had been proved to be the account's. Where not, ``RecoveryPolicy`` decides.
  public var wasVerified: Bool
  public var expiresAt: Instant
  /// The ways into the account before the change, but for those that a session added shortly before it: who takes an
  /// address may have added their own first. Nil for a change that an earlier version noted.
  public var waysBefore: [WayAddition.Way]?
  /// The account's passkeys before the change, as ``waysBefore``. Nil before there were any.
  public var passkeysBefore: [Passkey.ID]?
  /// When the password was set that the account had before the change; nil for one that was set shortly before it.
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
  /// Changes that can be undone at a time.
  public static let maximumEmailChanges = 16

  /// Remembers a change of address as the latest.
  ///
  /// - Returns: false when there are too many. Then it is this one that cannot be undone: the earlier ones lead
  ///   back further, to whoever had the account before all of them.
  public mutating func remember(_ change: EmailChange, now: Instant) -> Bool {
    emailChanges.removeAll { $0.expiresAt <= now }
    guard emailChanges.count < Self.maximumEmailChanges else { return false }
    emailChanges.append(change)
    return true
  }

  /// Takes every way in away that came with a change of the address, after it or shortly before: who made the change may
  /// have added their own. Second factors stay: no recovery gets past them.
  public mutating func dropWaysIn(since change: EmailChange) {
    guard let known = change.waysBefore else { return }
    links.removeAll { !known.contains($0.way) }
    passkeys.removeAll { change.passkeysBefore?.contains($0.id) != true }
    if let number = phoneNumber, !known.contains(.phone(number: number)) { phoneNumber = nil }
    guard passwordUpdatedAt != change.passwordUpdatedAt else { return }
    password = nil
    passwordUpdatedAt = nil
  }

  /// Forgets a change that was undone, and with it all that came after: whoever took the address could have put
  /// another in between, and come back by it. Earlier changes outrank it, and stay.
  public mutating func forgetEmailChanges(from id: String) {
    guard let index = emailChanges.firstIndex(where: { $0.id == id }) else { return }
    emailChanges.removeSubrange(index...)
  }
}
