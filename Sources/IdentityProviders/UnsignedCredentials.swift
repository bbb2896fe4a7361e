import Foundation
import Identity
import IdentityWire

/// Parses unsigned credentials for the development server: strict JSON text or any JWT, accepted without
/// verification, as in the Firebase emulator.
///
/// Nothing in this module creates an instance, and ``ProviderRegistry`` has no access to one. If a server
/// creates an instance, anyone can sign in as anyone.
public struct UnsignedDevelopmentCredentials: Sendable {
  /// - Parameter iKnowThatAnyoneCanSignInAsAnyone: must be true. The long name makes every use easy to
  ///   find.
  public init?(iKnowThatAnyoneCanSignInAsAnyone: Bool) {
    guard iKnowThatAnyoneCanSignInAsAnyone else { return nil }
  }

  /// True if the parameters contain an unsigned credential: JSON text, or a JWT with `alg` `none`. A server
  /// that also verifies signed credentials uses this method to tell signed from unsigned.
  public func recognizes(_ parameters: FormURLEncoded) -> Bool {
    guard let token = Self.token(parameters) else { return parameters["SAMLResponse"]?.first == "{" }
    if token.hasPrefix("{") { return true }
    return Self.decoded(token)?.algorithm == "none"
  }

  /// - Parameters:
  ///   - parameters: the merged parameters of `postBody` and the request URI.
  ///   - requestURI: the request URI, for the error that names it.
  public func identity(
    parameters: FormURLEncoded, requestURI: String
  ) throws(IdentityError) -> ProviderIdentity {
    guard let providerID = parameters["providerId"]?.lowercased(), !providerID.isEmpty else {
      throw .invalidCredential(displayable(requestURI, limit: 512))
    }
    guard providerID.utf8.count <= 128 else { throw .invalidCredential("the provider's id is too long") }
    let claims = try claims(parameters, providerID)
    guard case .string(let subject)? = claims["sub"], !subject.isEmpty,
      var identity = ProviderIdentity(providerID: providerID, rawID: subject)
    else {
      throw .invalidIDPResponse(
        "Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" field. This field is "
          + "required and must be a unique identifier.))")
    }
    identity.isUnsignedDevelopmentCredential = true
    identity.takeStandardClaims(claims)
    identity.screenName = personalName(claims["screen_name"])
    if providerID == "google.com" {
      identity.rawUserInfo = Self.googleProfile(claims, subject: subject)
    } else {
      identity.firstName = nil
      identity.lastName = nil
    }
    identity.tokens.accessToken =
      parameters["access_token"].flatMap { $0.isEmpty ? nil : $0 }
      ?? "FirebaseAuthEmulatorFakeAccessToken_\(providerID)"
    identity.tokens.idToken = parameters["id_token"].flatMap { $0.isEmpty ? nil : $0 }
    if let saml = parameters["SAMLResponse"], !saml.isEmpty { try take(saml: saml, into: &identity) }
    return identity
  }

  private func claims(
    _ parameters: FormURLEncoded, _ providerID: String
  ) throws(IdentityError) -> [String: JSONValue] {
    let idToken = parameters["id_token"].flatMap { $0.isEmpty ? nil : $0 }
    if let token = idToken ?? parameters["access_token"].flatMap({ $0.isEmpty ? nil : $0 }) {
      if token.hasPrefix("{") {
        if token.utf8.count <= UnverifiedJWT.maximumLength,
          let claims = (try? JSONParser(maximumDepth: 16).parse(token))?.objectValue
        {
          return claims
        }
        throw Self.unparseable(token, "Auth Emulator failed to parse fake id_token as strict JSON.")
      }
      if let claims = Self.decoded(token)?.claims { return claims }
      if let idToken {
        throw Self.unparseable(
          idToken, "Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.")
      }
      if providerID == "google.com" || providerID == "apple.com" {
        throw .unimplemented(
          "The Auth Emulator only support sign-in with \(providerID) using id_token, not access_token. "
            + "Please update your code to use id_token.")
      }
      throw .unimplemented(
        "The Auth Emulator does not support \(displayable(providerID)) sign-in with credentials.")
    }
    throw .unimplemented(
      "The Auth Emulator only supports sign-in with credentials (id_token required).")
  }

  private func take(saml: String, into identity: inout ProviderIdentity) throws(IdentityError) {
    let json =
      saml.utf8.count <= 65_536 ? try? JSONParser(maximumDepth: 16).parse(saml) : nil
    guard let assertion = json?["assertion"], assertion.objectValue != nil else {
      throw Self.incompleteSAML("assertion")
    }
    guard let subject = assertion["subject"], subject.objectValue != nil else {
      throw Self.incompleteSAML("assertion.subject")
    }
    guard let name = subject["nameId"]?.stringValue, !name.isEmpty else {
      throw Self.incompleteSAML("assertion.subject.nameId")
    }
    identity.takeEmail(name, isVerified: true)
    if let attributes = assertion["attributeStatements"], !attributes.isNull {
      identity.rawUserInfo = attributes
      identity.signInAttributes = attributes
    }
  }

  /// Returns the claims of an unsigned custom token: JSON text, or a JWT with `alg` `none`. The token's
  /// times and issuer are not checked. Nil for a signed token.
  public func customTokenClaims(_ text: String, audience: String) throws(IdentityError) -> [String:
    JSONValue]?
  {
    if text.hasPrefix("{") {
      let parser = JSONParser(maximumBytes: UnverifiedJWT.maximumLength, maximumDepth: 16)
      guard let claims = (try? parser.parse(text))?.objectValue else {
        throw .refused(
          .invalidCustomToken,
          "((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))")
      }
      return claims
    }
    guard let token = Self.decoded(text), token.algorithm == "none" else { return nil }
    guard (token.payload["aud"]?.stringValue).hasSameBytes(as: audience) else {
      throw .refused(
        .invalidCustomToken,
        "((Invalid aud (audience): \(displayable(token.payload["aud"]?.stringValue ?? "")) Note: Firebase ID "
          + "Tokens / third-party tokens cannot be used with signInWithCustomToken.))")
    }
    return token.claims
  }

  private static func token(_ parameters: FormURLEncoded) -> String? {
    [parameters["id_token"], parameters["access_token"]].compactMap(\.self).first { !$0.isEmpty }
  }

  /// Decodes a token with or without the final dot, because some test libraries omit the dot.
  private static func decoded(_ token: String) -> UnverifiedJWT? {
    (try? UnverifiedJWT(token)) ?? (try? UnverifiedJWT(token + "."))
  }

  private static func unparseable(_ token: String, _ reason: String) -> IdentityError {
    .invalidIDPResponse("Unable to parse id_token: \(displayable(token, limit: 256)) ((\(reason)))")
  }

  private static func incompleteSAML(_ part: String) -> IdentityError {
    IdentityError(.refused, sentence: "INVALID_IDP_RESPONSE ((Missing \(part) in SAMLResponse.))")
  }

  private static func googleProfile(_ claims: [String: JSONValue], subject: String) -> JSONValue {
    var profile: [String: JSONValue] = [
      "granted_scopes":
        .string(
          ["profile", "email"].reduce("openid") { "\($0) https://www.googleapis.com/auth/userinfo.\($1)" }),
      "id": .string(subject), "verified_email": .bool(flag(claims["email_verified"])),
      "locale": "en",
    ]
    for name in ["name", "given_name", "family_name", "email", "picture"] {
      profile[name] = claims[name] ?? .null
    }
    return .object(profile.filter { !$0.value.isNull })
  }
}
