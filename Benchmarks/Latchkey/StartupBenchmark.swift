import ArgumentParser
import Foundation

/// How soon `latchkey dev` answers on a data directory that it has used before, and what memory it holds when
/// it is idle.
struct StartupBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "startup", abstract: "Start-up time and idle memory of a latchkey binary.")

  @Argument(help: "The latchkey binary.") var binary: String
  @Option(help: "How often it is started.") var runs = 5
  @Option(help: "Seconds of idleness before the memory is read.") var settle = 2.0
  @Option(help: "Seconds after which a start counts as failed.") var timeout = 30.0

  func run() async throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "latchkey-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    // The first start makes the keys.
    _ = try await measure(data: data)
    var milliseconds: [Double] = []
    var megabytes: [Double] = []
    for _ in 0..<max(runs, 1) {
      let (start, memory) = try await measure(data: data)
      milliseconds.append(start)
      megabytes.append(memory)
    }
    print("\(binary) dev, \(milliseconds.count) starts\n")
    var table = Table("", "least", "median", "most")
    for (name, values) in [
      ("ms to the first 200 of GET /", milliseconds), ("MB resident when idle", megabytes),
    ] {
      table.add(
        name, rounded(values.min() ?? .nan, places: 1), rounded(median(values), places: 1),
        rounded(values.max() ?? .nan, places: 1))
    }
    table.print()
  }

  private func measure(data: URL) async throws -> (milliseconds: Double, megabytes: Double) {
    let port = try LoopbackProbe.freePort()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = ["dev", "--port", "\(port)", "--data", data.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice

    let clock = ContinuousClock()
    let start = clock.now
    try CommandRunner.launch(process)
    defer { stop(process) }
    while LoopbackProbe.status(port: port, path: "/") != 200 {
      guard process.isRunning else {
        throw CommandFailure(description: "\(binary) ended before it answered")
      }
      guard clock.now - start < .seconds(timeout) else {
        throw CommandFailure(description: "\(binary) did not answer within \(timeout) s")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    let elapsed = clock.now - start
    try await Task.sleep(for: .seconds(settle))
    return (elapsed / .milliseconds(1), try residentMegabytes(of: process.processIdentifier))
  }

  private func residentMegabytes(of process: Int32) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    // VmRSS:     35120 kB
    for line in text.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      if let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
      {
        return kilobytes / 1024
      }
    }
    throw CommandFailure(description: "no VmRSS for process \(process)")
  }

  private func stop(_ process: Process) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
