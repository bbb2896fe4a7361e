/// Decides what a verified phone number signs in to, or is linked to.
public enum PhoneSignInDecision: Sendable {
  case signIn(ProvedSignIn)
  /// The number is another user's, and is not taken from them: a proof of it signs in to that user's account.
  case withhold

  /// - Parameters:
  ///   - current: the account of the signed-in user who wants the number.
  ///   - owner: the account that has it.
  ///   - isByTemporaryProof: whether the number was withheld before.
  ///   - mayMakeAccount: whether the request is none that only signs in anew.
  /// - Throws: `PHONE_NUMBER_EXISTS`, `USER_NOT_FOUND`, `ADMIN_ONLY_OPERATION`, `USER_DISABLED`,
  ///   `UNSUPPORTED_FIRST_FACTOR`.
  public static func decide(
    _ number: String, current: (session: UserSession, account: Account)?, owner: Account?,
    isByTemporaryProof: Bool, mayMakeAccount: Bool, usersMaySignUp: Bool, in scope: Scope,
    newID: @autoclosure () -> AccountID, now: Instant
  ) throws(IdentityError) -> PhoneSignInDecision {
    if let current, let owner, owner.id != current.account.id {
      guard !isByTemporaryProof else { throw .refused(.phoneNumberExists) }
      return .withhold
    }
    if owner == nil, !mayMakeAccount { throw .refused(.userNotFound) }
    let known = current?.account ?? owner
    if known == nil, !usersMaySignUp { throw .refused(.adminOnlyOperation) }
    var account = known ?? Account(id: newID(), scope: scope, createdAt: now)
    if account.disabled { throw .refused(.userDisabled) }
    try account.requireNoSecondFactor()
    account.phoneNumber = number
    var signIn = ProvedSignIn(
      account: account, isNew: known == nil, facts: SignInFacts(provider: "phone"), method: "phone")
    signIn.stored = known
    if let current { signIn.goOn(from: current.session, of: current.account) }
    return .signIn(signIn)
  }
}

extension Account {
  /// A sign-in by phone cannot ask for a second factor: its answer has no place for the question.
  ///
  /// - Throws: `UNSUPPORTED_FIRST_FACTOR`.
  public func requireNoSecondFactor() throws(IdentityError) {
    guard factors.isEmpty else {
      throw .refused(
        .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
    }
  }
}
