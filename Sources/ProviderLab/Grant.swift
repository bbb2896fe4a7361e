import Foundation

/// What a person has allowed an app, and so what a code and the tokens for it stand for.
struct Grant: Sendable {
  var provider: LabProviderID
  var clientID: String
  /// Empty for a native app's, which has none.
  var redirectURI: String
  var scopes: [String]
  var nonce: String?
  /// As the provider tells about the person, after a fault has had its effect.
  var person: LabPerson
  var subject: String
  var codeChallenge: String?
  var authenticatedAt: Date
  var order: FaultOrder?
  /// Microsoft: the tenant in the address of the authorization request.
  var tenant: String?
  /// True when a refresh token was asked for.
  var isOffline = false
  /// True for an app on a device, which Apple tells more.
  var isNative = false

  func allows(_ scope: String) -> Bool { scopes.contains(scope) }
}

/// A code that waits to be redeemed.
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
  /// Nil for one that does not run out.
  var expiresAt: Date?
  /// The shared secret of a token of OAuth 1.0a.
  var secret: String?

  func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// Why a code is not redeemed.
enum GrantRefusal: Error, Sendable {
  case unknownCode
  case usedCode
  case expiredCode
  case otherClient
  case otherRedirectURI
  case wrongVerifier
}
