/// Decides which account a verified phone number signs in to, or is linked to.
public enum PhoneSignInDecision: Sendable {
  case signIn(ProvedSignIn)
  /// The number belongs to another account and stays there. A temporary proof of the number signs in to that account.
  case withhold

  /// Decides about a verified phone number.
  ///
  /// - Parameters:
  ///   - current: the signed-in user who wants to link the number.
  ///   - owner: the account that has the number.
  ///   - isByTemporaryProof: true if the number was withheld before.
  ///   - mayMakeAccount: false for a request that only signs in again.
  /// - Throws: `PHONE_NUMBER_EXISTS`, `USER_NOT_FOUND`, `ADMIN_ONLY_OPERATION`, `USER_DISABLED`,
  ///   `UNSUPPORTED_FIRST_FACTOR`.
  public static func decide(
    _ number: String, current: (session: UserSession, account: Account)?, owner: Account?,
    isByTemporaryProof: Bool, mayMakeAccount: Bool, usersMaySignUp: Bool, secondFactors: SecondFactorPolicy,
    in scope: Scope, newID: @autoclosure () -> AccountID, now: Instant
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
    try account.requireNoSecondFactor(secondFactors)
    account.phoneNumber = number
    var signIn = ProvedSignIn(
      account: account, isNew: known == nil, facts: SignInFacts(provider: "phone"), method: "phone")
    signIn.stored = known
    if let current { signIn.goOn(from: current.session, of: current.account) }
    return .signIn(signIn)
  }
}

extension Account {
  /// Requires that the account has no second factor: the response to a sign-in by phone cannot request a second factor.
  ///
  /// - Throws: `UNSUPPORTED_FIRST_FACTOR`.
  public func requireNoSecondFactor(_ policy: SecondFactorPolicy) throws(IdentityError) {
    guard !hasSecondFactor(policy) else {
      throw .refused(
        .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
    }
  }
}
