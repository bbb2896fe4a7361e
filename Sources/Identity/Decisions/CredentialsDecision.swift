/// Adds an address and a password to the account of a signed-in user. The account's id stays.
public enum CredentialsDecision {
  /// Adds an address and a password. If the new credentials replace others, the account's earlier sessions end.
  ///
  /// - Parameters:
  ///   - session: must be recent, see ``UserSession/requireRecent(for:now:)``.
  ///   - emailOwner: the account that has the address, in any spelling.
  ///   - mayChangeAddress: true if an account that has an address may get another address without a mailed code.
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `EMAIL_EXISTS`, `OPERATION_NOT_ALLOWED`,
  ///   `EMAIL_CHANGE_NEEDS_VERIFICATION`.
  public static func adding(
    _ email: EmailAddress, _ hash: PasswordHash, profile: (displayName: String?, photoURL: String?),
    to before: Account, by session: UserSession, emailOwner: AccountID?, mayChangeAddress: Bool,
    secondFactors: SecondFactorPolicy, now: Instant
  ) throws(IdentityError) -> ProvedSignIn {
    try session.requireRecent(for: before, now: now)
    var account = before
    if account.email != email {
      if let emailOwner, emailOwner != account.id { throw .refused(.emailExists) }
      if account.email != nil { try requireChangeableAddress(mayChangeAddress) }
      if !account.isAnonymous, account.initialEmail == nil { account.initialEmail = account.email }
      account.emailVerified = false
    }
    let replaces = account.password != nil || account.email.map { $0 != email } == true
    account.email = email
    try account.requireVerifiedEmail(since: before, changedByUser: secondFactors)
    account.password = hash
    account.passwordUpdatedAt = now
    account.displayName = profile.displayName ?? account.displayName
    account.photoURL = profile.photoURL ?? account.photoURL
    if replaces { account.revokeTokens(now: now) }
    var signIn = ProvedSignIn(account: account, facts: SignInFacts(provider: "password"), method: "password")
    signIn.goOn(from: session, of: before)
    signIn.revokesSessions = replaces
    return signIn
  }

  /// Requires that users may change an address without a mailed code. E-mail enumeration protection forbids this
  /// change, because its error would reveal which addresses are registered.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED`.
  public static func requireChangeableAddress(_ isChangeable: Bool) throws(IdentityError) {
    guard isChangeable else {
      throw .refused(.operationNotAllowed, "Please verify the new email before changing email.")
    }
  }
}
