import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

/// Informal figures, when they are asked for; a benchmark needs an optimised build.
@Suite(
  "Throughput", .fewAtOnce, .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["LATCHKEY_THROUGHPUT"] != nil))
struct ThroughputTests {
  @Test("Prints inserts and lookups a second", arguments: [1, 64])
  func throughput(callers: Int) async throws {
    let place = try StorePlace(.fileSQLite)
    let store = try SQLiteAccountStore(path: place.path)
    let scope = try scope()
    let each = 4000 / callers
    let clock = ContinuousClock()

    func measure(_ name: String, _ body: @escaping @Sendable (String) async throws -> Void) async throws {
      let duration = try await clock.measure {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for caller in 0..<callers {
            group.addTask { for number in 0..<each { try await body("\(caller)-\(number)") } }
          }
          try await group.waitForAll()
        }
      }
      let rate = Double(each * callers) / (duration / .seconds(1))
      print("\(callers) callers: \(Int(rate)) \(name)/s")
    }

    try await measure("inserts") { id in
      try await store.apply([.insertAccount(try fullAccount(id, in: scope))])
    }
    try await measure("lookups by id") { id in
      _ = try await store.account(try accountID(id), in: scope)
    }
    print("\(callers) callers: \(store.commits.figures.commits) commits")
    await store.close()
  }
}
