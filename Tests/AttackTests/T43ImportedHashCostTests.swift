import Foundation
import Identity
import IdentityWire
import Operations
import Passwords
import TestSupport
import Testing

@Suite("T43: costly imported hashes", .fewAtOnce, .serialized)
struct T43ImportedHashCostTests {
  private static func upload(_ server: TestServer, _ name: String, cost: Int) async throws -> TestResponse {
    let hash = "$2b$\(cost < 10 ? "0" : "")\(cost)$" + String(repeating: "a", count: 53)
    return try await server.administer(
      "accounts:batchCreate",
      [
        "hashAlgorithm": "BCRYPT",
        "users": [
          [
            "localId": .string(name), "email": .string("\(name)@example.com"),
            "passwordHash": .string(Base64Bytes.standard(Array(hash.utf8))),
          ]
        ],
      ])
  }

  // Fails when schemes are imported whatever they cost together, and when those that are too costly are stored without
  // being computed for everybody (each alone).
  @Test("a wrong password of a project costs a second of a core at most, whatever is imported")
  func bound() async throws {
    try await TestServer.run { server in
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      for cost in [14, 10, 12, 13, 11, 9, 8] {
        let answer = try await Self.upload(server, "cost\(cost)", cost: cost)
        let message = answer.json["error"]?.arrayValue?.first?["message"]?.stringValue
        #expect(answer.status == 200)
        // Of 1,000 ms, 819, 51, 102 and 26 are taken; 205, 410 and 13 would be too much.
        #expect((message == nil) == ![12, 13, 8].contains(cost), "\(cost): \(answer.text)")
        if let message { #expect(message.hasPrefix("Password hash is too costly"), "\(message)") }
      }
      let stored = try await server.project().importedPasswords
      #expect(stored.reduce(0) { $0 + PasswordCost.estimate($1) } <= PasswordCost.maximumOfImported)
      #expect(try await server.accounts().count == 4)
      // Nor are there more schemes than eight, however little they cost.
      let cheap = (1...9).map { rounds in
        PasswordHash(
          algorithm: .digest(function: .md5, rounds: rounds, order: .saltAndPassword), salt: [], hash: [])
      }
      #expect(PasswordCost.affordable(cheap) == Array(cheap.prefix(8)))
    }
  }

  // Fails when the bound holds for known addresses alone, or for unknown addresses alone: then the number of hashes,
  // and with it the time, reveals which addresses are known. Hashes are counted, because other work on the machine
  // changes the time.
  @Test(
    "what was imported before there was a bound is computed up to it, alike for known and unknown addresses",
    arguments: ["ann@example.com", "abe@example.com"])
  func older(address: String) async throws {
    let schemes = [8, 12, 13, 14].map { cost in
      PasswordHash(
        algorithm: .bcrypt, salt: [],
        hash: Array("$2b$\(cost < 10 ? "0" : "")\(cost)$\(String(repeating: ".", count: 53))".utf8))
    }
    let kept = PasswordCost.affordable(schemes)
    #expect(kept == Array(schemes.prefix(3)))
    var options = TestServer.Options()
    options.passwordMemoryCost = 10
    try await TestServer.run(options) { server in
      _ = try await server.signUp("ann@example.com", "correct horse")
      try await server.changeProject { project in
        project.signIn.emailEnumerationProtection = true
        project.importedPasswords = schemes
      }
      let before = server.backend.computedPasswords
      let answer = try await server.signInWithPassword(address, "wrong horse")
      #expect(answer.status == 400)
      // One hash of the project's own scheme, and one hash of each imported scheme that is kept.
      #expect(server.backend.computedPasswords - before == 1 + kept.count)
    }
  }

  // Fails when the estimate of a scheme is off by so much that the bound means nothing.
  @Test("the estimates are about what checking costs here")
  func estimates() async throws {
    let samples: [PasswordHash.Algorithm] = [
      .pbkdf2(function: .sha256, rounds: 100_000), .bcrypt, PasswordHasher.argon2id,
      .standardScrypt(cpuMemoryCost: 16_384, blockSize: 8, parallelization: 1, derivedKeyLength: 32),
      PasswordHasher.firebaseScrypt(signerKey: [UInt8](repeating: 1, count: 64)),
    ]
    for algorithm in samples {
      let hash: [UInt8] =
        algorithm == .bcrypt
        ? Array("$2b$10$\(String(repeating: ".", count: 53))".utf8) : [UInt8](repeating: 0, count: 32)
      let stored = PasswordHash(algorithm: algorithm, salt: [UInt8](repeating: 0, count: 16), hash: hash)
      let estimate = PasswordCost.estimate(stored)
      #expect((10...100).contains(estimate), "\(algorithm): \(estimate) ms")
    }
  }
}
