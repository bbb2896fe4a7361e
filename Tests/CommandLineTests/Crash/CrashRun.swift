import Foundation
import Identity
import TestSupport
import Testing

/// Kills servers under load again and again, and looks each time whether anything is gone that was answered for.
struct CrashRun: Sendable {
  var target: CrashTarget
  var kills: Int
  var seed: UInt64
  var users = 24

  struct Outcome: Sendable {
    var answers = CrashFigures()
    var accounts = 0
    /// How often there was a crash before the end.
    var kills = 0
    var faults: [String] = []
  }

  /// - Returns: after the last kill, or the first that something was lost by.
  func run() async throws -> Outcome {
    let random = SeededRandom(seed: seed)
    var ledgers = Array(repeating: CrashLedger(), count: users)
    for kill in 0...kills {
      let servers = try await start()
      let isLast = kill == kills
      let before = ledgers
      do {
        ledgers = try await withClients { clients in
          let checked = kill == 0 ? before : try await check(before, clients[0], all: isLast)
          guard !isLast, checked.allSatisfy(\.faults.isEmpty) else { return checked }
          return await crash(servers, with: CrashBurst(clients: clients), checked, kill: kill, random)
        }
      } catch {
        throw TestFailure("after kill \(kill): \(error); the log: \(servers.map { $0.log.suffix(2_000) })")
      }
      for server in servers {
        server.signal(isLast ? SIGTERM : SIGKILL)
        _ = await server.exitStatus()
      }
      var outcome = outcome(of: ledgers)
      if isLast || !outcome.faults.isEmpty {
        outcome.kills = kill
        return outcome
      }
    }
    return Outcome()
  }

  private func crash(
    _ servers: [LoggedProcess], with burst: CrashBurst, _ ledgers: [CrashLedger], kill: Int,
    _ random: SeededRandom
  ) async -> [CrashLedger] {
    async let after = burst.run(ledgers, seed: seed &+ UInt64(kill + 1) << 16)
    let (count, delay) = (random.below(120), random.below(12_000))
    // Hashing a password takes long: beside much other work none would have been answered.
    let needsAll = kill == kills - 1
    _ = await burst.answered.reaches { $0.total >= count && (!needsAll || $0.hasAll) }
    // Not to end at an answer each time.
    try? await Task.sleep(for: .microseconds(delay))
    switch target.blow {
    case .everyServer: break
    case .oneServer: servers[kill % servers.count].signal(SIGKILL)
    case .database(let crash):
      do { try crash() } catch { Issue.record("\(error)") }
    }
    if case .everyServer = target.blow {
    } else {
      let before = burst.answered.value.total
      _ = await burst.answered.reaches { $0.total >= before + 60 }
    }
    for server in servers { server.signal(SIGKILL) }
    return await after
  }

  private func withClients<Value>(_ body: ([CrashClient]) async throws -> Value) async throws -> Value {
    let clients = target.nodes.map { CrashClient(base: $0.base, key: target.key) }
    let result: Result<Value, any Error>
    do { result = .success(try await body(clients)) } catch { result = .failure(error) }
    for client in clients { await client.close() }
    return try result.get()
  }

  private func start() async throws -> [LoggedProcess] {
    var servers: [LoggedProcess] = []
    for node in target.nodes { servers.append(try await .server(node.arguments)) }
    return servers
  }

  private func check(_ ledgers: [CrashLedger], _ client: CrashClient, all: Bool = false) async throws
    -> [CrashLedger]
  {
    async let stored = target.examine()
    let check = CrashCheck(client: client, all: all)
    var checked = try await withThrowingTaskGroup(of: (Int, CrashLedger).self) { group in
      for (index, ledger) in ledgers.enumerated() {
        group.addTask { (index, try await check.run(ledger)) }
      }
      var checked = ledgers
      for try await (index, ledger) in group { checked[index] = ledger }
      return checked
    }
    checked[0].faults += try await stored
    return checked
  }

  private func outcome(of ledgers: [CrashLedger]) -> Outcome {
    ledgers.reduce(into: Outcome()) { outcome, ledger in
      outcome.answers += ledger.answers
      outcome.accounts += ledger.accounts.count
      outcome.faults += ledger.faults
    }
  }
}
