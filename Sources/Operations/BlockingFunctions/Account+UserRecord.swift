import Foundation
import Identity
import IdentityWire

extension Account {
  /// The account's times in milliseconds.
  private var times: [String: JSONValue?] {
    [
      "creation_time": .integer(createdAt.milliseconds),
      "last_sign_in_time": lastLoginAt.map { .integer($0.milliseconds) },
    ]
  }

  /// The account as it is sent to Firebase's functions.
  var userRecord: [String: JSONValue] {
    let record: [String: JSONValue?] = [
      "uid": .string(id.rawValue), "email": email.map { .string($0.text) },
      "email_verified": .bool(emailVerified),
      "display_name": displayName.map { .string($0) },
      "photo_url": photoURL.map { .string($0) }, "disabled": .bool(disabled),
      "phone_number": phoneNumber.map { .string($0) },
      "custom_claims": customAttributes.flatMap { try? JSONParser(costlyText: .dropped).parse($0) },
      "tenant_id": scope.tenant.map { .string($0.rawValue) },
      "provider_data": .array(ProviderUserInfo.list(of: self).map { .object($0.record.compacted) }),
      "multi_factor": factors.isEmpty
        ? nil : ["enrolled_factors": .array(factors.map { .object($0.record.compacted) })],
      "metadata": .object(times.compacted),
    ]
    return record.compacted
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
  var compacted: [String: JSONValue] { compactMapValues { $0 } }
}
