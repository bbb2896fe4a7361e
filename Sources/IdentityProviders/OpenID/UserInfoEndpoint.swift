import Foundation
import Identity
import IdentityWire

/// The UserInfo endpoint of a generic OpenID provider (OpenID Connect Core 1.0 section 5.3). If an access
/// token is issued, this endpoint returns the claims of the requested scopes. Many providers then omit
/// these claims from the ID token (section 5.4).
struct UserInfoEndpoint: Sendable {
  /// The maximum size of an answer in bytes. The claims are stored like the claims of an ID token.
  static let maximumBytes = UnverifiedJWT.maximumProviderLength

  let api: ProviderAPI
  let idTokens: IDTokenVerification

  /// True if the ID token lacks a claim that an account uses.
  static func isWanted(beside claims: [String: JSONValue]) -> Bool {
    ["email", "email_verified", "name"].contains { claims[$0]?.isNull ?? true }
  }

  /// Requests the claims of an access token's user.
  ///
  /// - Parameters:
  ///   - expectation: the expectation for the ID token. A signed answer must meet it too, but its dates are
  ///     optional and its nonce is not checked.
  /// - Returns: the claims. The caller checks which user they belong to.
  /// - Throws: an error if there is no answer, if the provider refuses the request, or if a signed answer
  ///   cannot be verified.
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

  /// Merges both sets of claims. The ID token's claims take precedence, because they are signed for this
  /// client.
  static func merge(_ more: [String: JSONValue], into claims: [String: JSONValue]) -> [String: JSONValue] {
    var (own, more) = (claims.filter { !$0.value.isNull }, more)
    // These claims describe the JWT itself, not the user.
    for name in ["iss", "aud", "exp", "iat", "nbf", "jti", "azp", "nonce", "at_hash", "c_hash"] {
      more[name] = nil
    }
    // `email_verified` applies only to the address in the same document.
    if let email = own["email"]?.stringValue {
      if !more["email"].flatMap(\.stringValue).hasSameBytes(as: email) { more["email_verified"] = nil }
    } else {
      own["email_verified"] = nil
    }
    return own.merging(more) { known, _ in known }
  }
}
