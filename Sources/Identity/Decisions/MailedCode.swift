/// A requested one-time code with its recipient. ``isDelivered`` says whether the mail is really sent.
public struct MailedCode: Sendable {
  public var code: OOBCode
  public var recipient: EmailAddress
  /// The address to name in the response instead of the code's address. Set if the response must not reveal how the
  /// account's address is spelled.
  public var answered: EmailAddress?
  /// The account's display name, for the mail.
  public var displayName: String?
  /// False if no mail is sent although the response says so.
  public var isDelivered = true

  /// Makes a code that signs in by mailed link. The code is mailed to the address for which it is valid. This is the
  /// account's address if an account matches the typed address.
  ///
  /// - Parameter holder: the account that matches the typed address.
  public static func signIn(at typed: TypedEmail, holder: Account?, now: Instant) -> MailedCode {
    let email = holder?.email ?? typed.address
    return MailedCode(
      code: OOBCode(.emailSignIn, email: email, account: nil, now: now), recipient: email,
      answered: typed.candidates.first)
  }

  /// Makes a code that sets a new password.
  ///
  /// - Parameters:
  ///   - hidesAccounts: true makes a code for an unknown address, too. This code is as long as any other, and is not
  ///     mailed.
  ///   - newID: the account id in a code for an unknown address.
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

  /// Makes a code that verifies the account's own address.
  ///
  /// - Throws: `MISSING_EMAIL`.
  public static func verification(of account: Account, now: Instant) throws(IdentityError) -> MailedCode {
    guard let email = account.email else { throw .refused(.missingEmail) }
    return MailedCode(
      code: OOBCode(.verifyEmail, email: email, account: account, now: now), recipient: email,
      displayName: account.displayName)
  }

  /// Makes a code that gives the account another address. The code is mailed to that address.
  ///
  /// - Parameters:
  ///   - holder: the account that has the address, in any spelling.
  ///   - signedInAt: the time when the requesting user signed in. Nil for an administrator.
  ///   - hidesAccounts: true gives the same response for a taken address as for any other. The code is not mailed.
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
