import IdentityWire

/// One account of a project or tenant, with everything that is stored about it.
public struct Account: Sendable, Equatable {
  /// The stored fields of ``Account``.
  struct Fields: Sendable, Equatable {
    var id: AccountID
    var scope: Scope
    var email: EmailAddress?
    var emailVerified: Bool = false
    var initialEmail: EmailAddress?
    var phoneNumber: String?
    var displayName: String?
    var photoURL: String?
    var password: PasswordHash?
    var passwordUpdatedAt: Instant?
    var disabled: Bool = false
    var customAttributes: String?
    var customAuth: Bool = false
    var emailLinkSignIn: Bool = false
    var createdAt: Instant
    var lastLoginAt: Instant?
    var lastRefreshAt: Instant?
    var validSince: Instant
    var tokenEpoch: Int64 = 0
    var links: [ProviderLink] = []
    var factors: [EnrolledFactor] = []
    var recoveryCodes: RecoveryCodes?
    var passkeys: [Passkey] = []
    var emailChanges: [EmailChange] = []
    var wayAdditions: [WayAddition] = []
    var imported: AccountImport?
    var version: Int64 = 0
  }

  private var fields: SharedValue<Fields>

  public var id: AccountID {
    get { fields.value.id }
    _modify { yield &fields.value.id }
  }
  public var scope: Scope {
    get { fields.value.scope }
    _modify { yield &fields.value.scope }
  }
  public var email: EmailAddress? {
    get { fields.value.email }
    _modify { yield &fields.value.email }
  }
  public var emailVerified: Bool {
    get { fields.value.emailVerified }
    _modify { yield &fields.value.emailVerified }
  }
  /// The first address that the account had, kept for recovery when the address changes.
  public var initialEmail: EmailAddress? {
    get { fields.value.initialEmail }
    _modify { yield &fields.value.initialEmail }
  }
  public var phoneNumber: String? {
    get { fields.value.phoneNumber }
    _modify { yield &fields.value.phoneNumber }
  }
  public var displayName: String? {
    get { fields.value.displayName }
    _modify { yield &fields.value.displayName }
  }
  public var photoURL: String? {
    get { fields.value.photoURL }
    _modify { yield &fields.value.photoURL }
  }
  public var password: PasswordHash? {
    get { fields.value.password }
    _modify { yield &fields.value.password }
  }
  public var passwordUpdatedAt: Instant? {
    get { fields.value.passwordUpdatedAt }
    _modify { yield &fields.value.passwordUpdatedAt }
  }
  public var disabled: Bool {
    get { fields.value.disabled }
    _modify { yield &fields.value.disabled }
  }
  /// Custom claims, a JSON object's text of at most 1,000 characters.
  public var customAttributes: String? {
    get { fields.value.customAttributes }
    _modify { yield &fields.value.customAttributes }
  }
  /// True for an account that a custom token created.
  public var customAuth: Bool {
    get { fields.value.customAuth }
    _modify { yield &fields.value.customAuth }
  }
  public var emailLinkSignIn: Bool {
    get { fields.value.emailLinkSignIn }
    _modify { yield &fields.value.emailLinkSignIn }
  }
  public var createdAt: Instant {
    get { fields.value.createdAt }
    _modify { yield &fields.value.createdAt }
  }
  public var lastLoginAt: Instant? {
    get { fields.value.lastLoginAt }
    _modify { yield &fields.value.lastLoginAt }
  }
  /// The time when a sign-in last issued an ID token. Refreshing a token does not change it.
  public var lastRefreshAt: Instant? {
    get { fields.value.lastRefreshAt }
    _modify { yield &fields.value.lastRefreshAt }
  }
  /// ID tokens and sessions from before this moment are invalid. The moment is in whole seconds.
  public var validSince: Instant {
    get { fields.value.validSince }
    _modify { yield &fields.value.validSince }
  }
  /// Counts the revocations. Dates in tokens are whole seconds. If a token was issued in the same second as a
  /// revocation, this number shows which of the two was first.
  public var tokenEpoch: Int64 {
    get { fields.value.tokenEpoch }
    _modify { yield &fields.value.tokenEpoch }
  }
  public var links: [ProviderLink] {
    get { fields.value.links }
    _modify { yield &fields.value.links }
  }
  /// Removing the last factor also removes ``recoveryCodes``: a recovery code replaces a factor, but is not a factor.
  public var factors: [EnrolledFactor] {
    get { fields.value.factors }
    _modify {
      defer {
        if fields.value.factors.isEmpty, fields.value.recoveryCodes != nil {
          fields.value.recoveryCodes = nil
        }
      }
      yield &fields.value.factors
    }
  }
  /// Nil if the account has no recovery codes, or no second factor that they could replace.
  public var recoveryCodes: RecoveryCodes? {
    get { fields.value.recoveryCodes }
    set { fields.value.recoveryCodes = fields.value.factors.isEmpty ? nil : newValue }
  }
  public var passkeys: [Passkey] {
    get { fields.value.passkeys }
    _modify { yield &fields.value.passkeys }
  }
  /// The changes of ``email`` that can still be undone, oldest first.
  public var emailChanges: [EmailChange] {
    get { fields.value.emailChanges }
    _modify { yield &fields.value.emailChanges }
  }
  /// The ways to sign in that sessions added recently.
  public var wayAdditions: [WayAddition] {
    get { fields.value.wayAdditions }
    _modify { yield &fields.value.wayAdditions }
  }
  /// Nil for an account that was not imported, or was imported before imports were recorded.
  public var imported: AccountImport? {
    get { fields.value.imported }
    _modify { yield &fields.value.imported }
  }
  /// Counts the writes. The store refuses a write that was decided on an older version.
  public var version: Int64 {
    get { fields.value.version }
    _modify { yield &fields.value.version }
  }

  public init(id: AccountID, scope: Scope, createdAt: Instant) {
    fields = SharedValue(
      Fields(id: id, scope: scope, createdAt: createdAt, validSince: Instant(seconds: createdAt.seconds)))
  }

  /// Invalidates every token issued before now. Write it together with
  /// ``StoreWrite/endSessions(of:createdBefore:now:)``, which also ends sessions that began while the clock was ahead.
  ///
  /// ``validSince`` never decreases, even if the clock is set back. Otherwise, revoked tokens would become valid again.
  public mutating func revokeTokens(now: Instant) {
    validSince = max(validSince, Instant(seconds: now.seconds))
    tokenEpoch += 1
  }

  /// True if the account's tokens were revoked after a proof was made. Such an older proof no longer signs anyone in.
  ///
  /// A proof from the same second as the revocation is still valid. ``validSince`` has whole seconds, and after a
  /// password change, apps often sign the user in again within that second.
  public func hasRevoked(since moment: Instant) -> Bool {
    tokenEpoch > 0 && moment.seconds < validSince.seconds
  }

  /// The maximum age in seconds of a requested revocation time that still means "now". Clients round the time down to
  /// whole seconds. They may also fetch an access token after they read their clock.
  static let revocationDelay: Int64 = 3

  /// Revokes tokens as of a moment that an administrator chose. Tokens from the same second as the moment are revoked,
  /// too, even if that second is the second of the last revocation. A moment before the last revocation changes
  /// nothing. A later revocation can replace a moment after `now` with an earlier moment.
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

/// The link between an account and one identity at a provider. `(providerID, rawID)` is unique in a scope.
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
  /// The token that revokes the app's access at the provider, sealed under the master key. Nil unless
  /// ``ProviderSettings/revokesOnDeletion`` was set at a sign-in.
  public var sealedGrant: [UInt8]?

  public init(
    providerID: String, rawID: String, federatedID: String? = nil, email: String? = nil,
    displayName: String? = nil, photoURL: String? = nil, screenName: String? = nil,
    sealedGrant: [UInt8]? = nil
  ) {
    self.providerID = providerID
    self.rawID = rawID
    self.federatedID = federatedID
    self.email = email
    self.displayName = displayName
    self.photoURL = photoURL
    self.screenName = screenName
    self.sealedGrant = sealedGrant
  }

  public static func == (one: ProviderLink, other: ProviderLink) -> Bool {
    one.isOfSameIdentity(as: other.providerID, other.rawID)
      && one.federatedID.hasSameBytes(as: other.federatedID) && one.email.hasSameBytes(as: other.email)
      && one.displayName.hasSameBytes(as: other.displayName)
      && one.photoURL.hasSameBytes(as: other.photoURL)
      && one.screenName.hasSameBytes(as: other.screenName) && one.sealedGrant == other.sealedGrant
  }

  /// True if the link is to this user of this provider.
  public func isOfSameIdentity(as providerID: String, _ rawID: String) -> Bool {
    self.providerID.hasSameBytes(as: providerID) && self.rawID.hasSameBytes(as: rawID)
  }
}

/// An enrolled second factor.
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

extension Account: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: fields.value) }
}
