import Foundation
import TestSupport

/// The built program, run as a person runs it.
enum Program {
  struct Outcome: Sendable {
    var status: Int32
    var output: String
    var error: String
  }

  /// Beside the test bundle, whatever the build directory is called.
  static let url: URL = {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let sibling = bundle.deletingLastPathComponent().appendingPathComponent("latchkey")
    if FileManager.default.isExecutableFile(atPath: sibling.path) { return sibling }
    return Repository.url(".build/debug/latchkey")
  }()

  /// The program and its arguments as somebody in another directory runs it.
  static func command(_ arguments: [String], in directory: String?) -> (executable: URL, arguments: [String])
  {
    guard let directory else { return (url, arguments) }
    return (
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "cd \"$0\" && exec \"$@\"", directory, url.path] + arguments
    )
  }

  /// Runs a command to its end.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], outputPath: String? = nil,
    in directory: String? = nil
  ) async throws -> Outcome {
    let scratch = try Scratch()
    try Data(input.utf8).write(to: scratch.url("in"))
    for name in ["out", "err"] { try Data().write(to: scratch.url(name)) }
    let command = command(arguments, in: directory)
    let status = try await ChildProcess.run(
      command.executable, command.arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      input: .file(FileHandle(forReadingFrom: scratch.url("in"))),
      output: .file(
        FileHandle(forWritingTo: outputPath.map { URL(fileURLWithPath: $0) } ?? scratch.url("out"))),
      error: .file(FileHandle(forWritingTo: scratch.url("err"))))
    return Outcome(
      status: status, output: try String(contentsOf: scratch.url("out"), encoding: .utf8),
      error: try String(contentsOf: scratch.url("err"), encoding: .utf8))
  }

  static func run(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

  /// Runs a command at a terminal of its own, at which a text is typed.
  ///
  /// - Returns: what the terminal showed as its output.
  static func runAtTerminal(_ arguments: [String], typing text: String) async throws -> Outcome {
    let scratch = try Scratch()
    try Data().write(to: scratch.url("out"))
    let code = """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0: os.execv(sys.argv[2], sys.argv[2:])
      os.write(terminal, sys.argv[1].encode())
      while True:
          try: part = os.read(terminal, 4096)
          except OSError: break
          if not part: break
          os.write(1, part)
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """
    let status = try await ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/python3"), ["-c", code, text, url.path] + arguments,
      output: .file(FileHandle(forWritingTo: scratch.url("out"))))
    return Outcome(
      status: status, output: try String(contentsOf: scratch.url("out"), encoding: .utf8), error: "")
  }
}

/// A directory that goes away with its last reference.
final class Scratch: Sendable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("latchkey-cli-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func url(_ name: String) -> URL { directory.appendingPathComponent(name) }
  var data: String { url("data").path }
}
