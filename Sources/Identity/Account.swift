import IdentityWire

/// One account of a project or tenant, with everything that is stored of it.
public struct Account: Sendable, Equatable {
  public var id: AccountID
  public var scope: Scope
  public var email: EmailAddress?
  public var emailVerified = false
  /// The first address that the account had, kept for recovery when the address changes.
  public var initialEmail: EmailAddress?
  public var phoneNumber: String?
  public var displayName: String?
  public var photoURL: String?
  public var password: PasswordHash?
  public var passwordUpdatedAt: Instant?
  public var disabled = false
  /// Custom claims, a JSON object's text of at most 1,000 characters.
  public var customAttributes: String?
  /// True for an account that was made by a custom token.
  public var customAuth = false
  public var emailLinkSignIn = false
  public var createdAt: Instant
  public var lastLoginAt: Instant?
  /// When a sign-in last issued an ID token. A refresh writes nothing.
  public var lastRefreshAt: Instant?
  /// ID tokens issued before this moment, and sessions begun before it, no longer count. Whole seconds.
  public var validSince: Instant
  /// Counts the revocations. Dates in tokens are whole seconds, so a token that was issued in the very second
  /// of a revocation proves by this number on which side of it it was made.
  public var tokenEpoch: Int64 = 0
  public var links: [ProviderLink] = []
  public var factors: [EnrolledFactor] = []
  /// The changes of ``email`` that can still be undone, in their order.
  public var emailChanges: [EmailChange] = []
  /// The ways to sign in that sessions added lately.
  public var wayAdditions: [WayAddition] = []
  /// Nil for an account that was not imported, or before imports were noted.
  public var imported: AccountImport?
  /// Counts the writes; a write that was decided on an older version is refused by the store.
  public var version: Int64 = 0

  public init(id: AccountID, scope: Scope, createdAt: Instant) {
    self.id = id
    self.scope = scope
    self.createdAt = createdAt
    self.validSince = Instant(seconds: createdAt.seconds)
  }

  /// No address, number, password or provider: nobody can come back to it without its refresh token.
  public var isAnonymous: Bool {
    email == nil && phoneNumber == nil && password == nil && links.isEmpty && !customAuth
  }

  /// From now on no token that was issued before counts. To be written with
  /// ``StoreWrite/endSessions(of:createdBefore:now:)``, which alone holds where the clock was set back.
  ///
  /// ``validSince`` does not move back, not even with the clock: what had been revoked would count again.
  public mutating func revokeTokens(now: Instant) {
    validSince = max(validSince, Instant(seconds: now.seconds))
    tokenEpoch += 1
  }

  /// True if the account revoked its tokens after something was proved. What was proved before then, and is kept for
  /// later, signs nobody in any more.
  ///
  /// What was proved in the second of the revocation counts: ``validSince`` is whole seconds, and refusing it would refuse
  /// who signs in anew in that second, as apps do after a change of the password.
  public func hasRevoked(since moment: Instant) -> Bool {
    tokenEpoch > 0 && moment.seconds < validSince.seconds
  }

  /// Seconds by which the moment of a revocation may be past when it means now: clients cut it to whole seconds, and
  /// fetch an access token between reading their clock and asking.
  static let revocationDelay: Int64 = 3

  /// An administrator's own choice of the moment. It ends what began in its own second, too, also where that is the
  /// second of the last revocation. An earlier one than that brings nothing back and ends nothing; a later one than
  /// `now` can be taken back.
  public mutating func revokeTokens(since moment: Instant, now: Instant) {
    let now = Instant(seconds: now.seconds)
    var moment = Instant(seconds: moment.seconds)
    if moment.adding(seconds: Self.revocationDelay) >= now { moment = max(moment, now) }
    let revoked = max(min(validSince, now), moment)
    guard revoked != validSince || moment >= validSince else { return }
    validSince = revoked
    tokenEpoch += 1
  }

  public func link(_ providerID: String) -> ProviderLink? { links.first { $0.providerID == providerID } }
}

/// The tie between an account and one identity at a provider. `(providerID, rawID)` is unique in a scope.
///
/// Links are compared byte by byte.
public struct ProviderLink: Sendable, Equatable, Codable {
  public var providerID: String
  /// The provider's own id of the user. Never empty, never normalised.
  public var rawID: String
  public var federatedID: String?
  public var email: String?
  public var displayName: String?
  public var photoURL: String?
  public var screenName: String?

  public init(
    providerID: String, rawID: String, federatedID: String? = nil, email: String? = nil,
    displayName: String? = nil, photoURL: String? = nil, screenName: String? = nil
  ) {
    self.providerID = providerID
    self.rawID = rawID
    self.federatedID = federatedID
    self.email = email
    self.displayName = displayName
    self.photoURL = photoURL
    self.screenName = screenName
  }

  public static func == (one: ProviderLink, other: ProviderLink) -> Bool {
    one.isOfSameIdentity(as: other.providerID, other.rawID)
      && one.federatedID.hasSameBytes(as: other.federatedID) && one.email.hasSameBytes(as: other.email)
      && one.displayName.hasSameBytes(as: other.displayName)
      && one.photoURL.hasSameBytes(as: other.photoURL)
      && one.screenName.hasSameBytes(as: other.screenName)
  }

  /// True if the link is to this user of this provider.
  public func isOfSameIdentity(as providerID: String, _ rawID: String) -> Bool {
    self.providerID.hasSameBytes(as: providerID) && self.rawID.hasSameBytes(as: rawID)
  }
}

/// A second factor that was enrolled.
public struct EnrolledFactor: Sendable, Equatable, Codable {
  public enum Kind: Sendable, Equatable, Codable {
    case phone(number: String)
    /// The seed, sealed under the master key.
    case totp(sealedSecret: [UInt8])
  }

  public var enrollmentID: String
  public var kind: Kind
  public var displayName: String?
  public var enrolledAt: Instant

  public init(enrollmentID: String, kind: Kind, displayName: String?, enrolledAt: Instant) {
    self.enrollmentID = enrollmentID
    self.kind = kind
    self.displayName = displayName
    self.enrolledAt = enrolledAt
  }
}
