/// The reason why a user without a second factor gets no tokens if a second factor is required. The server issues no
/// limited tokens instead. A back end that checks only the signature of ID tokens would accept a limited token as a
/// full one.
public enum FactorRequirement: Sendable, Equatable {
  /// The user may enrol a factor, and then sign in again.
  case enrolment
  /// The user signed in by a method that has no second factors: see ``UserSession/requireEnrolment(for:)``.
  case otherFirstFactor
  /// The user continued a session, which has ended.
  case endedSession
}

extension ProvedSignIn {
  /// The reason why a sign-in without a second factor gets no tokens. Nil if it gets tokens.
  ///
  /// Also nil if the account has a second factor, which must then be proved: see ``needsSecondFactor(_:)``.
  public func missingFactor(_ policy: SecondFactorPolicy) -> FactorRequirement? {
    guard policy.isRequired, facts.secondFactor == nil else { return nil }
    if continued != nil { return .endedSession }
    guard !account.hasSecondFactor(policy) else { return nil }
    return facts.allowsSecondFactor ? .enrolment : .otherFirstFactor
  }
}

extension SignInFacts {
  /// The sign-in methods that cannot be combined with a second factor.
  private static let withoutSecondFactor: Set = ["anonymous", "phone", "custom", "gc.apple.com"]

  /// True if second factors can be enrolled after this sign-in.
  public var allowsSecondFactor: Bool { !Self.withoutSecondFactor.contains(provider) }

  /// True if the session may continue although a second factor is required.
  public func meets(_ policy: SecondFactorPolicy) -> Bool { secondFactor != nil || !policy.isRequired }
}

/// The content of an enrolment credential: the proved first factor of a user who must enrol a second one. The
/// credential is valid only for that enrolment.
public struct FactorEnrolmentCredential: Sendable, Codable {
  /// Seconds. The user may have to verify their address first.
  public static let lifetime: Int64 = 1_800

  public var accountID: AccountID
  /// The account's token epoch when the credential was issued. A later revocation invalidates the credential.
  public var tokenEpoch: Int64
  public var facts: SignInFacts
  public var authenticatedAt: Instant
  /// The time when the credential was issued. The sign-in must have been recent at that time.
  public var begunAt: Instant

  /// - Parameter account: the account as stored when the credential is issued.
  public init(for account: Account, _ facts: SignInFacts, authenticatedAt: Instant, begunAt: Instant) {
    accountID = account.id
    tokenEpoch = account.tokenEpoch
    self.facts = facts
    self.authenticatedAt = authenticatedAt
    self.begunAt = begunAt
  }

  /// The session to which the enrolment belongs.
  ///
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL` after a revocation, if the account now has a second factor (the user
  ///   must then prove it), or if a new account has the id of the deleted one.
  public func session(of account: Account, _ policy: SecondFactorPolicy) throws(IdentityError) -> UserSession
  {
    let session = UserSession(
      accountID: account.id, scope: account.scope, authenticatedAt: authenticatedAt, issuedAt: begunAt,
      signIn: facts, tokenEpoch: tokenEpoch)
    guard account.tokenEpoch == tokenEpoch, session.isValid(for: account), !account.hasSecondFactor(policy)
    else { throw .refused(.invalidMFAPendingCredential) }
    return session
  }
}
