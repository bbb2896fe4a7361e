import Foundation
import TestSupport

/// The built program, with what it says on its standard error.
final class LoggedProcess: Sendable {
  struct NotStarted: Error {
    var log: String
    var status: Int32
  }

  private let process: ChildProcess
  private let lines: Watched<String>

  var log: String { lines.value }

  init(_ arguments: [String]) throws {
    let errors = Pipe()
    process = try ChildProcess(Program.url, arguments, error: .pipe(errors))
    lines = errors.text(keeping: process)
  }

  deinit { process.signal(SIGKILL) }

  /// Starts a server, and waits until it says that it has.
  static func server(_ arguments: [String]) async throws -> LoggedProcess {
    let server = try LoggedProcess(arguments)
    guard await server.logs("\"started\"") else {
      throw NotStarted(log: server.log, status: await server.exitStatus())
    }
    return server
  }

  /// Waits until the log holds a text, or the process has ended.
  func logs(_ text: String) async -> Bool { await lines.reaches { $0.contains(text) } }

  func signal(_ number: Int32) { process.signal(number) }

  func exitStatus() async -> Int32 { await process.exitStatus() }
}
