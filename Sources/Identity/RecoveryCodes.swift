/// The recovery codes that an account has left: each stands in for a second factor, once.
///
/// A code is known by a keyed hash alone. The key is sealed under the master key for this account, so that a copy of the
/// database tries out no code, and a row that is copied to another account opens nothing there.
public struct RecoveryCodes: Sendable, Equatable, Codable {
  /// Codes that are made at a time.
  public static let count = 10
  /// Bytes of a code: 80 bits, which nobody guesses.
  public static let length = 10

  public var sealedKey: [UInt8]
  /// Of the codes that were not used.
  public private(set) var hashes: [String]
  public var madeAt: Instant

  public init(sealedKey: [UInt8], hashes: [String], madeAt: Instant) {
    self.sealedKey = sealedKey
    self.hashes = hashes
    self.madeAt = madeAt
  }

  /// Uses up the code of a hash. Two who bring one code change one version of the account, which the store lets one of
  /// them do.
  ///
  /// - Parameter isEqual: compares in constant time.
  /// - Returns: false where no code that is left has the hash.
  public mutating func use(_ hash: String, isEqual: (String, String) -> Bool) -> Bool {
    // All are compared, so that time does not tell how far down the list the code stood.
    let others = hashes.filter { !isEqual($0, hash) }
    defer { hashes = others }
    return others.count < hashes.count
  }
}

extension SignInFacts.SecondFactor {
  /// What `firebase.sign_in_second_factor` calls a recovery code.
  public static let recoveryCodeKind = "recovery_code"

  /// A recovery code in the place of a factor.
  public static func recoveryCode(insteadOf factor: EnrolledFactor) -> SignInFacts.SecondFactor {
    .init(enrollmentID: factor.enrollmentID, kind: recoveryCodeKind)
  }
}

extension UserSession {
  /// Checks that the user may have new recovery codes, which let whoever reads them in.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`; `MFA_ENROLLMENT_NOT_FOUND` for an account without a second factor.
  public func requireRecoveryCodes(of account: Account, now: Instant) throws(IdentityError) {
    guard !account.factors.isEmpty else { throw .refused(.mfaEnrollmentNotFound) }
    try requireRecent(for: account, now: now)
  }
}
