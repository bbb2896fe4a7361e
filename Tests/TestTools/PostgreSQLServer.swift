import Foundation
import Identity

/// A PostgreSQL of the tests' own, reached by a socket. It is started at its first use and ends with the process,
/// however that ends.
public final class PostgreSQLServer: Sendable {
  public struct NotStarted: Error {
    public var output: String
  }

  /// The one that all tests of a process share.
  public static let shared = Result { try PostgreSQLServer() }

  private static let script = Repository.url("Tests/private-postgresql")

  /// Where the programs are; nil on a machine without them.
  public static let programs: String? = try? {
    let output = Pipe()
    let process = try ChildProcess(script, ["--programs"], output: .pipe(output), error: .null)
    let path = firstLine(output)
    return process.waitForExit() == 0 ? path : nil
  }()

  private static func firstLine(_ output: Pipe) -> String {
    var text = ""
    while !text.contains("\n") {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      text += String(decoding: part, as: UTF8.self)
    }
    return text.trimmingCharacters(in: .newlines)
  }

  /// With the socket, and the server's data.
  public let directory: String
  private let process: ChildProcess
  private let input = Pipe()
  private let output = Pipe()

  public init() throws {
    process = try ChildProcess(Self.script, [], input: .pipe(input), output: .pipe(output))
    directory = Self.firstLine(output)
    guard !directory.isEmpty else { throw NotStarted(output: "PostgreSQL did not start.") }
  }

  /// Hundreds of tests connect at once.
  private static let patience = "connect_timeout=60"

  /// As libpq takes it.
  ///
  /// - Parameter schema: letters and digits; nil for the one that is there.
  public func address(schema: String? = nil) -> String {
    let options = schema.map { "&options=-csearch_path%3D\($0)" } ?? ""
    return "postgresql://latchkey@/postgres?host=\(directory)&\(Self.patience)\(options)"
  }

  /// Makes a database of its own.
  ///
  /// - Returns: its address, as libpq takes it.
  public func makeDatabase(
    _ name: String = "d" + SystemRandom().alphanumeric(16).lowercased()
  ) throws -> String {
    _ = try ask("CREATE DATABASE \(name)")
    return "postgresql://latchkey@/\(name)?host=\(directory)&\(Self.patience)"
  }

  /// How many deadlocks there were in a database whose users have gone.
  public func deadlocks(in database: String) throws -> Int {
    let text = try ask("SELECT deadlocks FROM pg_stat_database WHERE datname = '\(database)'")
    return Int(text.trimmingCharacters(in: .newlines)) ?? -1
  }

  /// Runs a statement as the database's administrator.
  ///
  /// - Returns: its rows, one a line.
  public func ask(_ statement: String, of address: String? = nil) throws -> String {
    guard let programs = Self.programs else { throw NotStarted(output: "There is no PostgreSQL.") }
    let output = Pipe()
    let process = try ChildProcess(
      URL(fileURLWithPath: "\(programs)/psql"),
      ["-qXtA", "-v", "ON_ERROR_STOP=1", "-c", statement, address ?? self.address()], output: .pipe(output))
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    guard process.waitForExit() == 0 else { throw NotStarted(output: "\(statement) failed.") }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs a file of statements, such as pg_dump writes.
  public func load(_ file: URL, into address: String) throws {
    guard let programs = Self.programs else { throw NotStarted(output: "There is no PostgreSQL.") }
    let process = try ChildProcess(
      URL(fileURLWithPath: "\(programs)/psql"),
      ["-qX", "-v", "ON_ERROR_STOP=1", "-f", file.path, address], output: .null)
    guard process.waitForExit() == 0 else { throw NotStarted(output: "\(file.lastPathComponent) failed.") }
  }

  /// Nothing is finished, and nothing written back. Answers when it takes connections again.
  public func crash() throws { try order("crash", answer: "started") }

  /// Nothing is finished, and nothing written back.
  public func stop() throws { try order("stop", answer: "stopped") }

  /// Answers when it takes connections again.
  public func start() throws { try order("start", answer: "started") }

  private func order(_ order: String, answer: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(order)\n".utf8))
    guard Self.firstLine(output) == answer else {
      throw NotStarted(output: "PostgreSQL did not \(order).")
    }
  }
}
