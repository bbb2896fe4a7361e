extension Account {
  /// Hands the account to someone who proved that its address is theirs, when whoever had it before never
  /// did, or can no longer.
  ///
  /// Nothing that could let the other back in survives; every session has to be ended in the same
  /// transaction. What an administrator gave the account stays: it was given to whoever has the address.
  /// Second factors stay, too: nobody enrols one before the address is verified, so that they are somebody's
  /// who proved it, and are to be proved by whoever proves it now.
  public mutating func takeOver(now: Instant) {
    password = nil
    passwordUpdatedAt = nil
    phoneNumber = nil
    initialEmail = nil
    emailLinkSignIn = false
    links = []
    passkeys = []
    emailChanges = []
    // An address that a stale session gave the account may be that of whoever takes it over.
    wayAdditions.removeAll { addition in
      if case .email = addition.way { false } else { true }
    }
    displayName = nil
    photoURL = nil
    emailVerified = true
    revokeTokens(now: now)
  }
}
