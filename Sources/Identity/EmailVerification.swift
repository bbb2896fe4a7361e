/// The effect of a mailed code on the other ways into its account.
public enum EmailVerification: Sendable, Equatable {
  /// The address is verified, and nothing else changes.
  case verifies
  /// The address is verified, and every way to sign in that its creator may have ends: nobody proved that the account
  /// is theirs.
  case endsOtherWaysIn
  /// Nothing happens until the account's user signs in.
  case needsProof

  /// Decides about a code that verifies the account's own address.
  ///
  /// An address that was already verified is verified again without a loss: the reader of its mail must not be able
  /// to remove what protects the account from them.
  ///
  /// - Parameters:
  ///   - isStrict: the project's setting.
  ///   - isProved: whether the code comes with a session or the password of the account.
  public static func ofOwnAddress(_ account: Account, isStrict: Bool, isProved: Bool) -> EmailVerification {
    isStrict && !isProved && !account.emailVerified ? .endsOtherWaysIn : .verifies
  }

  /// Decides about a code that gives the account a new address. A user may have mistyped it, and handing the account
  /// to the reader of the new address would give it to a stranger. So a strict project asks for proof.
  public static func ofNewAddress(isStrict: Bool, isProved: Bool) -> EmailVerification {
    isStrict && !isProved ? .needsProof : .verifies
  }
}

extension Account {
  /// Removes every way to sign in of the account's creator, because the owner of its address says that they did not
  /// create it.
  ///
  /// The account and its address stay, unverified: so the creator cannot register the address again, and its owner
  /// can sign in after a password reset. Second factors are removed, too: they are not the owner's. The caller must
  /// end every session in the same transaction.
  public mutating func disown(now: Instant) {
    takeOver(now: now)
    factors = []
    emailVerified = false
  }

  /// True if the owner of the address may say that the account is not theirs: only while nobody has proved the
  /// address. Later, anyone who reads its mail could get rid of the second factors.
  public var canBeDisowned: Bool { email != nil && !emailVerified }

  /// True if only mail to its address leads into the account.
  public var hasNoWayIn: Bool {
    password == nil && links.isEmpty && passkeys.isEmpty && phoneNumber == nil && !emailLinkSignIn
      && !customAuth
  }
}
