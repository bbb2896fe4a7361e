import Foundation

/// A person's grant to an app, for which a code and tokens are issued.
struct Grant: Sendable {
  var provider: LabProviderID
  var clientID: String
  /// The app's redirect URI; empty for a native app.
  var redirectURI: String
  var scopes: [String]
  var nonce: String?
  /// The person as the provider describes them, with any fault applied.
  var person: LabPerson
  var subject: String
  var codeChallenge: String?
  var authenticatedAt: Date
  var order: FaultSpecification?
  /// Microsoft's tenant in the address of the authorization request.
  var tenant: String?
  /// The person's groups, for the ID token of the generic OpenID provider; nil to omit the claim.
  var groups: [String]?
  /// True if a refresh token was requested.
  var isOffline = false
  /// True for a native app. Apple adds a claim to its ID tokens.
  var isNative = false

  func allows(_ scope: String) -> Bool { scopes.contains(scope) }
}

/// A code that can be redeemed.
struct CodeRecord: Sendable {
  var grant: Grant
  var issuedAt: Date
  var isUsed: Bool
}

/// An opaque token.
struct IssuedToken: Sendable {
  enum Kind: Sendable { case access, refresh }

  var kind: Kind
  var grant: Grant
  var issuedAt: Date
  /// The time when the token expires; nil if it does not expire.
  var expiresAt: Date?
  /// The shared secret of an OAuth 1.0a token.
  var secret: String?

  func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// The reason why a code was refused.
enum GrantRefusal: Error, Sendable {
  case unknownCode
  case usedCode
  case expiredCode
  case otherClient
  case otherRedirectURI
  case wrongVerifier
}
