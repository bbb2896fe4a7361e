import Foundation
import TestSupport

/// A PostgreSQL of the tests' own, reached by a socket. It is started at its first use and ends with the process,
/// however that ends.
public final class PostgreSQLServer: Sendable {
  public struct NotStarted: Error {
    public var output: String
  }

  /// The one that all tests of a process share.
  public static let shared = Result { try PostgreSQLServer() }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("private-postgresql")

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

  public init() throws {
    let (input, output) = (Pipe(), Pipe())
    process = try ChildProcess(Self.script, [], input: .pipe(input), output: .pipe(output))
    directory = Self.firstLine(output)
    guard !directory.isEmpty else { throw NotStarted(output: "PostgreSQL did not start.") }
  }

  /// As libpq takes it.
  ///
  /// - Parameter schema: letters and digits; nil for the one that is there.
  public func address(schema: String? = nil) -> String {
    let options = schema.map { "&options=-csearch_path%3D\($0)" } ?? ""
    return "postgresql://latchkey@/postgres?host=\(directory)\(options)"
  }
}
