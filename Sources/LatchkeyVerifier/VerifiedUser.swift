import Foundation
import IdentityWire

/// A JSON value, as custom claims are made of.
public typealias JSONValue = IdentityWire.JSONValue
/// What ``IDTokenMiddleware`` and rules read from requests is checked by it.
package typealias StreamSafeText = IdentityWire.StreamSafeText

/// The user whom a valid ID token names, and how they signed in.
///
/// It says what was true when the token was issued, up to an hour ago.
public struct VerifiedUser: Sendable, Equatable {
  /// Never empty, at most 128 characters. Unique in its project (and tenant).
  public let uid: String
  public let email: String?
  /// False without an address.
  public let isEmailVerified: Bool
  public let name: String?
  /// A URL. Anybody may have chosen it.
  public let picture: String?
  /// E.164.
  public let phoneNumber: String?

  /// `password`, `phone`, `anonymous`, `custom`, or the id of a provider.
  public let signInProvider: String
  /// `phone` or `totp` when a second factor was asked for.
  public let signInSecondFactor: String?
  /// The tenant's id; nil for the project's own users.
  public let tenant: String?
  /// What the provider of the sign-in said, for OpenID Connect and SAML.
  public let signInAttributes: JSONValue?
  /// All identities of the user: their ids at each provider, under its id, addresses under `email` and
  /// numbers under `phone`.
  public let identities: [String: [String]]

  /// When the user proved who they are, whole seconds. Refreshed tokens keep it.
  public let authTime: Date
  public let issuedAt: Date
  public let expiresAt: Date

  /// All claims, as they stand.
  public let claims: [String: JSONValue]

  /// Claims that the issuer writes; no custom claim has one of these names but `name` and `picture`.
  private static let standardClaims: Set<String> = [
    "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "email", "email_verified", "phone_number",
    "name",
    "picture", "provider_id", "firebase",
  ]

  /// What an administrator, a custom token or a blocking function added.
  public var customClaims: [String: JSONValue] {
    claims.filter { !Self.standardClaims.contains($0.key) }
  }

  public var isAnonymous: Bool { signInProvider == "anonymous" }

  /// - Parameter claims: of a token whose signature is right.
  init(_ claims: [String: JSONValue], accepting rules: ClaimRules, now: Date) throws(IDTokenError) {
    let issuer = claims["iss"]?.stringValue
    guard rules.issuers.contains(where: issuer.hasSameBytes(as:)) else { throw .wrongIssuer }
    guard (claims["aud"]?.stringValue).hasSameBytes(as: rules.project) else { throw .wrongAudience }
    guard let uid = claims["sub"]?.stringValue, (1...128).contains(uid.unicodeScalars.count),
      claims["user_id"].map({ $0.stringValue.hasSameBytes(as: uid) }) ?? true
    else { throw .malformed(.subject) }
    guard let issuedAt = Self.moment(claims["iat"]), let expiresAt = Self.moment(claims["exp"]),
      let authTime = Self.moment(claims["auth_time"])
    else { throw .malformed(.times) }
    guard now < expiresAt else { throw .expired }
    let latest = now.addingTimeInterval(rules.leeway)
    guard issuedAt <= latest, authTime <= latest else { throw .issuedInFuture }
    guard let firebase = claims["firebase"]?.objectValue,
      let provider = firebase["sign_in_provider"]?.stringValue, !provider.isEmpty
    else { throw .malformed(.signIn) }
    var tenant: String?
    if let value = firebase["tenant"] {
      guard let id = value.stringValue, !id.isEmpty else { throw .malformed(.tenant) }
      tenant = id
    }
    guard rules.tenants.contains(tenant) else { throw .wrongTenant }

    self.uid = uid
    email = claims["email"]?.stringValue
    isEmailVerified = email != nil && claims["email_verified"] == true
    name = claims["name"]?.stringValue
    picture = claims["picture"]?.stringValue
    phoneNumber = claims["phone_number"]?.stringValue
    signInProvider = provider
    signInSecondFactor = firebase["sign_in_second_factor"]?.stringValue
    self.tenant = tenant
    signInAttributes = firebase["sign_in_attributes"]
    identities = (firebase["identities"]?.objectValue ?? [:]).compactMapValues {
      $0.arrayValue?.compactMap(\.stringValue)
    }
    self.authTime = authTime
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.claims = claims
  }

  /// RFC 7519's NumericDate, as far as it fits what dates are used for.
  private static func moment(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.integerValue, (0...1_000_000_000_000).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
