import Foundation
import Identity
import IdentityWire

/// The kinds of second factors, by the names that tokens call them.
enum SecondFactorKind: String {
  case phone
  case totp

  var settingName: String {
    switch self {
    case .phone: "SMS"
    case .totp: "TOTP"
    }
  }
}

extension EnrolledFactor {
  /// Factors that one account may have.
  static let maximumCount = 5
  /// Bytes of a factor's id, which stands in every ID token that it was proved for.
  static let maximumIDLength = 128

  var fact: SignInFacts.SecondFactor {
    let kind: SecondFactorKind =
      switch self.kind {
      case .phone: .phone
      case .totp: .totp
      }
    return .init(enrollmentID: enrollmentID, kind: kind.rawValue)
  }

  var phoneNumber: String? {
    if case .phone(let number) = kind { number } else { nil }
  }
}

extension Account {
  func factor(_ enrollmentID: String) -> EnrolledFactor? {
    factors.first { $0.enrollmentID == enrollmentID }
  }

  /// Whether the same can be proved to both: names do not count.
  func hasSameFactors(as other: Account) -> Bool {
    factors.map(\.enrollmentID) == other.factors.map(\.enrollmentID)
      && factors.map(\.kind) == other.factors.map(\.kind)
  }

  /// Where there are second factors, the address is verified: else whoever mistyped it would be locked out by
  /// the one whose it is, or lock them out. What was so before may go on being so.
  ///
  /// - Parameter before: the account as it was; nil for one that is new.
  /// - Throws: `UNVERIFIED_EMAIL`, for a user `EMAIL_CHANGE_NEEDS_VERIFICATION`.
  func requireVerifiedEmail(since before: Account?, changedByUser: Bool = false) throws(IdentityError) {
    guard !factors.isEmpty, email == nil || !emailVerified else { return }
    if let before, email == before.email, emailVerified == before.emailVerified, hasSameFactors(as: before) {
      return
    }
    throw changedByUser
      ? .refused(
        .emailChangeNeedsVerification, "Multi-factor users must always have a verified email.")
      : .refused(.unverifiedEmail, "A user with second factors needs a verified email.")
  }

  /// - Throws: `SECOND_FACTOR_EXISTS`, `SECOND_FACTOR_LIMIT_EXCEEDED`.
  func requireRoom(forPhone number: String? = nil) throws(IdentityError) {
    if let number, factors.contains(where: { $0.phoneNumber == number }) {
      throw .refused(
        .secondFactorExists, "Phone number already enrolled as second factor for this account.")
    }
    guard factors.count < EnrolledFactor.maximumCount else {
      throw .refused(
        .secondFactorLimitExceeded,
        "An account can have at most \(EnrolledFactor.maximumCount) second factors.")
    }
  }

  /// What an administrator wants the second factors to be: a phone is described whole, a factor of another kind
  /// is named, for its secret is its user's alone. Of two entries with one number the first counts.
  ///
  /// - Parameter ids: makes them for a new account, whose factors have none yet.
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
