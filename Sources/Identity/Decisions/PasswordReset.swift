extension Account {
  /// Sets a password by a mailed code, which proves the address. Every session has to be ended in the same transaction.
  ///
  /// Second factors stay, and so do providers, unless somebody has been signed in who never proved the address: they may
  /// have linked them to come back by.
  ///
  /// - Throws: `USER_DISABLED`.
  public func resettingPassword(to hash: PasswordHash, now: Instant) throws(IdentityError) -> Account {
    if disabled { throw .refused(.userDisabled) }
    var account = self
    if emailVerified || lastLoginAt == nil {
      account.emailVerified = true
      account.revokeTokens(now: now)
    } else {
      account.takeOver(now: now)
      // Nobody gets in by them, and most who reset a password had the account all along.
      (account.displayName, account.photoURL) = (displayName, photoURL)
    }
    account.password = hash
    account.passwordUpdatedAt = now
    return account
  }
}
