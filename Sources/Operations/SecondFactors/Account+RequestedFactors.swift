import Foundation
import Identity
import IdentityWire

extension Account {
  /// Returns the second factors that an administrator requests. A phone is given by its number. Factors of other kinds
  /// are given by their ID, because only their user has the secret. If two entries have the same number, the first
  /// entry counts.
  ///
  /// - Parameter ids: makes the IDs for a new account, whose factors have none yet.
  /// - Throws: `INVALID_MFA_PHONE_NUMBER`, `INVALID_MFA_ENROLLMENT_ID`, `DUPLICATE_MFA_ENROLLMENT_ID`,
  ///   `SECOND_FACTOR_LIMIT_EXCEEDED`.
  func factors(
    as wanted: [MFAFactor], now: Instant, idsFrom ids: (any RandomSource)? = nil
  ) throws(IdentityError) -> [EnrolledFactor] {
    var result: [EnrolledFactor] = []
    for entry in wanted {
      try IdentityService.checkProfile(displayName: entry.displayName, photoURL: nil)
      let known = entry.mfaEnrollmentId.flatMap { factor($0) }
      let kind: EnrolledFactor.Kind
      if entry.totpInfo != nil, let known, known.phoneNumber == nil {
        kind = known.kind
      } else {
        kind = .phone(number: try Self.number(of: entry))
        if result.contains(where: { $0.kind == kind }) { continue }
      }
      guard let id = ids?.alphanumeric(28) ?? entry.mfaEnrollmentId, !id.isEmpty else {
        throw .refused(.invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.")
      }
      guard id.utf8.count <= EnrolledFactor.maximumIDLength else {
        throw .refused(.invalidMFAEnrollmentID, "mfaEnrollmentId is too long.")
      }
      guard !result.contains(where: { $0.enrollmentID == id }) else {
        throw .refused(.duplicateMFAEnrollmentID)
      }
      guard result.count < EnrolledFactor.maximumCount else {
        throw .refused(.secondFactorLimitExceeded)
      }
      result.append(
        EnrolledFactor(
          enrollmentID: id, kind: kind, displayName: entry.displayName.flatMap { $0.isEmpty ? nil : $0 },
          enrolledAt: try Self.moment(entry.enrolledAt) ?? known?.enrolledAt ?? now))
    }
    return result
  }

  private static func number(of entry: MFAFactor) throws(IdentityError) -> String {
    guard let number = try? IdentityService.phoneNumber(entry.phoneInfo ?? "") else {
      throw .refused(.invalidMFAPhoneNumber, "Invalid format.")
    }
    return number
  }

  private static func moment(_ text: String?) throws(IdentityError) -> Instant? {
    guard let text, !text.isEmpty else { return nil }
    guard let moment = Instant(iso8601: text) else {
      throw .malformed("Invalid JSON payload received. /mfa/enrollments/enrolledAt must be a date.")
    }
    return moment
  }
}
