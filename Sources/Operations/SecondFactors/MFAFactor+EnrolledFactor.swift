import Identity
import IdentityWire

extension MFAFactor {
  /// Describes an enrolled factor that is to stay unchanged.
  public init(_ factor: EnrolledFactor) {
    self.init()
    mfaEnrollmentId = factor.enrollmentID
    displayName = factor.displayName
    switch factor.kind {
    case .phone(let number): phoneInfo = number
    case .totp: totpInfo = EmptyMessage()
    }
  }
}
