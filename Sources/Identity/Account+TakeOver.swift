extension Account {
  /// Hands the account to someone who proved that they own its address. The previous holder never proved that, or no
  /// longer can.
  ///
  /// Removes everything that could let the previous holder back in. The caller must end every session in the same
  /// transaction. What an administrator gave the account stays: it was given to the owner of the address. Second
  /// factors stay, too. They are enrolled only after the address is verified, so they belong to somebody who proved
  /// it, and the new owner must prove them.
  public mutating func takeOver(now: Instant) {
    password = nil
    passwordUpdatedAt = nil
    phoneNumber = nil
    initialEmail = nil
    emailLinkSignIn = false
    links = []
    passkeys = []
    emailChanges = []
    // An address that a stale session added may be the address of the person who takes the account over.
    wayAdditions.removeAll { addition in
      if case .email = addition.way { false } else { true }
    }
    displayName = nil
    photoURL = nil
    emailVerified = true
    revokeTokens(now: now)
  }
}
