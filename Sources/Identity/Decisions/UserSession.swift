/// The session that a verified ID token belongs to.
public struct UserSession: Sendable, Equatable {
  public var accountID: AccountID
  public var scope: Scope
  /// The time when the user proved who they are.
  public var authenticatedAt: Instant
  /// The time when the token was issued.
  public var issuedAt: Instant
  /// The facts of the sign-in, for new tokens that continue it. Its additional claims do not include the account's
  /// custom claims.
  public var signIn: SignInFacts
  /// The account's token epoch in the token. It tells whether the token was issued before or after a revocation in the
  /// same second: see ``Account/tokenEpoch``.
  public var tokenEpoch: Int64

  public init(
    accountID: AccountID, scope: Scope, authenticatedAt: Instant, issuedAt: Instant, signIn: SignInFacts,
    tokenEpoch: Int64
  ) {
    self.accountID = accountID
    self.scope = scope
    self.authenticatedAt = authenticatedAt
    self.issuedAt = issuedAt
    self.signIn = signIn
    self.tokenEpoch = tokenEpoch
  }

  /// True if the account has not revoked the token.
  public func isValid(for account: Account) -> Bool {
    issuedAt.seconds > account.validSince.seconds
      || issuedAt.seconds == account.validSince.seconds && tokenEpoch == account.tokenEpoch
  }

  /// Requires that the token is valid.
  ///
  /// - Parameter mayLackFactor: true for operations that users without a required second factor may do. An account with
  ///   a second factor needs it for these operations, too.
  /// - Throws: `TOKEN_EXPIRED`. Also thrown if no second factor was proved, and the account now has a second factor or
  ///   now needs one.
  public func requireValid(
    for account: Account, secondFactors policy: SecondFactorPolicy, mayLackFactor: Bool = false
  ) throws(IdentityError) {
    guard isValid(for: account), signIn.isComplete(for: account, policy),
      mayLackFactor || signIn.meets(policy)
    else { throw .refused(.tokenExpired) }
  }

  /// Requires a recent sign-in, for everything that decides who owns the account: deletion, and changes of address or
  /// password. Exempts a user who signed in anonymously and still is anonymous: they have no credential to present
  /// again.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  public func requireRecent(for account: Account, now: Instant) throws(IdentityError) {
    let isRecent = RecentSignInPolicy.isRecent(authenticatedAt, now: now)
    guard isRecent || isAnonymous(account) else { throw .refused(.credentialTooOldLoginAgain) }
  }

  /// Checks that the user may add a way to sign in.
  ///
  /// - Returns: the time when the user of the session signed in. Nil for an anonymous user.
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  @discardableResult
  public func requireAddition(to account: Account, _ policy: RecentSignInPolicy, now: Instant)
    throws(IdentityError) -> Instant?
  {
    let addition = policy.addition(
      signedInAt: authenticatedAt, isAnonymous: isAnonymous(account), now: now)
    switch addition {
    case .anonymous: return nil
    case .recent: return authenticatedAt
    case .stale(let signedInAt): return signedInAt
    case .refused: throw .refused(.credentialTooOldLoginAgain)
    }
  }

  /// True if the session is anonymous and the account has always been anonymous.
  func isAnonymous(_ account: Account) -> Bool {
    account.hasAlwaysBeenAnonymous && signIn.provider == "anonymous"
  }

  /// The time of the proof, which the session keeps after its user adds a way to sign in. Linking is not a new proof: a
  /// person who found an unlocked device can link their own credential. Nil if the link is the account's first proof.
  func proofKept(linkingTo account: Account) -> Instant? {
    isAnonymous(account) ? nil : authenticatedAt
  }
}

extension SignInFacts {
  /// True if a second factor was proved, or the account has no second factor. False for sessions from before the first
  /// enrolment.
  public func isComplete(for account: Account, _ policy: SecondFactorPolicy) -> Bool {
    secondFactor != nil || !account.hasSecondFactor(policy)
  }
}
