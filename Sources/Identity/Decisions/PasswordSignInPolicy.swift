/// Decides who signs in by a password, and which error others get.
public struct PasswordSignInPolicy: Sendable {
  /// True if an unknown address gets the same error as a wrong password.
  public var hidesAccounts: Bool
  /// The error to throw instead when too many guesses were made.
  public var exhaustion: IdentityError?

  public init(hidesAccounts: Bool, exhaustion: IdentityError?) {
    self.hidesAccounts = hidesAccounts
    self.exhaustion = exhaustion
  }

  private var refusal: IdentityError { exhaustion ?? .refused(.invalidLoginCredentials) }

  /// Decides once the password was looked at; the same work was done for an address that nobody has.
  ///
  /// - Parameters:
  ///   - found: nil where nobody has the address.
  ///   - isRight: whether the password is the account's, and the guess may be right.
  /// - Returns: the account, and the hash that the password was checked against.
  /// - Throws: `INVALID_LOGIN_CREDENTIALS`; where accounts are not hidden `EMAIL_NOT_FOUND`, `INVALID_PASSWORD`;
  ///   `USER_DISABLED`, which a hidden account tells to who knows its password.
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

  /// Decides anew on the account as it is stored by now.
  ///
  /// - Throws: what ``admit(_:isRight:)`` throws.
  public func readmit(_ stored: Account?) throws(IdentityError) -> Account {
    guard let stored else { throw hidesAccounts ? refusal : .refused(.emailNotFound) }
    if stored.disabled { throw .refused(.userDisabled) }
    return stored
  }

  public var wrongPassword: IdentityError { hidesAccounts ? refusal : .refused(.invalidPassword) }
}
