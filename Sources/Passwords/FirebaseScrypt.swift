import Crypto
import CryptoExtras
import Foundation

/// Firebase's own password scheme. scrypt (RFC 7914) derives an AES-256 key from the password. This key
/// encrypts the project's signer key in counter mode, and the result is the hash.
///
/// An attacker who stole the hashes cannot check a guess without the signer key.
///
/// A hash at the highest cost takes 16 MiB of memory.
///
/// Source: github.com/firebase/scrypt.
struct FirebaseScrypt: DerivingScheme {
  private let signerKey: [UInt8]
  private let saltSeparator: [UInt8]
  private let rounds: Int
  private let memoryCost: Int

  /// - Parameters:
  ///   - rounds: scrypt's block size `r`, which Firebase calls rounds.
  ///   - memoryCost: the base-2 logarithm of scrypt's `N`.
  init(
    signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int
  ) throws(PasswordFailure) {
    guard PasswordBounds.scryptRounds.contains(rounds),
      PasswordBounds.scryptMemoryCost.contains(memoryCost),
      PasswordBounds.signerKeyBytes.contains(signerKey.count),
      saltSeparator.count <= PasswordBounds.maximumSaltBytes
    else { throw .unsupportedParameters }
    self.signerKey = signerKey
    self.saltSeparator = saltSeparator
    self.rounds = rounds
    self.memoryCost = memoryCost
  }

  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    salt.count <= PasswordBounds.maximumSaltBytes && hash.count == signerKey.count
  }

  /// - Returns: a hash with the same number of bytes as the signer key.
  func hash(_ password: [UInt8], salt: [UInt8], length: Int = 0) throws(PasswordFailure) -> [UInt8] {
    guard salt.count <= PasswordBounds.maximumSaltBytes else { throw .unsupportedParameters }
    let key = try self.key(from: password, salt: salt + saltSeparator)
    do {
      // The key encrypts only this one message, so the counter may start at zero.
      let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
      return Array(try AES._CTR.encrypt(signerKey, using: key, nonce: nonce))
    } catch {
      throw .computation(String(describing: type(of: error)))
    }
  }

  /// swift-crypto's scrypt takes two thirds of the time of libcrypto's. In debug builds it is not optimised, and takes three
  /// times as long.
  private func key(from password: [UInt8], salt: [UInt8]) throws(PasswordFailure) -> SymmetricKey {
    #if DEBUG
      return SymmetricKey(
        data: try Scrypt(cost: 1 << memoryCost, blockSize: rounds, parallelization: 1)
          .key(from: password, salt: salt, length: 32))
    #else
      do {
        return try KDF.Scrypt.deriveKey(
          from: password, salt: salt, outputByteCount: 32, rounds: 1 << memoryCost, blockSize: rounds,
          parallelism: 1)
      } catch {
        throw .computation(String(describing: type(of: error)))
      }
    #endif
  }
}
