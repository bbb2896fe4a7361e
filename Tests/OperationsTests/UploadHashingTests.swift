import IdentityWire
import Testing

@testable import Operations

@Suite("Which parameters an algorithm of imported hashes has")
struct UploadHashingTests {
  /// With every parameter that a family has, at a value that is good for all of its algorithms.
  private static func hashing(_ algorithm: String, _ parameters: [UploadHashing.Parameter]) -> UploadHashing {
    var hashing = UploadHashing()
    hashing.algorithm = algorithm
    let isStandard = algorithm == "STANDARD_SCRYPT"
    for parameter in parameters {
      switch parameter {
      case .key: hashing.key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      case .saltSeparator: hashing.saltSeparator = "Bw=="
      case .rounds: hashing.rounds = 8
      case .memoryCost: hashing.memoryCost = algorithm == "ARGON2" ? 1_024 : isStandard ? 1_024 : 14
      case .parallelization: hashing.parallelization = 1
      case .blockSize: hashing.blockSize = 8
      case .hashLength: hashing.hashLength = 32
      case .order: hashing.order = .saltAndPassword
      case .argon2Type: hashing.argon2Type = .id
      }
    }
    return hashing
  }

  // Fails when a family lacks a parameter that its algorithms need.
  @Test("an algorithm is told by the parameters of its family", arguments: UploadHashing.algorithms)
  func sufficient(algorithm: String) throws {
    let family = try #require(UploadHashing.Family(algorithm))
    try IdentityService.checkHashParameters(Self.hashing(algorithm, family.parameters).request)
  }

  @Test("what is no algorithm has no family", arguments: ["", "scrypt", "ROT13"])
  func unknown(algorithm: String) { #expect(UploadHashing.Family(algorithm) == nil) }
}
