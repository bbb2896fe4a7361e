import Foundation
import Identity
import IdentityWire

extension BlockingFunctionCall {
  /// The claims of the message, under the names that the functions' SDKs read.
  var claims: [String: JSONValue] {
    var claims: [String: JSONValue] = [
      "event_id": .string(eventID), "event_type": .string(event.rawValue),
      "user_agent": .string(client.userAgent ?? "unknown"),
      "ip_address": .string(client.ipAddress ?? "unknown"), "locale": .string(client.locale ?? "und"),
      "sub": .string(account.id.rawValue), "sign_in_method": .string(method),
      "user_record": .object(userRecord.compacted),
    ]
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

  /// Milliseconds.
  private var times: [String: JSONValue?] {
    [
      "creation_time": .integer(account.createdAt.milliseconds),
      "last_sign_in_time": account.lastLoginAt.map { .integer($0.milliseconds) },
    ]
  }

  private var userRecord: [String: JSONValue?] {
    [
      "uid": .string(account.id.rawValue), "email": account.email.map { .string($0.text) },
      "email_verified": .bool(account.emailVerified),
      "display_name": account.displayName.map { .string($0) },
      "photo_url": account.photoURL.map { .string($0) }, "disabled": .bool(account.disabled),
      "phone_number": account.phoneNumber.map { .string($0) },
      "custom_claims": account.customAttributes.flatMap { try? JSONParser(costlyText: .dropped).parse($0) },
      "tenant_id": account.scope.tenant.map { .string($0.rawValue) },
      "provider_data": .array(ProviderUserInfo.list(of: account).map { .object($0.record.compacted) }),
      "multi_factor": account.factors.isEmpty
        ? nil : ["enrolled_factors": .array(account.factors.map { .object($0.record.compacted) })],
      "metadata": .object(times.compacted),
    ]
  }
}

extension ProviderUserInfo {
  fileprivate var record: [String: JSONValue?] {
    [
      "provider_id": .string(providerId), "uid": rawId.map { .string($0) },
      "email": email.map { .string($0) }, "display_name": displayName.map { .string($0) },
      "photo_url": photoUrl.map { .string($0) }, "phone_number": phoneNumber.map { .string($0) },
    ]
  }
}

extension EnrolledFactor {
  fileprivate var record: [String: JSONValue?] {
    let number: String?
    let kindName: String
    switch kind {
    case .phone(let enrolled): (number, kindName) = (enrolled, "phone")
    case .totp: (number, kindName) = (nil, "totp")
    }
    return [
      "uid": .string(enrollmentID), "factor_id": .string(kindName),
      "display_name": displayName.map { .string($0) }, "phone_number": number.map { .string($0) },
      "enrollment_time": .string(enrolledAt.iso8601),
    ]
  }
}

extension Dictionary where Key == String, Value == JSONValue? {
  fileprivate var compacted: [String: JSONValue] { compactMapValues { $0 } }
}
