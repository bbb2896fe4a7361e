/// Decides about sign-ins and linking by a mailed link.
public enum MailedLinkSignIn {
  /// Decides about a sign-in with the link, without a session.
  ///
  /// An account whose address was never verified is taken over. Its password, providers and sessions belong to a person
  /// who could not read the mail.
  ///
  /// - Parameters:
  ///   - email: the address that the link was mailed to.
  ///   - known: the account that has the address in exactly this spelling.
  ///   - holder: the account that has the address in another spelling, if no account has exactly this spelling.
  ///   - mailedAt: the time when the link was made.
  ///   - newID: the id of a new account, if one is created.
  /// - Throws: `USER_DISABLED`; `INVALID_OOB_CODE` for a link from before a revocation; the errors of
  ///     ``requireFree(_:for:holder:)``.
  public static func signIn(
    _ email: EmailAddress, known: Account?, holder: Account?, mailedAt: Instant, in scope: Scope,
    newID: @autoclosure () -> AccountID, now: Instant
  ) throws(IdentityError) -> ProvedSignIn {
    let facts = SignInFacts(provider: "password")
    guard let known else {
      try requireFree(email, holder: holder)
      var account = Account(id: newID(), scope: scope, createdAt: now)
      account.email = email
      account.emailVerified = true
      account.emailLinkSignIn = true
      return ProvedSignIn(account: account, isNew: true, facts: facts, method: "emailLink")
    }
    if known.disabled { throw .refused(.userDisabled) }
    var account = known
    let isTakeOver = !account.emailVerified
    // A revocation also invalidates earlier links. Links to an unverified address stay valid: otherwise, the former
    // holder could keep the owner out by revoking tokens.
    if !isTakeOver, known.hasRevoked(since: mailedAt) { throw .refused(.invalidOOBCode) }
    if isTakeOver { account.takeOver(now: now) }
    account.emailLinkSignIn = true
    var signIn = ProvedSignIn(account: account, facts: facts, method: "emailLink")
    signIn.stored = known
    signIn.revokesSessions = isTakeOver
    return signIn
  }

  /// Adds the address to the account of the signed-in user. Replacing an address needs a recent sign-in, ends the
  /// sessions and sends a notice.
  ///
  /// - Parameter holder: the account that has the address now, in any spelling.
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, the errors of ``requireFree(_:for:holder:)``.
  public static func linking(
    _ email: EmailAddress, to before: Account, by session: UserSession, holder: Account?,
    secondFactors: SecondFactorPolicy, now: Instant
  ) throws(IdentityError) -> ProvedSignIn {
    try session.requireRecent(for: before, now: now)
    // A session from before the second factor was enrolled must first prove that factor.
    guard session.signIn.isComplete(for: before, secondFactors) else {
      throw .refused(.credentialTooOldLoginAgain)
    }
    if before.email != email { try requireFree(email, for: before.id, holder: holder) }
    var account = before
    let replaces = before.email != nil && before.email != email
    if replaces {
      account.initialEmail = account.initialEmail ?? before.email
      account.revokeTokens(now: now)
    }
    account.email = email
    account.emailVerified = true
    account.emailLinkSignIn = true
    var signIn = ProvedSignIn(
      account: account, facts: SignInFacts(provider: "password"), method: "emailLink")
    signIn.goOn(from: session, of: before)
    signIn.revokesSessions = replaces
    return signIn
  }

  /// - Throws: `EMAIL_EXISTS` if an account has the address in any spelling; `INVALID_OOB_CODE` for an address in a
  ///   spelling that accounts no longer get.
  private static func requireFree(_ email: EmailAddress, for id: AccountID? = nil, holder: Account?)
    throws(IdentityError)
  {
    guard email.isNormalized else { throw .refused(.invalidOOBCode) }
    if let holder, holder.id != id { throw .refused(.emailExists) }
  }
}
