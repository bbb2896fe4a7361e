import Foundation
import Identity
import IdentityWire
import Testing
import WorkPool

@testable import Passwords

@Suite("The password hasher")
struct PasswordHasherTests {
  /// Costs next to nothing, for what is not about cost.
  static let cheap = PasswordHash.Algorithm.firebaseScrypt(
    signerKey: [UInt8](repeating: 3, count: 64), saltSeparator: [7], rounds: 1, memoryCost: 1)

  let pool = WorkPool(name: "passwords", threads: 1, maximumQueued: 8)

  @Test("verifies what it hashed, and nothing near it")
  func roundTrip() async throws {
    let hasher = PasswordHasher(algorithm: Self.cheap, pool: pool)
    let stored = try await hasher.hash("pässword 🙂")
    #expect(try await hasher.verify("pässword 🙂", against: stored))
    for other in ["pässword 🙂 ", "Pässword 🙂", "passwörd 🙂", "", "p\0ässword 🙂"] {
      #expect(try await !hasher.verify(other, against: stored))
    }
    for changed in [
      PasswordHash(algorithm: stored.algorithm, salt: stored.salt, hash: []),
      PasswordHash(algorithm: stored.algorithm, salt: stored.salt, hash: Array(stored.hash.dropLast())),
      PasswordHash(algorithm: stored.algorithm, salt: stored.salt + [0], hash: stored.hash),
    ] {
      #expect(try await !hasher.verify("pässword 🙂", against: changed))
    }
  }

  @Test("uses Firebase's default cost, a fresh salt for each hash, and the installation's signer key")
  func parameters() async throws {
    let key = PasswordHasher.makeSignerKey(SystemRandom())
    #expect(key.count == 64)
    let hasher = PasswordHasher(algorithm: PasswordHasher.firebaseScrypt(signerKey: key), pool: pool)
    let one = try await hasher.hash("secret1")
    let two = try await hasher.hash("secret1")
    #expect(
      one.algorithm == .firebaseScrypt(signerKey: key, saltSeparator: [7], rounds: 8, memoryCost: 14))
    #expect(one.salt.count == 16 && one.hash.count == 64)
    #expect(one.salt != two.salt && one.hash != two.hash)
    let other = PasswordHash(
      algorithm: PasswordHasher.firebaseScrypt(signerKey: [UInt8](repeating: 0, count: 64)),
      salt: one.salt, hash: one.hash)
    #expect(try await !hasher.verify("secret1", against: other))
  }

  @Test("computes nothing for a password of more than 4096 bytes")
  func length() async throws {
    let hasher = PasswordHasher(algorithm: Self.cheap, pool: pool)
    let longest = String(repeating: "a", count: 4096)
    let stored = try await hasher.hash(longest)
    #expect(try await hasher.verify(longest, against: stored))
    #expect(try await !hasher.verify(longest + "a", against: stored))
    // What would fail if it were computed is not computed.
    let uncomputable = PasswordHash(
      algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 0, memoryCost: 0), salt: [],
      hash: [])
    #expect(try await !hasher.verify(longest + "a", against: uncomputable))
    // Two bytes a character: half as many characters are too many already.
    let error = await #expect(throws: IdentityError.self) {
      try await hasher.hash(String(repeating: "ä", count: 2049))
    }
    #expect(error?.refusal == .passwordDoesNotMeetRequirements)
  }

  @Test("costs as much for an account that does not exist as for one that does")
  func dummy() async throws {
    let key = PasswordHasher.makeSignerKey(SystemRandom())
    let hasher = PasswordHasher(algorithm: PasswordHasher.firebaseScrypt(signerKey: key), pool: pool)
    let stored = try await hasher.hash("secret1")
    // The least of each is what the machine's other work disturbed least; on a busy machine that takes
    // more than one try.
    var real = Duration.seconds(60)
    var dummy = Duration.seconds(60)
    for round in 1... {
      real = min(
        real, try await ContinuousClock().measure { _ = try await hasher.verify("wrong", against: stored) })
      dummy = min(dummy, try await ContinuousClock().measure { try await hasher.verifyDummy("wrong") })
      if round >= 5, (0.7...1.4).contains(dummy / real) { return }
      if round == 50 { break }
    }
    Issue.record("\(dummy) for no account, \(real) for one")
  }

  @Test("answers that it is busy when too many passwords wait, and finishes those that it took")
  func overload() async throws {
    let small = WorkPool(name: "small", threads: 1, maximumQueued: 1)
    defer { small.close() }
    let hasher = PasswordHasher(algorithm: Self.cheap, pool: small)
    let stored = try await hasher.hash("secret1")
    let gate = Gate()
    async let blocker: Void = small.run { gate.enterAndWait() }
    try await gate.entered()
    async let waiting = hasher.verify("secret1", against: stored)
    while small.queued == 0 { try await pause() }
    for _ in 0..<3 {
      let error = await #expect(throws: IdentityError.self) {
        try await hasher.verify("secret1", against: stored)
      }
      #expect(error?.kind == .busy && error?.retryAfter == 1)
      await #expect(throws: IdentityError.self) { try await hasher.verifyDummy("secret1") }
    }
    gate.open()
    #expect(try await waiting)
    try await blocker
  }

  @Test("tells a hash that cannot be computed from a wrong password")
  func unsupported() async throws {
    let hasher = PasswordHasher(algorithm: Self.cheap, pool: pool)
    let stored = PasswordHash(
      algorithm: .firebaseScrypt(
        signerKey: [UInt8](repeating: 3, count: 64), saltSeparator: [7], rounds: 8, memoryCost: 40),
      salt: [1], hash: [1])
    let error = await #expect(throws: IdentityError.self) { try await hasher.verify("x", against: stored) }
    #expect(error?.kind == .unavailable)
  }

  @Test("asks for a new hash when the parameters are not today's")
  func rehash() async throws {
    let hasher = PasswordHasher(
      algorithm: PasswordHasher.firebaseScrypt(signerKey: [UInt8](repeating: 3, count: 64)), pool: pool)
    #expect(!hasher.shouldRehash(PasswordHash(algorithm: hasher.algorithm, salt: [], hash: [])))
    #expect(hasher.shouldRehash(PasswordHash(algorithm: Self.cheap, salt: [], hash: [])))
  }
}
