import IdentityWire

/// Who a provider says that the user is, after everything about the claim has been checked. The only way
/// into ``LinkPolicy``.
public struct ProviderIdentity: Sendable, Equatable, Codable {
  public var providerID: String
  /// The provider's id of the user. Not empty: ``init(providerID:rawID:)`` refuses.
  public let rawID: String
  /// An id under which a link to the same user may have been imported: Firebase's for Microsoft, which has no tenant. Nil
  /// unless it is as unique as ``rawID`` with the settings that the identity was verified with.
  public var importedRawID: String?
  public var email: EmailAddress?
  /// What the provider says of the address. Whether that is enough to link is ``EmailTrust``'s decision.
  public var emailVerifiedByProvider = false
  public var displayName: String?
  public var firstName: String?
  public var lastName: String?
  public var photoURL: String?
  public var screenName: String?
  /// The provider's own words, returned to the app as `rawUserInfo`.
  public var rawUserInfo: JSONValue = .object([:])
  /// SAML attributes, which stand in the ID token too.
  public var signInAttributes: JSONValue?
  /// Claims of the ID tokens of the sign-in, beside those: SAML groups.
  public var sessionClaims: [String: JSONValue]?
  public var tokens = ProviderTokens()
  /// Present when this evidence may be used once only.
  public var redemption: Redemption?
  /// An unsigned credential that only the development server takes; its claims count as they stand.
  public var isUnsignedDevelopmentCredential = false

  public init?(providerID: String, rawID: String) {
    guard !rawID.isEmpty, rawID.utf8.count <= 512 else { return nil }
    self.providerID = providerID
    self.rawID = rawID
  }

  /// Takes an address as the provider spells it. A provider that spells it in another normal form proves a mailbox that
  /// may be another one: its word does not verify the address.
  public mutating func takeEmail(_ text: String?, isVerified: Bool) {
    let typed = text.flatMap(TypedEmail.init)
    email = typed?.address
    emailVerifiedByProvider = isVerified && typed.map { $0.spelling == nil } == true
  }

  public var federatedID: String {
    switch providerID {
    case "google.com": "https://accounts.google.com/\(rawID)"
    case "facebook.com": "http://facebook.com/\(rawID)"
    case "github.com": "http://github.com/\(rawID)"
    case "twitter.com": "http://twitter.com/\(rawID)"
    default: rawID
    }
  }

  /// One-time evidence: the same `key` is never redeemed again before `expiresAt`.
  public struct Redemption: Sendable, Equatable, Codable {
    public var key: String
    public var expiresAt: Instant
    /// True for evidence that may be presented again, as long as it was never redeemed: without a nonce nothing says for
    /// which request it was made.
    public var isRepeatable: Bool? = nil

    public init(key: String, expiresAt: Instant) {
      self.key = key
      self.expiresAt = expiresAt
    }
  }
}

/// The tokens that the provider issued for its own services. They are returned to the app. One of them is kept, sealed,
/// if ``ProviderSettings/revokesOnDeletion`` is true; the others are not stored with the account.
public struct ProviderTokens: Sendable, Equatable, Codable {
  public var accessToken: String?
  public var idToken: String?
  public var refreshToken: String?
  public var tokenSecret: String?
  /// Seconds.
  public var expiresIn: Int?
  public var grantedScopes: String?

  public init() {}
}
