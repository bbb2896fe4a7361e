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
    let scratch = try Scratch()
    try await Self.run(try await .sqlite(in: scratch), kills: 20)
  }

  @Test(
    "whatever two servers on one PostgreSQL have answered for is there after one was killed, and both",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."))
  func servers() async throws {
    let scratch = try Scratch()
    var target = try await CrashTarget.postgreSQL(PostgreSQLServer.shared.get(), in: scratch)
    target.blow = .oneServer
    try await Self.run(target, kills: 6)
  }

  @Test(
    "whatever they have answered for is there after PostgreSQL crashed, and they go on by themselves",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."))
  func database() async throws {
    let scratch = try Scratch()
    let server = try PostgreSQLServer()
    var target = try await CrashTarget.postgreSQL(server, in: scratch)
    target.blow = .database { try server.crash() }
    try await Self.run(target, kills: 2)
  }

  /// - Parameter kills: when the environment does not say.
  private static func run(_ target: CrashTarget, kills: Int) async throws {
    let wanted = environment["CRASH_TEST_KILLS"].flatMap(Int.init)
    let seed = environment["CRASH_TEST_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000)
    let run = CrashRun(target: target, kills: max(1, wanted ?? kills), seed: seed)
    let start = ContinuousClock.now
    let outcome = try await run.run()
    #expect(
      outcome.faults.isEmpty, "after \(outcome.kills) kills, CRASH_TEST_SEED=\(seed): \(outcome.faults)")
    #expect(outcome.answers.hasAll, "\(outcome.answers)")
    #expect(outcome.answers.lost > 0, "the server was never killed while it had something to do")
    if wanted != nil {
      print(
        "\(outcome.kills) kills in \(ContinuousClock.now - start): \(outcome.answers); \(outcome.accounts) accounts, "
          + "\(outcome.faults.count) faults")
    }
  }
}
