/// A one-time code that somebody asked for by mail: what it stands for, and whether anybody receives it.
public struct MailedCode: Sendable {
  public var code: OOBCode
  public var recipient: EmailAddress
  /// The address that the answer names instead of the code's, where it must not tell how an account's is spelled.
  public var answered: EmailAddress?
  /// The account's.
  public var displayName: String?
  /// False for a mail that only looks, from outside, as if it was sent.
  public var isDelivered = true

  /// A code that signs in by mailed link. It opens the address that it is mailed to: an account in the typed spelling
  /// gets it there.
  ///
  /// - Parameter holder: the account that has the typed spelling.
  public static func signIn(at typed: TypedEmail, holder: Account?, now: Instant) -> MailedCode {
    let email = holder?.email ?? typed.address
    return MailedCode(
      code: OOBCode(.emailSignIn, email: email, account: nil, now: now), recipient: email,
      answered: typed.candidates.first)
  }

  /// A code that sets a new password.
  ///
  /// - Parameters:
  ///   - hidesAccounts: true makes for an unknown address a code as long as any other, which nobody receives.
  ///   - newID: an id in place of the account's.
  /// - Throws: `EMAIL_NOT_FOUND`.
  public static func passwordReset(
    of typed: TypedEmail, account: Account?, hidesAccounts: Bool, newID: @autoclosure () -> AccountID,
    now: Instant
  ) throws(IdentityError) -> MailedCode {
    if account == nil, !hidesAccounts { throw .refused(.emailNotFound) }
    let email = account?.email ?? typed.address
    var code = OOBCode(.passwordReset, email: email, account: account, now: now)
    if account == nil {
      code.accountID = newID()
      code.passwordUpdatedAt = now
      code.accountCreatedAt = now
    }
    return MailedCode(
      code: code, recipient: email, answered: typed.candidates.first, displayName: account?.displayName,
      isDelivered: account != nil)
  }

  /// A code that verifies the account's own address.
  ///
  /// - Throws: `MISSING_EMAIL`.
  public static func verification(of account: Account, now: Instant) throws(IdentityError) -> MailedCode {
    guard let email = account.email else { throw .refused(.missingEmail) }
    return MailedCode(
      code: OOBCode(.verifyEmail, email: email, account: account, now: now), recipient: email,
      displayName: account.displayName)
  }

  /// A code that gives the account another address, mailed there.
  ///
  /// - Parameters:
  ///   - holder: the account that has the address, in whatever spelling.
  ///   - signedInAt: the sign-in of the user who asks; nil for an administrator.
  ///   - hidesAccounts: true answers for a taken address as for any other, and nobody receives the code.
  /// - Throws: `EMAIL_EXISTS`.
  public static func changeOfAddress(
    of account: Account, to newEmail: EmailAddress, holder: Account?, signedInAt: Instant?,
    hidesAccounts: Bool, now: Instant
  ) throws(IdentityError) -> MailedCode {
    if holder != nil, !hidesAccounts { throw .refused(.emailExists) }
    var code = OOBCode(.verifyAndChangeEmail, email: account.email, account: account, now: now)
    code.newEmail = newEmail
    code.signedInAt = signedInAt
    return MailedCode(
      code: code, recipient: newEmail, displayName: account.displayName, isDelivered: holder == nil)
  }
}
