import Foundation
import Identity
import IdentityWire

/// The UserInfo endpoint of a generic OpenID provider (OpenID Connect Core 1.0 section 5.3). Where an access token is
/// issued, the claims that scopes ask for come from there, and many providers write none of them into the ID token
/// (section 5.4).
struct UserInfoEndpoint: Sendable {
  /// Bytes of an answer. Its claims go where an ID token's go.
  static let maximumBytes = UnverifiedJWT.maximumProviderLength

  let api: ProviderAPI
  let idTokens: IDTokenVerification

  /// Whether an ID token leaves out something that an account is made of.
  static func isWanted(beside claims: [String: JSONValue]) -> Bool {
    ["email", "email_verified", "name"].contains { claims[$0]?.isNull ?? true }
  }

  /// Asks who the bearer of an access token is.
  ///
  /// - Parameters:
  ///   - expectation: of the ID token, which a signed answer shares but for its dates and nonce.
  /// - Returns: the claims, which may be about another user.
  /// - Throws: for no answer, a refusal, and a signed answer that cannot be verified.
  func claims(
    at endpoint: String, accessToken: String, _ expectation: IDTokenVerification.Expectation,
    settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> [String: JSONValue] {
    let response = try await api.send(
      endpoint, authorization: .bearer(accessToken), accept: "application/json, application/jwt;q=0.9",
      maximumBytes: Self.maximumBytes, settings: settings)
    let claims: [String: JSONValue]
    if (200..<300).contains(response.status), Self.isSigned(response) {
      claims = try await idTokens.userInfo(
        String(decoding: response.body, as: UTF8.self), expectation, now: now)
    } else {
      let json = try api.json(response, from: endpoint)
      guard (200..<300).contains(response.status), json["error"] == nil, let members = json.objectValue else {
        let summary = ProviderErrorText.summary(json, hiding: [accessToken])
        throw .invalidIDPResponse(
          "Unsuccessful userinfo response from \(displayable(settings.providerID)): \(summary)"
        ).diagnosed(Diagnosis.accessTokenRefused(answer: summary))
      }
      claims = members
    }
    return claims
  }

  private static func isSigned(_ response: OutgoingHTTP.Response) -> Bool {
    let type = response.header("content-type")?.prefix { $0 != ";" } ?? ""
    return type.trimmingCharacters(in: .whitespaces).lowercased() == "application/jwt"
  }

  /// The claims of both. The ID token wins: it is signed for us.
  static func merge(_ more: [String: JSONValue], into claims: [String: JSONValue]) -> [String: JSONValue] {
    var (own, more) = (claims.filter { !$0.value.isNull }, more)
    // The members of a JWT itself are no claims about the user.
    for name in ["iss", "aud", "exp", "iat", "nbf", "jti", "azp", "nonce", "at_hash", "c_hash"] {
      more[name] = nil
    }
    // The word that an address is verified is about the address that stands beside it, and no other one.
    if let email = own["email"]?.stringValue {
      if !more["email"].flatMap(\.stringValue).hasSameBytes(as: email) { more["email_verified"] = nil }
    } else {
      own["email_verified"] = nil
    }
    return own.merging(more) { known, _ in known }
  }
}
