extension Account {
  /// Sets a password by a mailed code, which proves the address. The caller must end every session in the same
  /// transaction.
  ///
  /// Second factors stay. Providers stay if the address was verified before. If the address was not verified and a
  /// person has signed in to the account, the providers are removed: that person may have linked a provider in order to
  /// sign in again later.
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
      // Name and photo are no ways to sign in. Most people who reset a password are the account's creators.
      (account.displayName, account.photoURL) = (displayName, photoURL)
    }
    account.password = hash
    account.passwordUpdatedAt = now
    return account
  }
}
