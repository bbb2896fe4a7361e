import Foundation
import IdentityWire

struct CommandFailure: Error, CustomStringConvertible {
  let description: String
}

enum CommandRunner {
  /// Starts a process with no signal blocked. A child inherits the signal mask of the thread that starts it, and
  /// Dispatch's threads block almost all signals. For example, `openssl speed` would wait for its alarm signal for
  /// ever.
  static func launch(_ process: Process) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// The path of this program's executable file.
  static func program() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  /// Runs a command of the `PATH` until it ends, and returns its standard output.
  ///
  /// - Parameter environment: variables that are added to the environment of this process.
  /// - Throws: ``CommandFailure`` with the last lines of its error output if the command fails.
  static func output(of command: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    let errors = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: errors) }
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try launch(process)
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(
        description:
          "\(command.joined(separator: " ")) ended with \(process.terminationStatus)\(end(of: errors))")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// A project's first API key, as `latchkey project show` prints it.
  ///
  /// - Parameter place: the options that name the location of the installation.
  static func apiKey(of project: String, _ binary: String, _ place: [String]) throws -> String {
    let text = try output(of: [binary, "project", "show", project, "--format", "json"] + place)
    guard let key = try JSONParser().parse(Data(text.utf8))["apiKeys"]?.arrayValue?.first?.stringValue else {
      throw CommandFailure(description: "the project has no API key")
    }
    return key
  }

  /// The last lines of a log, as text to append to a message.
  static func end(of log: URL) -> String {
    let lines = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n").suffix(5) ?? []
    return lines.isEmpty ? "" : ":\n" + lines.joined(separator: "\n")
  }

  static func isThere(_ command: String) -> Bool {
    (try? output(of: ["sh", "-c", "command -v \"$0\"", command])) != nil
  }

  /// Runs this program again on the first core only, and passes its output through. Returns false if the system has no
  /// `taskset`.
  static func runPinned(_ arguments: [String]) throws -> Bool {
    guard (try? output(of: ["taskset", "--version"])) != nil else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["taskset", "-c", "0", try program()] + arguments
    try launch(process)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(description: "the pinned run ended with \(process.terminationStatus)")
    }
    return true
  }

  /// RSA-2048 signatures per second, as `openssl speed` measures them, on the cores that this process may use.
  ///
  /// - Parameter processes: the number of processes that sign concurrently.
  static func opensslSignaturesPerSecond(seconds: Int, processes: Int = 1) throws -> Double {
    let multi = processes > 1 ? ["-multi", "\(processes)"] : []
    let text = try output(of: ["openssl", "speed", "-seconds", "\(seconds)"] + multi + ["rsa2048"])
    // Example line: rsa 2048 bits 0.000240s 0.000012s   4166.7  84000.0
    // Newer versions print more times and rates. The first rate is the rate of signing.
    for line in text.split(separator: "\n") where line.hasPrefix("rsa 2048") {
      let cells = line.split(separator: " ").dropFirst(3)
      if let rate = cells.first(where: { !$0.hasSuffix("s") }).flatMap({ Double($0) }) { return rate }
    }
    throw CommandFailure(description: "openssl speed printed no figure for rsa2048")
  }
}
