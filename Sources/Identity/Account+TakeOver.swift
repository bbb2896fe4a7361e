extension Account {
  /// Hands the account to someone who proved that its address is theirs, when whoever had it before never
  /// did, or can no longer.
  ///
  /// Nothing that could let the other back in survives; every session has to be deleted in the same
  /// transaction. What an administrator gave the account stays: it was given to whoever has the address.
  public mutating func takeOver(now: Timestamp) {
    password = nil
    passwordUpdatedAt = nil
    phoneNumber = nil
    initialEmail = nil
    emailLinkSignIn = false
    factors = []
    links = []
    emailChanges = []
    displayName = nil
    photoURL = nil
    emailVerified = true
    revokeTokens(now: now)
  }
}
