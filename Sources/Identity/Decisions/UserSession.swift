/// The session of a verified ID token.
public struct UserSession: Sendable, Equatable {
  public var accountID: AccountID
  public var scope: Scope
  /// When the user proved who they are.
  public var authenticatedAt: Instant
  /// When the token was issued.
  public var issuedAt: Instant
  /// How the sign-in happened: what a token that goes on from it must say too. Custom claims of the account are not among
  /// the additional claims.
  public var signIn: SignInFacts
  /// Which revocation the token follows, where its date alone does not say: see ``Account/tokenEpoch``.
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

  /// - Parameter requiresFactor: see ``MultiFactorSettings/requiresFactor(now:)``; false for what users without a factor
  ///   may do.
  /// - Throws: `TOKEN_EXPIRED`, also where the account has second factors by now and none was proved, and where one is
  ///   required by now.
  public func requireValid(for account: Account, requiresFactor: Bool) throws(IdentityError) {
    guard isValid(for: account), signIn.isComplete(for: account), signIn.meets(requiresFactor: requiresFactor)
    else { throw .refused(.tokenExpired) }
  }

  /// For what decides who the account belongs to: deleting it, and changing its address or password. A user who
  /// signed in anonymously, and still is anonymous, has nothing to prove themselves with once more.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  public func requireRecent(for account: Account, now: Instant) throws(IdentityError) {
    let isRecent = RecentSignInPolicy.isRecent(authenticatedAt, now: now)
    guard isRecent || isAnonymous(account) else { throw .refused(.credentialTooOldLoginAgain) }
  }

  /// For adding a way to sign in.
  ///
  /// - Returns: when the user of the session had signed in; nil for one who is anonymous.
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

  /// True if the session is anonymous and the account has always been.
  func isAnonymous(_ account: Account) -> Bool {
    account.hasAlwaysBeenAnonymous && signIn.provider == "anonymous"
  }

  /// The moment of the proof that the session goes on to rest on when its user links something: whoever found
  /// an unlocked device can link what is their own. Nil where the link is the first proof of all.
  func proofKept(linkingTo account: Account) -> Instant? {
    isAnonymous(account) ? nil : authenticatedAt
  }
}

extension SignInFacts {
  /// True if a second factor was proved, or the account has none. Sessions from before the first enrolment fail.
  public func isComplete(for account: Account) -> Bool { account.factors.isEmpty || secondFactor != nil }
}
