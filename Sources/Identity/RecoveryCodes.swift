/// The unused recovery codes of an account. Each code replaces a second factor once.
///
/// Only keyed hashes of the codes are stored. The key is sealed under the master key for this account. So codes cannot
/// be guessed from a copy of the database, and a row that is copied to another account is useless there.
public struct RecoveryCodes: Sendable, Equatable, Codable {
  /// The number of codes in a new set.
  public static let count = 10
  /// The length of a code in bytes. 80 bits cannot be guessed.
  public static let length = 10

  public var sealedKey: [UInt8]
  /// The hashes of the unused codes.
  public private(set) var hashes: [String]
  public var madeAt: Instant

  public init(sealedKey: [UInt8], hashes: [String], madeAt: Instant) {
    self.sealedKey = sealedKey
    self.hashes = hashes
    self.madeAt = madeAt
  }

  /// Consumes the code with a hash. If two requests consume one code, both change the same version of the account, and
  /// the store accepts only one change.
  ///
  /// - Parameter isEqual: compares in constant time.
  /// - Returns: false if no unused code has the hash.
  public mutating func use(_ hash: String, isEqual: (String, String) -> Bool) -> Bool {
    // All hashes are compared, so that the time does not reveal the code's position.
    let others = hashes.filter { !isEqual($0, hash) }
    defer { hashes = others }
    return others.count < hashes.count
  }
}

extension SignInFacts.SecondFactor {
  /// The name of a recovery code in `firebase.sign_in_second_factor`.
  public static let recoveryCodeKind = "recovery_code"

  /// The fact that a recovery code was used instead of a factor.
  public static func recoveryCode(insteadOf factor: EnrolledFactor) -> SignInFacts.SecondFactor {
    .init(enrollmentID: factor.enrollmentID, kind: recoveryCodeKind)
  }
}

extension UserSession {
  /// Checks that the user may get new recovery codes. The check is strict because a person who reads the codes can use
  /// them.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`; `MFA_ENROLLMENT_NOT_FOUND` for an account without a second factor.
  public func requireRecoveryCodes(of account: Account, now: Instant) throws(IdentityError) {
    guard !account.factors.isEmpty else { throw .refused(.mfaEnrollmentNotFound) }
    try requireRecent(for: account, now: now)
  }
}
