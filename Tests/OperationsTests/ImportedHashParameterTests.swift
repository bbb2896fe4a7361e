import Identity
import IdentityWire
import Testing

@testable import Operations

@Suite("Hash parameters of an upload")
struct ImportedHashParameterTests {
  static let key = String(repeating: "QUJD", count: 8)

  static func algorithm(_ members: [String: JSONValue]) throws -> PasswordHash.Algorithm {
    let text = Array(JSONWriter.text(.object(members)).utf8)
    return try PasswordHash.Algorithm(
      BatchCreateRequest(reading: #require(try MessageReader(text, JSONParser()))))
  }

  static let argon2: [String: JSONValue] = [
    "hashType": "ARGON2_ID", "iterations": 2, "memoryCostKib": 1_024, "parallelism": 2, "hashLengthBytes": 32,
  ]

  @Test("each algorithm takes its own parameters, and has the official service's defaults")
  func algorithms() throws {
    let bytes = Array(repeating: Array("ABC".utf8), count: 8).flatMap { $0 }
    func with(_ name: String, _ more: [String: JSONValue] = [:]) throws -> PasswordHash.Algorithm {
      try Self.algorithm(
        more.merging(["hashAlgorithm": .string(name), "signerKey": .string(Self.key)]) { $1 })
    }
    #expect(
      try with("SCRYPT", ["rounds": "8", "memoryCost": 14, "saltSeparator": "_-8"])
        == .firebaseScrypt(signerKey: bytes, saltSeparator: [0xFF, 0xEF], rounds: 8, memoryCost: 14))
    #expect(
      try with("SCRYPT", ["rounds": 1, "memoryCost": 1])
        == .firebaseScrypt(signerKey: bytes, saltSeparator: [], rounds: 1, memoryCost: 1))
    #expect(
      try with("STANDARD_SCRYPT", ["cpuMemCost": 1_024, "blockSize": 8, "parallelization": 16, "dkLen": 64])
        == .standardScrypt(cpuMemoryCost: 1_024, blockSize: 8, parallelization: 16, derivedKeyLength: 64))
    for (name, function) in [
      ("MD5", PasswordHash.HashFunction.md5), ("SHA1", .sha1), ("SHA256", .sha256), ("SHA512", .sha512),
    ] {
      #expect(
        try with("HMAC_\(name)") == .hmac(function: function, key: bytes, order: .passwordAndSalt))
      #expect(
        try with("HMAC_\(name)", ["passwordHashOrder": "SALT_AND_PASSWORD"])
          == .hmac(function: function, key: bytes, order: .saltAndPassword))
      #expect(
        try with(name, ["rounds": 3]) == .digest(function: function, rounds: 3, order: .saltAndPassword))
      #expect(
        try with(name, ["rounds": 3, "passwordHashOrder": 2])
          == .digest(function: function, rounds: 3, order: .passwordAndSalt))
    }
    #expect(try with("MD5") == .digest(function: .md5, rounds: 0, order: .saltAndPassword))
    #expect(try with("PBKDF_SHA1", ["rounds": 9]) == .pbkdf2(function: .sha1, rounds: 9))
    #expect(try with("PBKDF2_SHA256", ["rounds": 120_000]) == .pbkdf2(function: .sha256, rounds: 120_000))
    #expect(try with("BCRYPT") == .bcrypt)
    #expect(
      try with("ARGON2", ["argon2Parameters": .object(Self.argon2)])
        == .argon2(.init(variant: .id, iterations: 2, memoryCost: 1_024, parallelism: 2, hashLength: 32)))
    let old = Self.argon2.merging(["version": "VERSION_10", "hashType": 3, "associatedData": "AQI="]) { $1 }
    #expect(
      try with("ARGON2", ["argon2Parameters": .object(old)])
        == .argon2(
          .init(
            variant: .i, version: .v10, iterations: 2, memoryCost: 1_024, parallelism: 2, hashLength: 32,
            associatedData: [1, 2])))
  }

  static let refused: [([String: JSONValue], String)] = [
    ([:], "MISSING_HASH_ALGORITHM"), (["hashAlgorithm": ""], "MISSING_HASH_ALGORITHM"),
    (["hashAlgorithm": "sha256", "rounds": 1], "INVALID_HASH_ALGORITHM"),
    (["hashAlgorithm": "CRYPT"], "INVALID_HASH_ALGORITHM"),
    (["hashAlgorithm": "HMAC_MD5"], "EMPTY_HASH_KEY"), (["hashAlgorithm": "HMAC_SHA512"], "EMPTY_HASH_KEY"),
    (["hashAlgorithm": "HMAC_SHA1", "signerKey": "!"], "INVALID_HASH_KEY"),
    (
      ["hashAlgorithm": "HMAC_SHA1", "signerKey": .string(String(repeating: "QUJD", count: 342))],
      "INVALID_HASH_KEY"
    ),
    // An empty key would stand for the project's own.
    (["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14], "EMPTY_HASH_KEY"),
    (["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "signerKey": "QUJD"], "INVALID_HASH_KEY"),
    (["hashAlgorithm": "SCRYPT", "memoryCost": 14, "signerKey": .string(key)], "INVALID_HASH_ROUNDS"),
    (
      ["hashAlgorithm": "SCRYPT", "rounds": 9, "memoryCost": 14, "signerKey": .string(key)],
      "INVALID_HASH_ROUNDS"
    ),
    (["hashAlgorithm": "SCRYPT", "rounds": 8, "signerKey": .string(key)], "INVALID_HASH_MEMORY_COST"),
    (
      ["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 15, "signerKey": .string(key)],
      "INVALID_HASH_MEMORY_COST"
    ),
    (
      [
        "hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "signerKey": .string(key),
        "saltSeparator": "!",
      ],
      "INVALID_HASH_SALT_SEPARATOR"
    ),
    (["hashAlgorithm": "MD5", "rounds": 8_193], "INVALID_HASH_ROUNDS"),
    (["hashAlgorithm": "MD5", "rounds": -1], "INVALID_HASH_ROUNDS"),
    (["hashAlgorithm": "SHA1"], "INVALID_HASH_ROUNDS"),
    (["hashAlgorithm": "SHA512", "rounds": 0], "INVALID_HASH_ROUNDS"),
    (["hashAlgorithm": "PBKDF_SHA1"], "INVALID_HASH_ROUNDS"),
    (["hashAlgorithm": "PBKDF2_SHA256", "rounds": 120_001], "INVALID_HASH_ROUNDS"),
    (["hashAlgorithm": "STANDARD_SCRYPT"], "INVALID_HASH_CPU_MEM_COST"),
    (["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_024], "INVALID_HASH_BLOCK_SIZE"),
    (
      ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_024, "blockSize": 8],
      "INVALID_HASH_PARALLELIZATION"
    ),
    (
      ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_024, "blockSize": 8, "parallelization": 1],
      "INVALID_HASH_DERIVED_KEY_LENGTH"
    ),
    (
      [
        "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_023, "blockSize": 8, "parallelization": 1,
        "dkLen": 64,
      ],
      "INVALID_HASH_CPU_MEM_COST"
    ),
    (
      [
        "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 262_144, "blockSize": 1_024, "parallelization": 1,
        "dkLen": 64,
      ], "INVALID_HASH_CPU_MEM_COST"
    ),
    (["hashAlgorithm": "ARGON2"], "INVALID_ARGON2_PARALLELISM"),
    (argon2(["parallelism": 17]), "INVALID_ARGON2_PARALLELISM"),
    (argon2(["hashType": 0]), "INVALID_ARGON2_HASH_TYPE"),
    (argon2(["iterations": 17]), "INVALID_ARGON2_ITERATIONS"),
    (argon2(["memoryCostKib": 32_769]), "INVALID_ARGON2_MEMORY_COST"),
    (argon2(["memoryCostKib": 15]), "INVALID_ARGON2_MEMORY_COST"),
    (argon2(["hashLengthBytes": 3]), "INVALID_ARGON2_HASH_LENGTH"),
    (argon2(["associatedData": "!"]), "INVALID_ARGON2_ASSOCIATED_DATA"),
  ]

  private static func argon2(_ change: [String: JSONValue]) -> [String: JSONValue] {
    ["hashAlgorithm": "ARGON2", "argon2Parameters": .object(argon2.merging(change) { $1 })]
  }

  @Test("what is missing or beyond the bounds has its own error", arguments: refused)
  func refusals(members: [String: JSONValue], code: String) {
    let error = #expect(throws: IdentityError.self) { try Self.algorithm(members) }
    #expect(error?.kind == .refused && error?.name == code)
  }
}
