import Foundation
import Identity
import Testing
import WorkPool

@testable import Passwords

@Suite("Imported password hashes")
struct ImportedHashTests {
  static let pool = WorkPool(name: "imports", threads: 2, maximumQueued: 1_000)

  @Test("A password is known by the hash that another implementation made", arguments: PasswordVector.all)
  func known(vector: PasswordVector) throws {
    let stored = try vector.imported()
    #expect(try PasswordVerification.matches(Array(PasswordVector.password.utf8), stored))
  }

  @Test("No other password, salt or hash passes", arguments: PasswordVector.all)
  func others(vector: PasswordVector) throws {
    let stored = try vector.imported()
    let right = Array(PasswordVector.password.utf8)
    for wrong in [Array(right.dropLast()), right + [0x20], [], Array("x".utf8)] {
      #expect(try !PasswordVerification.matches(wrong, stored))
    }
    var changed = stored
    changed.hash[changed.hash.count - 2] ^= 1
    #expect(try !PasswordVerification.matches(right, changed))
    guard stored.algorithm != .bcrypt, !stored.salt.isEmpty else { return }
    changed = stored
    changed.salt[0] ^= 1
    #expect(try !PasswordVerification.matches(right, changed))
  }

  @Test("An empty password or salt is computed like any other", arguments: PasswordVector.all)
  func empty(vector: PasswordVector) throws {
    let stored = try vector.imported()
    var changed = stored
    changed.salt = []
    if case .argon2 = vector.algorithm {
      #expect(throws: PasswordFailure.unsupportedParameters) { try PasswordVerification.matches([], changed) }
    } else {
      #expect(try !PasswordVerification.matches([], changed))
    }
    #expect(try !PasswordVerification.matches([], stored))
  }

  @Test("A digest may come as hexadecimal text in either case", arguments: PasswordVector.all)
  func hexadecimal(vector: PasswordVector) throws {
    let stored = try vector.imported()
    let text = stored.hash.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    for spelling in [text, text.uppercased()] {
      let outcome = Result { () throws(PasswordFailure) in
        try PasswordHash(importing: vector.algorithm, salt: stored.salt, hash: Array(spelling.utf8))
      }
      if case .digest = vector.algorithm {
        #expect(try outcome.get() == stored)
      } else if case .pbkdf2 = vector.algorithm {
        // Twice as many bytes are another hash of the same scheme.
        #expect((try? outcome.get()) != stored)
      } else {
        #expect(throws: PasswordFailure.unsupportedParameters) { try outcome.get() }
      }
    }
  }

  @Test("What is stored reads back as the same", arguments: PasswordVector.all)
  func coding(vector: PasswordVector) throws {
    let stored = try vector.imported()
    let data = try JSONEncoder().encode(stored)
    #expect(try JSONDecoder().decode(PasswordHash.self, from: data) == stored)
  }

  @Test("Firebase's scheme reads from the form in which it has always been stored")
  func oldForm() throws {
    let text = """
      {"algorithm":{"firebaseScrypt":{"signerKey":[1,2],"saltSeparator":[7],"rounds":8,"memoryCost":14}},
       "salt":[3],"hash":[4]}
      """
    #expect(
      try JSONDecoder().decode(PasswordHash.self, from: Data(text.utf8))
        == PasswordHash(
          algorithm: .firebaseScrypt(signerKey: [1, 2], saltSeparator: [7], rounds: 8, memoryCost: 14),
          salt: [3], hash: [4]))
  }

  @Test("Every imported hash is to be replaced by one of ours", arguments: PasswordVector.all)
  func rehash(vector: PasswordVector) throws {
    let hasher = PasswordHasher(
      algorithm: PasswordHasher.firebaseScrypt(signerKey: [UInt8](repeating: 9, count: 64)), pool: Self.pool)
    #expect(hasher.shouldRehash(try vector.imported()))
  }

  @Test("A key is taken out and put back without touching the rest")
  func keys() {
    for vector in PasswordVector.all {
      let emptied = vector.algorithm.with(key: [])
      #expect(emptied.with(key: PasswordVector.key) == vector.algorithm)
      #expect((vector.algorithm.key == nil) == (emptied == vector.algorithm))
      #expect(emptied.key?.isEmpty != false)
    }
  }
}

extension PasswordVector {
  func imported() throws -> PasswordHash {
    try PasswordHash(
      importing: algorithm, salt: Array(#require(Data(base64Encoded: salt))),
      hash: Array(#require(Data(base64Encoded: hash))))
  }
}
