import IdentityWire

/// A provider's fully verified statement about a user. It is the only input of ``LinkPolicy``.
public struct ProviderIdentity: Sendable, Equatable, Codable {
  public var providerID: String
  /// The provider's id of the user. It is never empty: ``init(providerID:rawID:)`` refuses an empty id.
  public let rawID: String
  /// Another id under which a link to the same user may have been imported: Firebase's id for Microsoft, which contains
  /// no tenant. Nil unless this id is as unique as ``rawID`` under the settings that verified the identity.
  public var importedRawID: String?
  public var email: EmailAddress?
  /// True if the provider claims that the address is verified. ``EmailTrust`` decides whether this suffices to link.
  public var emailVerifiedByProvider = false
  public var displayName: String?
  public var firstName: String?
  public var lastName: String?
  public var photoURL: String?
  public var screenName: String?
  /// The provider's own data, which the app gets as `rawUserInfo`.
  public var rawUserInfo: JSONValue = .object([:])
  /// SAML attributes, which are also in the ID token.
  public var signInAttributes: JSONValue?
  /// Additional claims for the ID tokens of the sign-in: SAML groups.
  public var sessionClaims: [String: JSONValue]?
  public var tokens = ProviderTokens()
  /// Set if this evidence may be used only once.
  public var redemption: Redemption?
  /// True for an unsigned credential, which only the development server accepts. Its claims are used unverified.
  public var isUnsignedDevelopmentCredential = false

  public init?(providerID: String, rawID: String) {
    guard !rawID.isEmpty, rawID.utf8.count <= 512 else { return nil }
    self.providerID = providerID
    self.rawID = rawID
  }

  /// Sets an address as the provider spells it. If the spelling is not in normal form, the address may belong to
  /// another mailbox, so it does not count as verified.
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

  /// One-time evidence: `key` cannot be redeemed again before `expiresAt`.
  public struct Redemption: Sendable, Equatable, Codable {
    public var key: String
    public var expiresAt: Instant
    /// True for evidence without a nonce, which is not bound to one request. It may be presented again until it is
    /// redeemed.
    public var isRepeatable: Bool? = nil

    public init(key: String, expiresAt: Instant) {
      self.key = key
      self.expiresAt = expiresAt
    }
  }
}

/// The tokens that the provider issued for its own services. They are returned to the app. If
/// ``ProviderSettings/revokesOnDeletion`` is true, one of them is stored sealed. The others are not stored with the
/// account.
public struct ProviderTokens: Sendable, Equatable, Codable {
  public var accessToken: String?
  public var idToken: String?
  public var refreshToken: String?
  public var tokenSecret: String?
  /// In seconds.
  public var expiresIn: Int?
  public var grantedScopes: String?
  /// A digest of the provider's addresses at the sign-in. A stored token is sent only to them.
  public var addresses: String?

  public init() {}
}
