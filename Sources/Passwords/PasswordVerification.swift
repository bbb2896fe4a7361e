import Crypto
import Identity

/// Every scheme in which a stored password may be, behind one question. A scheme joins as a case of
/// ``PasswordHash/Algorithm``, a file of its own and a line here.
enum PasswordVerification {
  static func hash(
    _ password: [UInt8], algorithm: PasswordHash.Algorithm, salt: [UInt8]
  ) throws(PasswordFailure) -> [UInt8] {
    switch algorithm {
    case .firebaseScrypt(let signerKey, let saltSeparator, let rounds, let memoryCost):
      try FirebaseScrypt(
        signerKey: signerKey, saltSeparator: saltSeparator, rounds: rounds, memoryCost: memoryCost
      ).hash(password, salt: salt)
    }
  }

  static func matches(_ password: [UInt8], _ stored: PasswordHash) throws(PasswordFailure) -> Bool {
    let computed = try hash(password, algorithm: stored.algorithm, salt: stored.salt)
    return isEqual(computed, stored.hash)
  }

  /// Takes the same time wherever the difference is: the digests' own comparison does.
  private static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    SHA256.hash(data: one) == SHA256.hash(data: other)
  }
}
