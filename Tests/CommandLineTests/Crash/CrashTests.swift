import Foundation
import TestSupport
import Testing

/// `CRASH_TEST_KILLS` says how often the server is killed, `CRASH_TEST_SEED` repeats what the users of a run
/// did; the moments at which the server was killed come out a little different each time.
@Suite("Crashes", .serialized, .timeLimit(.minutes(60)))
struct CrashTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test("whatever a server on SQLite has answered for is there after it was killed")
  func sqlite() async throws {
    let kills = Self.environment["CRASH_TEST_KILLS"].flatMap(Int.init)
    let seed =
      Self.environment["CRASH_TEST_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000)
    let scratch = try Scratch()
    let run = CrashRun(target: try await .sqlite(in: scratch), kills: max(1, kills ?? 20), seed: seed)
    let start = ContinuousClock.now
    let outcome = try await run.run()
    #expect(
      outcome.faults.isEmpty, "after \(outcome.kills) kills, CRASH_TEST_SEED=\(seed): \(outcome.faults)")
    #expect(outcome.answers.anonymous > 0 && outcome.answers.emails > 0)
    #expect(outcome.answers.names > 0 && outcome.answers.refreshes > 0)
    #expect(outcome.answers.lost > 0, "the server was never killed while it had something to do")
    if kills != nil {
      print(
        "\(outcome.kills) kills in \(ContinuousClock.now - start): \(outcome.answers); \(outcome.accounts) accounts, "
          + "\(outcome.faults.count) faults")
    }
  }
}
