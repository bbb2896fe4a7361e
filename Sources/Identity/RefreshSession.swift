import IdentityWire

/// What a refresh token stands for: one sign-in of one account. The token itself is not stored, its hash is.
public struct RefreshSession: Sendable, Equatable {
  public var tokenHash: [UInt8]
  public var scope: Scope
  public var accountID: AccountID
  /// When the user proved who they are: `auth_time`.
  public var authenticatedAt: Timestamp
  public var createdAt: Timestamp
  /// ``Account/tokenEpoch`` when it began: dates alone do not say on which side of a revocation in the same
  /// second that was.
  public var tokenEpoch: Int64
  public var signIn: SignInFacts

  /// Of the artifact that is left of the session of an account that was deleted, under the same hash.
  public static let purposeOfDeletedAccounts = "deleted-account-session"

  public init(
    tokenHash: [UInt8], scope: Scope, accountID: AccountID, authenticatedAt: Timestamp,
    createdAt: Timestamp, tokenEpoch: Int64, signIn: SignInFacts
  ) {
    self.tokenHash = tokenHash
    self.scope = scope
    self.accountID = accountID
    self.authenticatedAt = authenticatedAt
    self.createdAt = createdAt
    self.tokenEpoch = tokenEpoch
    self.signIn = signIn
  }

  /// Whether the account, as it is now, has not revoked the session.
  public func isValid(for account: Account) -> Bool {
    createdAt.seconds > account.validSince.seconds
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
    /// `firebase.sign_in_second_factor`: `phone` or `totp`
    public var kind: String

    public init(enrollmentID: String, kind: String) {
      self.enrollmentID = enrollmentID
      self.kind = kind
    }
  }

  public init(provider: String) { self.provider = provider }
}
