/// The effect of a mailed code on the account's other ways to sign in.
public enum EmailVerification: Sendable, Equatable {
  /// The address is verified, and nothing else changes.
  case verifies
  /// The address is verified. Every way to sign in that the account's creator may have is removed, because no proof of
  /// ownership came with the code.
  case endsOtherWaysIn
  /// Nothing happens until the account's user signs in.
  case needsProof

  /// Decides about a code that verifies the account's own address.
  ///
  /// If the address was already verified, nothing is removed: a person who only reads its mail must not be able to
  /// remove the account's other protection.
  ///
  /// - Parameters:
  ///   - isStrict: the project's setting.
  ///   - isProved: true if the code comes with a session or the password of the account.
  public static func ofOwnAddress(_ account: Account, isStrict: Bool, isProved: Bool) -> EmailVerification {
    isStrict && !isProved && !account.emailVerified ? .endsOtherWaysIn : .verifies
  }

  /// Decides about a code that gives the account a new address. A user may have mistyped the address. Without a proof,
  /// a stranger who reads its mail could get the account. So a strict project requires a proof.
  public static func ofNewAddress(isStrict: Bool, isProved: Bool) -> EmailVerification {
    isStrict && !isProved ? .needsProof : .verifies
  }
}

extension Account {
  /// Removes every way to sign in of the account's creator, because the owner of its address says that they did not
  /// create the account.
  ///
  /// The account keeps its address as unverified. So the creator cannot register the address again, and the owner of
  /// the address can sign in after a password reset. Second factors are removed, too: they do not belong to the owner
  /// of the address. The caller must end every session in the same transaction.
  public mutating func disown(now: Instant) {
    takeOver(now: now)
    factors = []
    emailVerified = false
  }

  /// True if the owner of the address may say that the account is not theirs. This is allowed only while the address is
  /// unverified. Otherwise, anyone who reads its mail could remove the second factors.
  public var canBeDisowned: Bool { email != nil && !emailVerified }
}
