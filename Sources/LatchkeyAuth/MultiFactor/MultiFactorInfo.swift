import Foundation

/// A user's second factor.
open class MultiFactorInfo: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The id of the factor.
  public let uid: String
  /// The user's name for the factor.
  public let displayName: String?
  /// The time of the enrolment.
  public let enrollmentDate: Date
  /// `phone` or `totp`.
  public let factorID: String

  init(_ factor: FactorData, factorID: String) {
    uid = factor.id
    displayName = factor.displayName
    // If the server sent no date, uses the current time as an approximation.
    enrollmentDate = factor.enrolledAt ?? Date()
    self.factorID = factorID
  }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let uid = coder.text(for: "uid"), let factorID = coder.text(for: "factorID"),
      let enrollmentDate = coder.date(for: "enrollmentDate")
    else { return nil }
    self.uid = uid
    self.factorID = factorID
    self.enrollmentDate = enrollmentDate
    displayName = coder.text(for: "displayName")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(text: uid, for: "uid")
    coder.encode(text: factorID, for: "factorID")
    coder.encode(text: displayName, for: "displayName")
    coder.encode(date: enrollmentDate, for: "enrollmentDate")
  }

  static func of(_ factor: FactorData) -> MultiFactorInfo {
    factor.phoneNumber == nil ? TOTPMultiFactorInfo(factor) : PhoneMultiFactorInfo(factor)
  }
}

/// A telephone number as a second factor.
open class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
  /// `phone`.
  public static let PhoneMultiFactorID = "phone"
  /// `totp`.
  public static let TOTPMultiFactorID = "totp"

  /// The number as the server returns it: the complete number for the signed-in user, but only the last digits
  /// until the user has proved the factor.
  public let phoneNumber: String

  init(_ factor: FactorData) {
    phoneNumber = factor.phoneNumber ?? ""
    super.init(factor, factorID: Self.PhoneMultiFactorID)
  }

  public required init?(coder: NSCoder) {
    guard let phoneNumber = coder.text(for: "phoneNumber") else { return nil }
    self.phoneNumber = phoneNumber
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(text: phoneNumber, for: "phoneNumber")
  }
}

/// An authenticator app as a second factor.
open class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
  init(_ factor: FactorData) { super.init(factor, factorID: PhoneMultiFactorInfo.TOTPMultiFactorID) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }
}
