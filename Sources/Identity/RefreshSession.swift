import IdentityWire

/// The session of a refresh token: one sign-in of one account. Only the token's hash is stored.
public struct RefreshSession: Sendable, Equatable {
  public var tokenHash: [UInt8]
  public var scope: Scope
  public var accountID: AccountID
  /// The time when the user proved who they are: `auth_time`.
  public var authenticatedAt: Instant
  public var createdAt: Instant
  /// ``Account/tokenEpoch`` at the beginning of the session. It tells whether the session began before or after a
  /// revocation in the same second. Dates alone cannot tell this.
  public var tokenEpoch: Int64
  public var signIn: SignInFacts
  /// The hash of the sign-in's first token, if this session is a successor.
  public var family: [UInt8]?
  /// The last recorded time when the token was exchanged for an ID token.
  public var lastUsedAt: Instant?
  /// Set once the token has been exchanged for its successor.
  public var rotation: Rotation?
  /// The time when the whole sign-in ended, with every session that began with the same proof. Set if a used token was
  /// presented again, or if an administrator ended the sign-in.
  public var revokedAt: Instant?
  /// The time when the account ended the session. Unlike ``Account/validSince``, it also ends a session that began
  /// while the clock was ahead.
  public var endedAt: Instant?
  /// The time when the database may delete the session. Nil for never.
  public var forgetAt: Instant?
  /// The origin of the sign-in. A session's successors keep it.
  public var origin = SessionOrigin()

  /// The record of a used token and its successor.
  public struct Rotation: Sendable, Equatable {
    public var at: Instant
    /// The successor, sealed under the token itself.
    public var sealedSuccessor: [UInt8]

    public init(at moment: Instant, sealedSuccessor: [UInt8]) {
      at = moment
      self.sealedSuccessor = sealedSuccessor
    }
  }

  /// The maximum number of sessions in use of one account. A further session deletes the oldest.
  public static let maximumPerAccount = 1_000

  /// The purpose of an artifact that replaces a deleted account's session. It has the same hash as the session.
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

  /// Returns the session under its next token. The session keeps the time of its beginning, so that a concurrent
  /// revocation ends it, too.
  public func successor(tokenHash: [UInt8], usedAt moment: Instant, forgetAt: Instant?) -> RefreshSession {
    var session = self
    session.tokenHash = tokenHash
    session.family = familyHash
    session.lastUsedAt = moment
    session.rotation = nil
    session.forgetAt = forgetAt
    return session
  }

  /// The hash that all tokens of one sign-in share.
  public var familyHash: [UInt8] { family ?? tokenHash }
  public var usedAt: Instant { lastUsedAt ?? createdAt }

  /// True if the account, as it is now, has not revoked the session and no token of the session was replayed.
  public func isValid(for account: Account) -> Bool {
    guard revokedAt == nil, endedAt == nil else { return false }
    return createdAt.seconds > account.validSince.seconds
      || createdAt.seconds == account.validSince.seconds && tokenEpoch == account.tokenEpoch
  }
}

/// The facts of a sign-in: the part of an ID token that is not about the account.
public struct SignInFacts: Sendable, Equatable, Codable {
  /// `firebase.sign_in_provider`: `password`, `anonymous`, `custom`, `phone`, a provider id.
  public var provider: String
  public var secondFactor: SecondFactor?
  /// Claims from a custom token or a blocking function.
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
