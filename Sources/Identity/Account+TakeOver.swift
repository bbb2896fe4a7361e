extension Account {
  /// Gives the account to a person who proved that they own its address. The previous holder never proved the address,
  /// or can no longer prove it.
  ///
  /// Removes everything that the previous holder could use to sign in again. The caller must end every session in the
  /// same transaction. Values that an administrator set stay: they were meant for the owner of the address. Second
  /// factors stay, too. They can be enrolled only after the address is verified, so a person who proved the address
  /// enrolled them. The new owner must prove them.
  public mutating func takeOver(now: Instant) {
    password = nil
    passwordUpdatedAt = nil
    phoneNumber = nil
    initialEmail = nil
    emailLinkSignIn = false
    links = []
    passkeys = []
    emailChanges = []
    // The record of a recently added address stays: the added address may belong to the new owner.
    wayAdditions.removeAll { addition in
      if case .email = addition.way { false } else { true }
    }
    displayName = nil
    photoURL = nil
    emailVerified = true
    revokeTokens(now: now)
  }
}
