/// The effect of a mailed code on the other ways into its account.
public enum EmailVerification: Sendable, Equatable {
  /// The address is verified, and nothing else changes.
  case verifies
  /// The address is verified, and every way in ends that its maker may have: nobody showed that the account is theirs.
  case endsOtherWaysIn
  /// Nothing happens before the account's user proves to be it.
  case needsProof

  /// Decides about a code that verifies the account's own address.
  ///
  /// An address that was verified before is verified once more without a loss: whoever reads its mail must not be able
  /// to drop what protects the account from them.
  ///
  /// - Parameters:
  ///   - isStrict: the project's setting.
  ///   - isProved: whether the code comes with a session or the password of the account.
  public static func ofOwnAddress(_ account: Account, isStrict: Bool, isProved: Bool) -> EmailVerification {
    isStrict && !isProved && !account.emailVerified ? .endsOtherWaysIn : .verifies
  }

  /// Decides about a code that gives the account a new address. Handing the account over to the new address's reader
  /// would hand it to a stranger wherever a user mistyped it, so that a strict project asks for the proof.
  public static func ofNewAddress(isStrict: Bool, isProved: Bool) -> EmailVerification {
    isStrict && !isProved ? .needsProof : .verifies
  }
}

extension Account {
  /// Ends every way in of whoever made the account, because the owner of its address says that they did not.
  ///
  /// The account and its address stay, unverified: the address cannot be registered anew by the same person, and its
  /// owner comes in by a reset. Second factors go, too: they are not the owner's. Every session has to be ended in the
  /// same transaction.
  public mutating func disown(now: Instant) {
    takeOver(now: now)
    factors = []
    emailVerified = false
  }

  /// Whether the owner of the address may say that the account is not theirs: while nobody proved the address. Later
  /// whoever reads its mail would get rid of the second factors.
  public var canBeDisowned: Bool { email != nil && !emailVerified }

  /// Whether nothing leads into the account but what will be mailed to its address.
  public var hasNoWayIn: Bool {
    password == nil && links.isEmpty && passkeys.isEmpty && phoneNumber == nil && !emailLinkSignIn
      && !customAuth
  }
}
