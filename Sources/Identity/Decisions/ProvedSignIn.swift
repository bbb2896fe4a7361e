/// A sign-in whose first factor was proved. Nothing has been written for it yet.
///
/// It is decided in three steps, with calls of blocking functions between them: admission
/// (``admit(linking:maySignUp:now:)``), the second factor (``missingFactor(_:)``,
/// ``needsSecondFactor(_:)``), and the writes
/// (``complete(_:now:)``, ``writes(now:)``).
public struct ProvedSignIn: Sendable {
  /// The account to store.
  public var account: Account
  public var isNew = false
  /// True if the new account was already counted, before costly work was done for it.
  public var isCounted = false
  /// The account as it was read; nil for a new one.
  public var stored: Account?
  public var facts: SignInFacts
  /// The sign-in method that blocking functions receive. Nil for anonymous users and custom tokens: the functions are
  /// not called.
  public var method: String?
  /// The provider's identity, for blocking functions.
  public var identity: ProviderIdentity?
  /// The address that the sign-in proved, by a link that was mailed to it.
  public var provedEmail: EmailAddress?
  /// The session in which the user added a way to sign in. Nil for a new sign-in.
  public var continued: UserSession?
  /// The time when the user of the session began to add a way to sign in. Nil means now. The sign-in must have been
  /// recent at that time.
  public var begunAt: Instant?
  /// The time when the user proved who they are. Nil means now.
  public var authenticatedAt: Instant?
  /// The writes that redeem the sign-in's one-time evidence.
  public var consumptions: [StoreWrite] = []
  /// True if the account's earlier sessions end.
  public var revokesSessions = false

  public init(account: Account, isNew: Bool = false, facts: SignInFacts, method: String?) {
    self.account = account
    self.isNew = isNew
    self.facts = facts
    self.method = method
  }

  /// Continues the session of a user who adds a way to sign in to their account. The user stays signed in. The sign-in
  /// keeps the session's claims and its second factor, if there was one.
  ///
  /// - Parameter account: the account before the change.
  public mutating func goOn(from session: UserSession, of account: Account) {
    continued = session
    stored = account
    authenticatedAt = session.proofKept(linkingTo: account)
    facts.secondFactor = session.signIn.secondFactor
    facts.additionalClaims = session.signIn.additionalClaims.merging(facts.additionalClaims) { _, new in new }
    facts.attributes = facts.attributes ?? session.signIn.attributes
  }

  /// True if `beforeCreate` is called: for a new account, and for an anonymous one that stops being anonymous.
  public var makesUser: Bool {
    method != nil && (isNew || stored?.isAnonymous == true && !account.isAnonymous)
  }

  /// True if the new account counts against its network's limit. An account that a custom token creates does not count:
  /// an administrator's service issues these tokens.
  public var isToBeCounted: Bool { isNew && !isCounted && facts.provider != Self.custom }

  /// Accepts the sign-in, whose first factor is proved, and records the way to sign in that a session added.
  ///
  /// - Parameter maySignUp: whether users may create accounts.
  /// - Throws: `USER_DISABLED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `ADMIN_ONLY_OPERATION`.
  public mutating func admit(linking policy: RecentSignInPolicy, maySignUp: Bool, now: Instant)
    throws(IdentityError)
  {
    if account.disabled { throw .refused(.userDisabled) }
    if let continued, let stored {
      let begunAt = begunAt ?? now
      let signedInAt = try continued.requireAddition(to: stored, policy, now: begunAt)
      account.noteAdditions(since: stored, bySignInAt: signedInAt, now: begunAt)
    }
    if isNew { try Self.requireSignUp(by: facts.provider, maySignUp: maySignUp) }
  }

  /// - Throws: `ADMIN_ONLY_OPERATION`.
  public static func requireSignUp(by provider: String, maySignUp: Bool) throws(IdentityError) {
    guard maySignUp || provider == custom else { throw .refused(.adminOnlyOperation) }
  }

  private static let custom = "custom"

  /// True if a second factor has to be proved before tokens are issued.
  public func needsSecondFactor(_ policy: SecondFactorPolicy) -> Bool {
    !facts.isComplete(for: account, policy)
  }

  /// The pending credential's content.
  public var pending: MFAPendingCredential {
    var identity = identity
    identity?.redemption = nil
    // The epoch is from before a takeover, which ends earlier sessions only once the second factor is proved.
    return MFAPendingCredential(
      accountID: account.id, tokenEpoch: (stored ?? account).tokenEpoch, facts: facts, method: method,
      identity: identity, provedEmail: provedEmail)
  }

  /// Sets the time of the sign-in.
  ///
  /// - Returns: the time when the user proved who they are. Nil means now.
  public mutating func complete(_ sessions: SessionPolicy, now: Instant) -> Instant? {
    // At a first sign-in, both times are equal: apps recognise new users by this.
    account.lastLoginAt = isNew ? account.createdAt : now
    account.lastRefreshAt = account.lastLoginAt
    return continued == nil
      ? account.authenticatedAt(signingInBy: facts.provider, sessions, now: now) : authenticatedAt
  }

  public func writes(now: Instant) -> [StoreWrite] {
    var writes = consumptions
    writes.append(write)
    if revokesSessions { writes.append(.endSessions(of: account, now: now)) }
    return writes
  }

  /// The writes for the proofs of a sign-in that gets no tokens. The account does not record this sign-in.
  public func proofs(now: Instant) -> [StoreWrite] { account == stored ? consumptions : writes(now: now) }

  /// If only the times change, they are recorded without a new version, so that concurrent sign-ins do not conflict.
  private var write: StoreWrite {
    if isNew { return .insertAccount(account) }
    guard var known = stored, let time = account.lastLoginAt else { return .updateAccount(account) }
    (known.lastLoginAt, known.lastRefreshAt) = (time, time)
    return account == known
      ? .recordSignIn(account.id, account.scope, version: known.version, at: time) : .updateAccount(account)
  }

  /// The changes of sign-in methods that are reported to the user by mail.
  public var noticeableChanges: SignInMethodChanges {
    guard let stored, continued != nil || !revokesSessions else { return SignInMethodChanges() }
    var changes = account.signInMethodChanges(since: stored)
    // A user who followed a mailed link needs no notice: it would go to the same mailbox.
    if continued == nil { changes.added.removeAll { $0 == .emailLink } }
    return changes
  }
}
