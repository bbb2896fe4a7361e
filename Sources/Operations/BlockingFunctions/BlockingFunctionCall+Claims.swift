import Foundation
import Identity
import IdentityWire

extension ClientDetails {
  /// The claims that every message about a client's action has.
  var claims: [String: JSONValue] {
    [
      "user_agent": .string(userAgent ?? "unknown"), "ip_address": .string(ipAddress ?? "unknown"),
      "locale": .string(locale ?? "und"),
    ]
  }
}

extension BlockingFunctionCall {
  /// The claims of the message, under the names that the functions' SDKs read.
  var claims: [String: JSONValue] {
    var claims = client.claims
    claims["event_id"] = .string(eventID)
    claims["event_type"] = .string(event.rawValue)
    claims["sub"] = .string(account.id.rawValue)
    claims["sign_in_method"] = .string(method)
    claims["user_record"] = .object(account.userRecord)
    claims["tenant_id"] = account.scope.tenant.map { .string($0.rawValue) }
    claims["sign_in_second_factor"] = facts.secondFactor.map { .string($0.kind) }
    claims["sign_in_attributes"] = facts.attributes.map { .string(JSONWriter.text($0)) }
    guard let identity else { return claims }
    claims["raw_user_info"] = .string(JSONWriter.text(identity.rawUserInfo))
    claims.merge(forwarded(identity.tokens)) { $1 }
    return claims
  }

  private func forwarded(_ tokens: ProviderTokens) -> [String: JSONValue] {
    let functions = project.blockingFunctions
    var claims: [String: JSONValue?] = [:]
    if functions.forwardsIDToken { claims["oauth_id_token"] = tokens.idToken.map { .string($0) } }
    if functions.forwardsAccessToken {
      claims["oauth_access_token"] = tokens.accessToken.map { .string($0) }
      claims["oauth_token_secret"] = tokens.tokenSecret.map { .string($0) }
      claims["oauth_expires_in"] = tokens.expiresIn.map { .string(String($0)) }
    }
    if functions.forwardsRefreshToken {
      claims["oauth_refresh_token"] = tokens.refreshToken.map { .string($0) }
    }
    return claims.compacted
  }
}
