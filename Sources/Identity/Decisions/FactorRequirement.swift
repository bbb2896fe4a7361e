/// A sign-in of a user who has no second factor where one is required. It gives no tokens: a back end that verifies ID
/// tokens by their signature would take a token with a mark of ours for a full one.
public enum FactorRequirement: Sendable, Equatable {
  /// The user may enrol a factor, and sign in again after that.
  case enrolment
  /// The user came by a way in that has no second factors: see ``UserSession/requireEnrolment(for:)``.
  case otherFirstFactor
  /// The user went on from a session, which has ended.
  case endedSession
}

extension ProvedSignIn {
  /// What keeps a sign-in from tokens for want of a second factor; nil for nothing.
  ///
  /// - Parameter requiresFactor: see ``MultiFactorSettings/requiresFactor(now:)``.
  public func missingFactor(requiresFactor: Bool) -> FactorRequirement? {
    guard requiresFactor, facts.secondFactor == nil, account.factors.isEmpty else { return nil }
    if continued != nil { return .endedSession }
    return facts.allowsSecondFactor ? .enrolment : .otherFirstFactor
  }
}

extension SignInFacts {
  /// The ways in that have no second factors.
  private static let withoutSecondFactor: Set = ["anonymous", "phone", "custom", "gc.apple.com"]

  /// True if second factors can be enrolled after such a sign-in.
  public var allowsSecondFactor: Bool { !Self.withoutSecondFactor.contains(provider) }

  /// True if the session may go on where a second factor is required.
  public func meets(requiresFactor: Bool) -> Bool { secondFactor != nil || !requiresFactor }
}

/// What an enrolment credential stands for: a proved first factor of a user who has to enrol a second one. It is good for
/// that alone.
public struct FactorEnrolmentCredential: Sendable, Codable {
  /// Seconds. The user may have to verify their address first.
  public static let lifetime: Int64 = 1_800

  public var accountID: AccountID
  /// A revocation meanwhile ends it.
  public var tokenEpoch: Int64
  public var facts: SignInFacts
  public var authenticatedAt: Instant
  /// When the credential was made: the sign-in has to be recent then.
  public var begunAt: Instant

  /// - Parameter account: as it is stored with the credential.
  public init(for account: Account, _ facts: SignInFacts, authenticatedAt: Instant, begunAt: Instant) {
    accountID = account.id
    tokenEpoch = account.tokenEpoch
    self.facts = facts
    self.authenticatedAt = authenticatedAt
    self.begunAt = begunAt
  }

  /// The session that the enrolment rests on.
  ///
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL` after a revocation, where there is a factor by now (whoever has one is asked
  ///   for it), and for another account that was given the id of one that was deleted.
  public func session(of account: Account) throws(IdentityError) -> UserSession {
    let session = UserSession(
      accountID: account.id, scope: account.scope, authenticatedAt: authenticatedAt, issuedAt: begunAt,
      signIn: facts, tokenEpoch: tokenEpoch)
    guard account.tokenEpoch == tokenEpoch, session.isValid(for: account), account.factors.isEmpty else {
      throw .refused(.invalidMFAPendingCredential)
    }
    return session
  }
}
