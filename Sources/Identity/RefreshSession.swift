import IdentityWire

/// What a refresh token stands for: one sign-in of one account. The token itself is not stored, its hash is.
public struct RefreshSession: Sendable, Equatable {
  public var tokenHash: [UInt8]
  public var scope: Scope
  public var accountID: AccountID
  /// When the user proved who they are: `auth_time`.
  public var authenticatedAt: Instant
  public var createdAt: Instant
  /// ``Account/tokenEpoch`` when it began: dates alone do not say on which side of a revocation in the same
  /// second that was.
  public var tokenEpoch: Int64
  public var signIn: SignInFacts
  /// The hash of the first token of the sign-in, where this is a successor of it.
  public var family: [UInt8]?
  /// When it was last exchanged for an ID token, as far as that is noted.
  public var lastUsedAt: Instant?
  /// Set once the token was used up.
  public var rotation: Rotation?
  /// When everything that rests on the same proof as this session ended: because a used token was presented, or an
  /// administrator ended it.
  public var revokedAt: Instant?
  /// When its account ended it. Unlike ``Account/validSince`` this holds whatever the clock said before.
  public var endedAt: Instant?
  /// When the database may forget it; nil for never.
  public var forgetAt: Instant?
  /// Where the sign-in came from. A session that goes on keeps it.
  public var origin = SessionOrigin()

  /// That a token was used up, and by which it was followed.
  public struct Rotation: Sendable, Equatable {
    public var at: Instant
    /// The successor, sealed under the token itself.
    public var sealedSuccessor: [UInt8]

    public init(at moment: Instant, sealedSuccessor: [UInt8]) {
      at = moment
      self.sealedSuccessor = sealedSuccessor
    }
  }

  /// Sessions that one account can have in use. With the next one the oldest is forgotten.
  public static let maximumPerAccount = 1_000

  /// Of the artifact that is left of the session of an account that was deleted, under the same hash.
  public static let purposeOfDeletedAccounts = "deleted-account-session"

  public init(
    tokenHash: [UInt8], scope: Scope, accountID: AccountID, authenticatedAt: Instant,
    createdAt: Instant, tokenEpoch: Int64, signIn: SignInFacts
  ) {
    self.tokenHash = tokenHash
    self.scope = scope
    self.accountID = accountID
    self.authenticatedAt = authenticatedAt
    self.createdAt = createdAt
    self.tokenEpoch = tokenEpoch
    self.signIn = signIn
  }

  /// The session goes on under another token. It began when it began: a revocation meanwhile ends it all the
  /// same.
  public func successor(tokenHash: [UInt8], usedAt moment: Instant, forgetAt: Instant?) -> RefreshSession {
    var session = self
    session.tokenHash = tokenHash
    session.family = familyHash
    session.lastUsedAt = moment
    session.rotation = nil
    session.forgetAt = forgetAt
    return session
  }

  /// What all tokens of one sign-in have in common.
  public var familyHash: [UInt8] { family ?? tokenHash }
  public var usedAt: Instant { lastUsedAt ?? createdAt }

  /// Whether neither the account, as it is now, has revoked the session, nor a token of it was presented twice.
  public func isValid(for account: Account) -> Bool {
    guard revokedAt == nil, endedAt == nil else { return false }
    return createdAt.seconds > account.validSince.seconds
      || createdAt.seconds == account.validSince.seconds && tokenEpoch == account.tokenEpoch
  }
}

/// How a sign-in happened: the part of an ID token that is not about the account.
public struct SignInFacts: Sendable, Equatable, Codable {
  /// `firebase.sign_in_provider`: `password`, `anonymous`, `custom`, `phone`, a provider id.
  public var provider: String
  public var secondFactor: SecondFactor?
  /// Claims of a custom token or of a blocking function.
  public var additionalClaims: [String: JSONValue] = [:]
  /// SAML attributes: `firebase.sign_in_attributes`.
  public var attributes: JSONValue?

  public struct SecondFactor: Sendable, Equatable, Codable {
    /// `firebase.second_factor_identifier`
    public var enrollmentID: String
    /// `firebase.sign_in_second_factor`: `phone`, `totp`, `passkey` or `recovery_code`.
    public var kind: String

    public init(enrollmentID: String, kind: String) {
      self.enrollmentID = enrollmentID
      self.kind = kind
    }
  }

  public init(provider: String) { self.provider = provider }
}
