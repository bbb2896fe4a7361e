import Foundation
import Identity
import Testing

@testable import Passwords

@Suite("Compromised passwords")
struct CompromisedPasswordTests {
  private static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "latchkey-filter-" + UUID().uuidString
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private static func builder(_ passwords: [String], rate: Double = 0.001) throws -> BloomFilterBuilder {
    var builder = try #require(
      BloomFilterBuilder(expecting: UInt64(passwords.count), falsePositiveRate: rate))
    for password in passwords { builder.insert(password) }
    return builder
  }

  @Test(
    "A filter finds all that was put in, and of others about as many as was asked for",
    arguments: [0.1, 0.01, 0.001])
  func rates(rate: Double) throws {
    let builder = try Self.builder((0..<5_000).map { "leaked \($0)" }, rate: rate)
    try Self.withFile(builder.header + builder.body) { path in
      let filter = try BloomFilter(path: path)
      #expect(filter.entryCount == 5_000)
      #expect((0..<5_000).allSatisfy { filter.mayContain("leaked \($0)") })
      let found = (0..<40_000).count { filter.mayContain("other \($0)") }
      #expect(abs(filter.falsePositiveRate - rate) < rate * 0.1, "\(filter.falsePositiveRate)")
      #expect(Double(found) < rate * 40_000 * 1.5 + 15, "\(found)")
      #expect(Double(found) > rate * 40_000 * 0.5 - 15, "\(found)")
    }
  }

  /// Computed apart from this code: 1.44 · log2(1/p) bits for each, and the known best number of hash functions.
  @Test(
    "A filter has the size that theory gives",
    arguments: [(1_000_000, 0.001, 14_377_600, 10), (10, 0.01, 128, 9)])
  func sizes(count: UInt64, rate: Double, bits: UInt64, hashes: Int) throws {
    let builder = try #require(BloomFilterBuilder(expecting: count, falsePositiveRate: rate))
    #expect(builder.bitCount == bits)
    #expect(builder.hashCount == hashes)
    #expect(UInt64(builder.body.count) == bits / 8 && builder.header.count == 64)
    #expect(BloomFilterBuilder(expecting: .max, falsePositiveRate: 0.001) == nil)
    #expect(BloomFilterBuilder(expecting: 1, falsePositiveRate: 0) == nil)
    #expect(BloomFilterBuilder(expecting: 1, falsePositiveRate: .nan) == nil)
  }

  @Test("A line is a password, or the hash of one in either case, also with a count")
  func lines() throws {
    var builder = try #require(BloomFilterBuilder(expecting: 4, falsePositiveRate: 0.000_001))
    // SHA-1 of "password", "hunter22" as sha1sum prints it, and texts that only begin like one.
    let lines = [
      "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:9545824", "plain text", "",
      "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd", "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8x",
    ]
    for line in lines { builder.insert(line: Array(line.utf8)) }
    #expect(builder.entryCount == 4)
    try Self.withFile(builder.header + builder.body) { path in
      let filter = try BloomFilter(path: path)
      for text in ["password", "plain text", lines[3], lines[4]] {
        #expect(filter.mayContain(text), "\(text)")
      }
      for text in ["", "Password", lines[0], "plain"] { #expect(!filter.mayContain(text), "\(text)") }
    }
  }

  @Test("What is no filter, or is cut short, is refused")
  func malformed() throws {
    let good = try Self.builder(["a", "b"])
    let bytes = good.header + good.body
    func failure(_ bytes: [UInt8]) throws -> Bool {
      try Self.withFile(bytes) { path in
        do { _ = try BloomFilter(path: path) } catch { return true }
        return false
      }
    }
    #expect(try !failure(bytes))
    #expect(try failure(Array("password\n".utf8)))
    #expect(try failure(Array(bytes.dropLast())))
    #expect(try failure(bytes + [0]))
    for length in [1, 8, 63, 64] { #expect(try failure(Array(bytes.prefix(length)))) }
    for (index, value) in [(0, UInt8(0)), (8, 1), (15, 255), (16, 0), (16, 31)] {
      var changed = bytes
      changed[index] = value
      #expect(try failure(changed), "\(index)")
    }
    #expect(throws: BloomFilter.Failure.self) { try BloomFilter(path: "/nonexistent") }
    #expect(throws: BloomFilter.Failure.self) { try BloomFilter(path: "/tmp") }
  }

  @Test("A list is read by its lines, whatever their ends and lengths")
  func reading() throws {
    let long = [UInt8](repeating: 120, count: 3 << 20)
    let text = Array("one\r\ntwo\n\nthree\n".utf8) + long + Array("\nfour".utf8)
    var lines: [String] = []
    try Self.withFile(text) { path in
      try LineReader(path: path).forEach { lines.append(String(decoding: $0, as: UTF8.self)) }
    }
    #expect(lines == ["one", "two", "", "three", "four"])
  }

  @Test(
    "Common passwords are known in any case and with little behind them",
    arguments: [
      "password", "PASSWORD", "Password1!", "qwerty", "Qwerty123!", "123456", "12345678", "letmein99",
      "Football2026", "iloveyou", "P@ssw0rd", "dragon", "1q2w3e4r", "contraseña", "Monkey!!!",
    ])
  func common(password: String) {
    #expect(CompromisedPasswords().finding(password) == .common)
    #expect(CompromisedPasswords(includesCommon: false).finding(password) == nil)
  }

  @Test(
    "Others are not",
    arguments: [
      "correct horse", "password phrase", "xkqjzv", "drag0nfly-salad", "dragon84629173", "", "é",
      String(repeating: "password", count: 100),
    ])
  func uncommon(password: String) {
    #expect(CompromisedPasswords().finding(password) == nil)
  }

  @Test("A filter's passwords are known as they are, and in lower case")
  func listed() throws {
    let builder = try Self.builder(["Tr0ub4dor&3", "battery staple"], rate: 0.000_001)
    try Self.withFile(builder.header + builder.body) { path in
      let compromised = CompromisedPasswords(filter: try BloomFilter(path: path))
      #expect(compromised.finding("Tr0ub4dor&3") == .listed)
      #expect(compromised.finding("Battery Staple") == .listed)
      #expect(compromised.finding("tr0ub4dor&3") == nil)
      #expect(compromised.finding("password1") == .common)
    }
  }

  @Test("The list is of several hundred, in the form in which it is looked at")
  func list() {
    #expect(CommonPasswords.all.count > 500)
    for word in CommonPasswords.all {
      #expect(word == word.lowercased() && (2...32).contains(word.utf8.count), "\(word)")
    }
  }

  @Test(
    "An exemplar costs what its hash costs and is nobody's",
    arguments: [
      PasswordHash(
        algorithm: .bcrypt, salt: [],
        hash: Array("$2a$04$abcdefghijklmnopqrstuuO3QvdBUCuLxy2vR8LPDOBqr1fWcqW5m".utf8)),
      PasswordHash(
        algorithm: .pbkdf2(function: .sha256, rounds: 100), salt: [1, 2],
        hash: [UInt8](repeating: 7, count: 40)),
      PasswordHash(
        algorithm: .hmac(function: .sha256, key: [1, 2, 3], order: .saltAndPassword), salt: [9],
        hash: [UInt8](repeating: 7, count: 32)),
      PasswordHash(
        algorithm: .firebaseScrypt(
          signerKey: [UInt8](repeating: 5, count: 64), saltSeparator: [7], rounds: 8, memoryCost: 4),
        salt: [1],
        hash: [UInt8](repeating: 1, count: 64)),
      PasswordHash(
        algorithm: .argon2(
          .init(variant: .id, iterations: 1, memoryCost: 64, parallelism: 1, hashLength: 32)),
        salt: [UInt8](repeating: 3, count: 20), hash: [UInt8](repeating: 1, count: 32)),
    ])
  func exemplar(hash: PasswordHash) throws {
    let exemplar = hash.exemplar()
    #expect(exemplar.hash != hash.hash && exemplar.hash.count == hash.hash.count)
    #expect(exemplar.algorithm.key?.allSatisfy { $0 == 0 } ?? true)
    #expect(exemplar.algorithm.with(key: hash.algorithm.key ?? []) == hash.algorithm)
    #expect(exemplar.exemplar() == exemplar)
    #expect(try PasswordVerification.matches(Array("a password".utf8), exemplar) == false)
  }
}
