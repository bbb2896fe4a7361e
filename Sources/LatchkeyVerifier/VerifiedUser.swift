import Foundation
import IdentityWire

/// A JSON value. Custom claims are JSON values.
public typealias JSONValue = IdentityWire.JSONValue
/// Checks the text that ``IDTokenMiddleware`` and security rules read from requests.
package typealias StreamSafeText = IdentityWire.StreamSafeText

/// The user whom a valid ID token names, and how they signed in.
///
/// The values describe the user at the time when the token was issued, up to an hour ago.
public struct VerifiedUser: Sendable, Equatable {
  /// The user's id: not empty, at most 128 characters, unique in the project and tenant.
  public let uid: String
  public let email: String?
  /// False if the user has no address.
  public let isEmailVerified: Bool
  public let name: String?
  /// The URL of a picture. Do not trust it: the user may have chosen it.
  public let picture: String?
  /// The number in E.164 form.
  public let phoneNumber: String?

  /// `password`, `phone`, `anonymous`, `custom`, or the id of a provider.
  public let signInProvider: String
  /// `phone` or `totp` if the user proved a second factor.
  public let signInSecondFactor: String?
  /// The tenant's id; nil for the project's own users.
  public let tenant: String?
  /// The attributes that the provider sent at the sign-in, for OpenID Connect and SAML.
  public let signInAttributes: JSONValue?
  /// All identities of the user: their ids by provider, addresses under `email` and numbers under `phone`.
  public let identities: [String: [String]]

  /// The time of the sign-in, in whole seconds. A refreshed token contains the same time.
  public let authTime: Date
  public let issuedAt: Date
  public let expiresAt: Date

  /// All claims, unchanged.
  public let claims: [String: JSONValue]

  /// The claims that the issuer writes. No custom claim has one of these names, except `name` and `picture`.
  private static let standardClaims: Set<String> = [
    "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "email", "email_verified", "phone_number",
    "name",
    "picture", "provider_id", "firebase",
  ]

  /// The claims that an administrator, a custom token or a blocking function added.
  public var customClaims: [String: JSONValue] {
    claims.filter { !Self.standardClaims.contains($0.key) }
  }

  public var isAnonymous: Bool { signInProvider == "anonymous" }

  /// - Parameter claims: the claims of a token whose signature is correct.
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

  /// Reads an RFC 7519 NumericDate in a reasonable range.
  private static func moment(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.integerValue, (0...1_000_000_000_000).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
