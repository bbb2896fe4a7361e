import Crypto
import CryptoExtras
import Foundation
import Identity

/// PBKDF2 (RFC 8018, section 5.2). The derived key is as long as the hash.
struct PBKDF2: DerivingScheme {
  private let function: PasswordHash.HashFunction
  private let rounds: Int

  init(function: PasswordHash.HashFunction, rounds: Int) throws(PasswordFailure) {
    guard PasswordBounds.pbkdf2Rounds.contains(rounds) else { throw .unsupportedParameters }
    self.function = function
    self.rounds = rounds
  }

  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    salt.count <= PasswordBounds.maximumSaltBytes && isWithinBounds(length: hash.count)
  }

  func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws(PasswordFailure) -> [UInt8] {
    guard isWithinBounds(length: length) else { throw .unsupportedParameters }
    do {
      let key = try KDF.Insecure.PBKDF2.deriveKey(
        from: password, salt: salt, using: underlying, outputByteCount: length, unsafeUncheckedRounds: rounds)
      return key.withUnsafeBytes { Array($0) }
    } catch {
      throw .computation(String(describing: type(of: error)))
    }
  }

  /// True if the total work is within the bounds. Every block of the function's output size costs all
  /// rounds.
  private func isWithinBounds(length: Int) -> Bool {
    guard (PasswordBounds.minimumHashBytes...PasswordBounds.maximumHashBytes).contains(length) else {
      return false
    }
    let blocks = (length + function.byteCount - 1) / function.byteCount
    return rounds * blocks <= PasswordBounds.pbkdf2Work
  }

  private var underlying: KDF.Insecure.PBKDF2.HashFunction {
    switch function {
    case .md5: .insecureMD5
    case .sha1: .insecureSHA1
    case .sha256: .sha256
    case .sha512: .sha512
    }
  }
}
