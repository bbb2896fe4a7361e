import ArgumentParser
import Foundation

/// Measures how fast `latchkey dev` and `latchkey serve` answer on a data directory that was used before, and their
/// memory when they are idle. It also measures the time until a command of `latchkey exec` gets its first answer from
/// an empty server.
struct StartupBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "startup", abstract: "Start-up time and idle memory of a latchkey binary.")

  @Argument(help: "The latchkey binary.") var binary: String
  @Option(help: "How often it is started.") var runs = 5
  @Option(help: "How often a command is run beside an empty server.") var commands = 20
  @Option(help: "Seconds of idleness before the memory is read.") var settle = 2.0
  @Option(help: "Seconds after which a start counts as failed.") var timeout = 30.0

  func run() async throws {
    let installation = try BenchmarkInstallation(binary: binary, database: nil, parent: nil)
    defer { installation.remove() }
    let data = installation.directory.appending(path: "dev-data")
    let log = installation.directory.appending(path: "startup.log")
    // All starts use the same port, because the lab's addresses contain it. If the port changed, the providers
    // would be stored again.
    let port = try LoopbackProbe.freePort()
    func dev() async throws -> ServerProcess {
      try await ServerProcess(
        binary, ["dev", "--port", "\(port)", "--data", data.path], port: port, path: "/", log: log,
        timeout: .seconds(timeout))
    }
    print("\(binary), \(max(runs, 1)) starts\n")
    var table = Table("", "least", "median", "most")
    try await measure("dev", into: &table, dev)
    try await measure("serve", into: &table) {
      try await installation.serve(timeout: .seconds(timeout))
    }
    try measureCommands(into: &table)
    table.print()
  }

  /// Measures the time from the start of `latchkey exec` until its command receives the answer to a sign-up. This
  /// includes making the keys and starting the command.
  private func measureCommands(into table: inout Table) throws {
    for form in ["unsigned", "signed"] {
      let milliseconds = try (0..<max(commands, 1)).map { _ in
        let start = MonotonicClock.nanoseconds
        let answered = try CommandRunner.output(of: [
          binary, "exec", "--id-tokens", form, "--", try CommandRunner.program(), "first-answer",
        ])
        guard let end = UInt64(answered.trimmingCharacters(in: .whitespacesAndNewlines)) else {
          throw CommandFailure(description: "the command beside the server said: \(answered)")
        }
        return Double(end - start) / 1e6
      }
      table.add(
        "exec, \(form) ID tokens: ms to the first answer", rounded(milliseconds.min() ?? .nan, places: 1),
        rounded(median(milliseconds), places: 1), rounded(milliseconds.max() ?? .nan, places: 1))
    }
  }

  private func measure(_ name: String, into table: inout Table, _ start: () async throws -> ServerProcess)
    async throws
  {
    // The first start makes the keys, so it is not measured.
    try await start().stop()
    var milliseconds: [Double] = []
    var megabytes: [Double] = []
    for _ in 0..<max(runs, 1) {
      let clock = ContinuousClock()
      let begin = clock.now
      let server = try await start()
      milliseconds.append((clock.now - begin) / .milliseconds(1))
      try await Task.sleep(for: .seconds(settle))
      megabytes.append(try server.residentMegabytes)
      server.stop()
    }
    for (what, values) in [
      ("\(name): ms to the first answer", milliseconds), ("\(name): MB resident when idle", megabytes),
    ] {
      table.add(
        what, rounded(values.min() ?? .nan, places: 1), rounded(median(values), places: 1),
        rounded(values.max() ?? .nan, places: 1))
    }
  }
}
