import Foundation

/// A second factor of a user.
open class MultiFactorInfo: NSObject, @unchecked Sendable {
  public let uid: String
  public let displayName: String?
  public let enrollmentDate: Date
  /// `phone` or `totp`.
  public let factorID: String

  init(_ factor: FactorData, factorID: String) {
    uid = factor.id
    displayName = factor.displayName
    // Of a factor without a date nothing better is known.
    enrollmentDate = factor.enrolledAt ?? Date()
    self.factorID = factorID
  }

  static func of(_ factor: FactorData) -> MultiFactorInfo {
    factor.phoneNumber == nil ? TOTPMultiFactorInfo(factor) : PhoneMultiFactorInfo(factor)
  }
}

/// A telephone number as a second factor.
open class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
  public static let PhoneMultiFactorID = "phone"
  public static let TOTPMultiFactorID = "totp"

  /// As the server shows it: all of it to the user, its last digits while the factor has yet to be proved.
  public let phoneNumber: String

  init(_ factor: FactorData) {
    phoneNumber = factor.phoneNumber ?? ""
    super.init(factor, factorID: Self.PhoneMultiFactorID)
  }
}

/// An authenticator app as a second factor.
open class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
  init(_ factor: FactorData) { super.init(factor, factorID: PhoneMultiFactorInfo.TOTPMultiFactorID) }
}
