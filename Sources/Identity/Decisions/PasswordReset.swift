extension Account {
  /// Sets a password by a mailed code, which proves the address. The caller must end every session in the same
  /// transaction.
  ///
  /// Second factors stay. Providers stay, too, unless somebody has signed in to the account without ever proving the
  /// address: they may have linked a provider in order to come back.
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
      // They let nobody in, and most people who reset a password had the account all along.
      (account.displayName, account.photoURL) = (displayName, photoURL)
    }
    account.password = hash
    account.passwordUpdatedAt = now
    return account
  }
}
