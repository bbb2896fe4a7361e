import Foundation

/// Writes the rows of anonymous sign-ups to PostgreSQL with pgbench. Each client runs one transaction at a time, and no
/// transaction waits for a row of another.
enum PostgreSQLSignUps {
  private static let schema = "latchkey_limit"

  /// The path of pgbench. On some Debian systems, it is not in the `PATH`.
  static var program: String? {
    let script = "command -v pgbench || ls -d /usr/lib/postgresql/*/bin/pgbench | sort -V | tail -1"
    let path = try? CommandRunner.output(of: ["sh", "-c", script])
    return path.flatMap { $0.split(separator: "\n").first.map(String.init) }
  }

  /// The number of sign-ups per second, written to copies of the installation's tables.
  static func rate(by pgbench: String, database: String, in directory: URL, seconds: Int, clients: Int) throws
    -> Double
  {
    let tables = ["accounts", "sessions", "throttles", "audit_heads", "audit_records"]
    let creation =
      ["CREATE SCHEMA \(schema);"]
      + tables.map { "CREATE TABLE \(schema).\($0) (LIKE public.\($0) INCLUDING ALL);" } + [
        "ALTER TABLE \(schema).sessions ADD FOREIGN KEY (project, tenant, local_id)"
          + " REFERENCES \(schema).accounts (project, tenant, local_id);"
      ]
    let removal = ["DROP SCHEMA IF EXISTS \(schema) CASCADE;"]
    func run(_ script: [UInt8], _ options: [String]) throws -> String {
      let file = directory.appending(path: "pgbench.sql")
      try Data(script).write(to: file)
      return try CommandRunner.output(
        of: [pgbench, "-n", "-f", file.path] + options + [database],
        environment: ["PGOPTIONS": "-c search_path=\(schema) -c client_min_messages=warning"])
    }
    func once(_ statements: [String]) throws {
      _ = try run(Array(statements.joined(separator: "\n").utf8), ["-c", "1", "-t", "1"])
    }
    try once(removal + creation)
    defer { try? once(removal) }
    let threads = min(ProcessInfo.processInfo.activeProcessorCount, clients)
    let output = try run(
      PackageResources.sign_up_sql,
      ["-M", "prepared", "-c", "\(clients)", "-j", "\(threads)", "-T", "\(seconds)"])
    // Example: tps = 2941.176471 (without initial connection time)
    guard
      let rate = output.firstMatch(of: /tps = ([0-9.]+) \((?:without|excluding)/).flatMap({ Double($0.1) })
    else { throw CommandFailure(description: "pgbench printed no rate: \(output)") }
    return rate
  }
}
