import Foundation
import Synchronization

/// A program that listens on loopback. It is killed when this object is released.
final class ServerProcess {
  private static let running = Mutex<Set<Int32>>([])

  let port: UInt16
  private let process: Process

  /// Starts a program and waits until it answers 200.
  ///
  /// - Parameters:
  ///   - path: the path that is requested until the answer is 200.
  ///   - log: a file for the program's output.
  ///   - environment: variables that are added to the environment of this process.
  init(
    _ binary: String, _ arguments: [String], port: UInt16, path: String, log: URL,
    timeout: Duration = .seconds(30), environment: [String: String] = [:]
  ) async throws {
    self.port = port
    process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = arguments
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output

    let clock = ContinuousClock()
    let start = clock.now
    try CommandRunner.launch(process)
    let identifier = process.processIdentifier
    Self.running.withLock { _ = $0.insert(identifier) }
    let name = ([binary] + arguments.prefix(1)).joined(separator: " ")
    while LoopbackProbe.status(port: port, path: path) != 200 {
      guard process.isRunning else {
        throw CommandFailure(description: "\(name) ended before it answered\(CommandRunner.end(of: log))")
      }
      guard clock.now - start < timeout else {
        throw CommandFailure(
          description: "\(name) did not answer within \(timeout)\(CommandRunner.end(of: log))")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  deinit { stop() }

  var residentMegabytes: Double {
    get throws {
      Double(try ProcessStatus.bytes("VmRSS", of: "\(process.processIdentifier)")) / 1_048_576
    }
  }

  /// The processor time of all threads of the program since its start, in seconds.
  var processorSeconds: Double {
    get throws {
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process.processIdentifier, &clock) == 0, clock_gettime(clock, &time) == 0
      else {
        throw CommandFailure(description: "no processor time of process \(process.processIdentifier)")
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  /// Kills the program. Its data is not needed afterwards, so it does not have to stop gracefully.
  func stop() {
    let identifier = process.processIdentifier
    if process.isRunning {
      kill(identifier, SIGKILL)
      process.waitUntilExit()
    }
    Self.running.withLock { _ = $0.remove(identifier) }
  }

  /// Kills all running programs. Call it before this program exits early.
  static func killAll() {
    running.withLock { for identifier in $0 { kill(identifier, SIGKILL) } }
  }
}
