import Foundation
import Synchronization

/// A PostgreSQL of the tests' own, in a temporary directory, reached by a socket there. It is started at its first use
/// and ends with the process, however that ends.
public final class PostgreSQLServer: Sendable {
  public struct NotStarted: Error {
    public var output: String
  }

  /// The one that all tests of a process share.
  public static let shared = Result { try PostgreSQLServer() }

  /// Where the programs are; nil on a machine without them.
  public static let programs: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let debian = versions.sorted { (Double($0) ?? 0) > (Double($1) ?? 0) }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (debian + path).first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// Until its input ends. The server refuses to run as root.
  private static let script = """
    set -e
    directory=$(mktemp -d /tmp/latchkey-postgresql.XXXXXX)
    as=""
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$directory"
      as="setpriv --reuid=postgres --regid=postgres --clear-groups"
    fi
    cd "$directory"
    trap '$as "$BIN/pg_ctl" -D "$directory/data" -m immediate stop >/dev/null 2>&1; rm -rf "$directory"' EXIT
    $as "$BIN/initdb" -D data -U latchkey -A trust -E UTF8 --locale=C --no-sync >/dev/null
    $as "$BIN/pg_ctl" -w -D data -l "$directory/data/log" -o "-c listen_addresses= -c max_connections=400 \\
      -c unix_socket_directories=$directory -c shared_buffers=64MB" start >/dev/null 2>&1 </dev/null
    echo "$directory"
    cat >/dev/null
    """

  /// With the socket.
  public let directory: String
  private let process: Process
  private let input: Pipe

  private init() throws {
    guard let programs = Self.programs else { throw NotStarted(output: "There is no PostgreSQL.") }
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.script]
    process.environment = ProcessInfo.processInfo.environment.merging(["BIN": programs]) { $1 }
    input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw NotStarted(output: text) }
      text += String(decoding: part, as: UTF8.self)
    }
    directory = text.trimmingCharacters(in: .newlines)
  }

  /// As libpq takes it.
  ///
  /// - Parameter schema: letters and digits; nil for the one that is there.
  public func address(schema: String? = nil) -> String {
    let options = schema.map { "&options=-csearch_path%3D\($0)" } ?? ""
    return "postgresql://latchkey@/postgres?host=\(directory)\(options)"
  }

  /// Makes a schema, in which a database's tables are apart from all others.
  public func makeSchema(_ name: String) throws {
    guard let programs = Self.programs else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(programs)/psql")
    process.arguments = ["-qX", "-c", "CREATE SCHEMA \(name)", address()]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NotStarted(output: "There is no schema \(name).") }
  }
}
