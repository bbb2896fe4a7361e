import ArgumentParser
import Foundation
import Identity
import Passwords
import WorkPool

/// Measures passwords per second with Firebase's default cost: on one thread, and on as many threads as there are
/// cores.
struct ScryptBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrypt", abstract: "Firebase scrypt passwords verified a second.")

  @Option(help: "Seconds for each measurement.") var seconds = 3

  func run() async throws {
    print("Firebase scrypt, N = 2^14, r = 8, \(buildConfiguration) build, \(seconds) s each\n")
    var table = Table("", "per second", "ms each")
    for threads in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
      let rate = try await Self.verificationRate(threads: threads, seconds: seconds)
      table.add(
        "\(threads) thread\(threads == 1 ? "" : "s")", rounded(rate, places: 1),
        rounded(1000 * Double(threads) / rate, places: 1))
    }
    table.print()
  }

  /// The number of passwords that `threads` threads verify per second.
  static func verificationRate(threads: Int, seconds: Int) async throws -> Double {
    let pool = WorkPool(name: "passwords", threads: threads, maximumQueued: 64)
    defer { pool.close() }
    let random = SystemRandom()
    let hasher = PasswordHasher(
      algorithm: PasswordHasher.firebaseScrypt(signerKey: PasswordHasher.makeSignerKey(random)), pool: pool)
    let stored = try await hasher.hash("correct horse battery staple")
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<threads {
        group.addTask {
          var count = 0
          while clock.now < end {
            _ = try await hasher.verify("correct horse battery staple", against: stored)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) / ((clock.now - start) / .seconds(1))
  }
}
