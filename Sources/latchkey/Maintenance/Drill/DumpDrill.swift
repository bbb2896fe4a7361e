import Foundation
import Identity
import Operations
import Settings

/// Restores a PostgreSQL dump with PostgreSQL's own programs into a temporary database.
struct DumpDrill {
  /// The PostgreSQL that contains the data.
  let source: PostgreSQLAddress
  /// The PostgreSQL that gets the temporary database.
  let target: PostgreSQLAddress

  /// Makes a dump in the custom format.
  func dump(to file: String) async throws(CommandFailure) {
    try await run(
      [
        "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file=\(file)",
        "--dbname=\(source.uri)",
      ],
      password: source)
  }

  /// - Returns: the temporary database.
  func restore(_ file: String, in place: DrillDirectory) async throws(CommandFailure) -> PostgreSQLAddress {
    let name = "latchkey_drill_" + SystemRandom().alphanumeric(16).lowercased()
    let database: PostgreSQLAddress
    let probed: PostgreSQLAddress
    do {
      database = try target.naming(database: name)
      probed = try database.limiting(connection: 10, statement: 30)
    } catch {
      throw CommandFailure(.usage, "The address of the PostgreSQL cannot be read.")
    }
    let created = try await status(
      of: ["createdb", "--maintenance-db=\(target.uri)", name], password: target)
    guard created == 0 else { throw Self.failure(of: target, "createdb") }
    place.removing { [target] in Self.drop(name, on: target) }
    place.checking { [target] in Self.fault(of: probed, on: target) }
    try await run(
      [
        "pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", "--dbname=\(database.uri)",
        "--", file,
      ], password: target)
    return database
  }

  /// Drops the database even if there are connections to it: only the drill connects to it.
  private static func drop(_ name: String, on target: PostgreSQLAddress) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "dropdb", "--if-exists", "--force", "--maintenance-db=\(target.uri)", name,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(variables(target)) { $1 }
    guard (try? process.run()) != nil else {
      return Terminal.note("The database \(name) could not be dropped. Run: DROP DATABASE \(name)")
    }
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Terminal.note("The database \(name) could not be dropped. Run: DROP DATABASE \(name)")
    }
  }

  /// Rows that need more room than is left where a restore or a server ran out of it: 8 MiB.
  private static let probe =
    "BEGIN; CREATE TABLE latchkey_probe AS SELECT md5(i::text) FROM generate_series(1, 131072) i; ROLLBACK"

  /// The failure of a drill because nothing can be written to the temporary database any more; nil if it has another
  /// cause. Writes to it, because pg_restore and servers do not report why they failed.
  ///
  /// - Parameter database: the address with time limits. A PostgreSQL that exceeds them cannot be written either.
  private static func fault(of database: PostgreSQLAddress, on target: PostgreSQLAddress) -> CommandFailure? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "psql", "--no-psqlrc", "--no-password", "--quiet", "--dbname=\(database.uri)", "--command=\(probe)",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(variables(target)) { $1 }
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    // Other statuses are not psql's own: it is missing, for instance.
    guard process.terminationReason == .exit, (1...3).contains(process.terminationStatus) else { return nil }
    return failure(of: target, "psql")
  }

  private static func failure(of target: PostgreSQLAddress, _ program: String) -> CommandFailure {
    CommandFailure(
      .refused,
      "The PostgreSQL server for the temporary database, \(target.name), cannot be written. \(program) printed the reason "
        + "above. The copy was not tested. Choose another PostgreSQL server with --into.")
  }

  private func run(_ words: [String], password address: PostgreSQLAddress) async throws(CommandFailure) {
    let status = try await status(of: words, password: address)
    guard status == 0 else {
      throw CommandFailure(.unhealthy, "\(words[0]) ended with \(status). The reason is printed above.")
    }
  }

  private func status(of words: [String], password address: PostgreSQLAddress) async throws(CommandFailure)
    -> Int32
  {
    let status = try await ChildCommand(words).run(Self.variables(address))
    guard status < 128 else {
      throw CommandFailure(
        .refused, "\(words[0]) was ended by signal \(status - 128). The copy was not tested.")
    }
    return status
  }

  private static func variables(_ address: PostgreSQLAddress) -> [String: String] {
    address.password.map { ["PGPASSWORD": $0.reveal()] } ?? [:]
  }
}
