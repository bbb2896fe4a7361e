import Foundation
import Testing

@testable import Passwords

@Suite("Firebase's scrypt")
struct FirebaseScryptTests {
  /// From the README of github.com/firebase/scrypt.
  let signerKey = bytes(
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
  let salt = bytes("42xEC+ixf3L2lw==")
  let expected = bytes(
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==")

  @Test("makes the hash of the published example")
  func published() throws {
    let scrypt = try FirebaseScrypt(
      signerKey: signerKey, saltSeparator: Self.separator, rounds: 8, memoryCost: 14)
    #expect(try scrypt.hash(Array("user1password".utf8), salt: salt) == expected)
    #expect(try scrypt.hash(Array("user1passwore".utf8), salt: salt) != expected)
    #expect(try scrypt.hash(Array("user1password".utf8), salt: Array(salt.dropLast())) != expected)
  }

  @Test(
    "computes nothing for parameters beyond Firebase's bounds",
    arguments: [(0, 14), (9, 14), (8, 0), (8, 15), (-1, 14), (8, 63), (Int.max, Int.max)])
  func bounds(rounds: Int, memoryCost: Int) {
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try FirebaseScrypt(
        signerKey: signerKey, saltSeparator: Self.separator, rounds: rounds, memoryCost: memoryCost)
    }
  }

  @Test("refuses signer keys and salts of unreasonable size")
  func sizes() throws {
    for key in [[], [UInt8](repeating: 0, count: 15), [UInt8](repeating: 0, count: 257)] {
      #expect(throws: PasswordFailure.unsupportedParameters) {
        try FirebaseScrypt(signerKey: key, saltSeparator: Self.separator, rounds: 8, memoryCost: 14)
      }
    }
    let scrypt = try FirebaseScrypt(
      signerKey: signerKey, saltSeparator: Self.separator, rounds: 1, memoryCost: 1)
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try scrypt.hash([], salt: [UInt8](repeating: 0, count: 257))
    }
  }

  static let separator = bytes("Bw==")

}

private func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
