import Identity
import IdentityProviders
import IdentityWire

/// A person who wants to use the console, as described by the OpenID provider's signed ID token. Responses of the
/// provider's other endpoints are not used.
struct ConsoleOpenIDIdentity: Sendable {
  /// The id under which an account is linked.
  let linkID: String
  /// Nil unless the provider says that the address is verified.
  let email: EmailAddress?
  /// Nil if the claim is malformed or too large.
  let groups: [String]?
  /// `auth_time`.
  let authenticatedAt: Instant?

  /// - Parameter identity: a verified identity.
  /// - Throws: `INVALID_IDP_RESPONSE` unless the issuer in the identity's token has the same bytes as in the
  ///   settings.
  init(_ identity: ProviderIdentity, _ settings: ConsoleOpenID) throws(IdentityError) {
    guard !identity.isUnsignedDevelopmentCredential, let text = identity.tokens.idToken,
      let token = try? UnverifiedJWT(
        text, costlyText: .dropped, maximumLength: UnverifiedJWT.maximumProviderLength),
      let issuer = token.issuer, issuer.hasSameBytes(as: settings.issuer), let subject = token.subject,
      subject.hasSameBytes(as: identity.rawID)
    else {
      throw .refused(.invalidIdPResponse, "The ID token is not the configured issuer's.")
    }
    linkID = settings.linkID(of: subject)
    email = Self.verifiedEmail(token.payload["email"], token.payload["email_verified"])
    groups = ConsoleGroups.groups(in: token.payload[settings.groups.claim])
    authenticatedAt = token.payload["auth_time"]?.integerValue.flatMap { seconds in
      (0...253_402_300_799).contains(seconds) ? Instant(seconds: seconds) : nil
    }
  }

  /// Returns the address if the provider spells it in its normal form and says with the value `true` that it is
  /// verified.
  private static func verifiedEmail(_ email: JSONValue?, _ isVerified: JSONValue?) -> EmailAddress? {
    guard isVerified == .bool(true), let typed = email?.stringValue.flatMap(TypedEmail.init),
      typed.spelling == nil
    else { return nil }
    return typed.address
  }

  /// The rights that the groups give; nil for none.
  func rights(by groups: ConsoleGroups) -> ConsoleRights? { self.groups.flatMap(groups.rights(of:)) }
}
