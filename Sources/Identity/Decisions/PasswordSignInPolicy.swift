/// Decides who may sign in by password, and which error the others get.
public struct PasswordSignInPolicy: Sendable {
  /// True if an unknown address gets the same error as a wrong password.
  public var hidesAccounts: Bool
  /// The error to throw instead after too many guesses.
  public var exhaustion: IdentityError?

  public init(hidesAccounts: Bool, exhaustion: IdentityError?) {
    self.hidesAccounts = hidesAccounts
    self.exhaustion = exhaustion
  }

  private var refusal: IdentityError { exhaustion ?? .refused(.invalidLoginCredentials) }

  /// Decides after the password was checked. For an unknown address the same work was done.
  ///
  /// - Parameters:
  ///   - found: the account; nil if none has the address.
  ///   - isRight: whether the password is right and the guess was allowed.
  /// - Returns: the account, and the hash that the password was checked against.
  /// - Throws: `INVALID_LOGIN_CREDENTIALS`; if accounts are not hidden, `EMAIL_NOT_FOUND` and `INVALID_PASSWORD`;
  ///   `USER_DISABLED`, which a hidden account reveals only to a user who knows its password.
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
