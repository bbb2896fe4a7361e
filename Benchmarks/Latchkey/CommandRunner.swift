import Foundation

struct CommandFailure: Error, CustomStringConvertible {
  let description: String
}

enum CommandRunner {
  /// Starts a process with no signal blocked. A child inherits the mask of the thread that starts it, and
  /// Dispatch's threads block almost everything: openssl speed, for one, would wait for its alarm for ever.
  static func launch(_ process: Process) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Runs a command of the `PATH` to its end and returns what it wrote to its standard output.
  static func output(of command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try launch(process)
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(
        description: "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs this program again on the first core alone, with its output passed through. False where the
  /// system has no `taskset`.
  static func runPinned(_ arguments: [String]) throws -> Bool {
    guard (try? output(of: ["taskset", "--version"])) != nil else { return false }
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["taskset", "-c", "0", program] + arguments
    try launch(process)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(description: "the pinned run ended with \(process.terminationStatus)")
    }
    return true
  }

  /// RSA-2048 signatures a second by OpenSSL's own measure, on the cores that this process may use.
  static func opensslSignaturesPerSecond(seconds: Int) throws -> Double {
    let text = try output(of: ["openssl", "speed", "-seconds", "\(seconds)", "rsa2048"])
    // rsa 2048 bits 0.000240s 0.000012s   4166.7  84000.0
    for line in text.split(separator: "\n") where line.hasPrefix("rsa 2048") {
      let cells = line.split(separator: " ")
      if cells.count >= 2, let rate = Double(cells[cells.count - 2]) { return rate }
    }
    throw CommandFailure(description: "openssl speed printed no figure for rsa2048")
  }
}
