/// Decides who may sign in by password, and which error other users get.
public struct PasswordSignInPolicy: Sendable {
  /// True if an unknown address gets the same error as a wrong password.
  public var hidesAccounts: Bool
  /// The error to throw instead of the usual one after too many guesses.
  public var exhaustion: IdentityError?

  public init(hidesAccounts: Bool, exhaustion: IdentityError?) {
    self.hidesAccounts = hidesAccounts
    self.exhaustion = exhaustion
  }

  private var refusal: IdentityError { exhaustion ?? .refused(.invalidLoginCredentials) }

  /// Decides after the password was checked. For an unknown address, the caller must have done the same work.
  ///
  /// - Parameters:
  ///   - found: the account. Nil if no account has the address.
  ///   - isRight: true if the password is right and the guess was allowed.
  /// - Returns: the account, and the hash that the password was checked against.
  /// - Throws: `INVALID_LOGIN_CREDENTIALS`. If accounts are not hidden, `EMAIL_NOT_FOUND` and `INVALID_PASSWORD`.
  ///   `USER_DISABLED`; if accounts are hidden, only a user who knows the password gets it.
  public func admit(_ found: Account?, isRight: Bool) throws(IdentityError)
    -> (account: Account, hash: PasswordHash)
  {
    guard let known = found, let hash = known.password else {
      if hidesAccounts { throw refusal }
      guard let found else { throw .refused(.emailNotFound) }
      throw .refused(found.disabled ? .userDisabled : .invalidPassword)
    }
    if known.disabled, !hidesAccounts || isRight { throw .refused(.userDisabled) }
    guard isRight else { throw wrongPassword }
    return (known, hash)
  }

  /// Decides again on the account as it is stored now.
  ///
  /// - Throws: the errors of ``admit(_:isRight:)``.
  public func readmit(_ stored: Account?) throws(IdentityError) -> Account {
    guard let stored else { throw hidesAccounts ? refusal : .refused(.emailNotFound) }
    if stored.disabled { throw .refused(.userDisabled) }
    return stored
  }

  public var wrongPassword: IdentityError { hidesAccounts ? refusal : .refused(.invalidPassword) }
}
