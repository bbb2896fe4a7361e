import ArgumentParser
import Foundation
import Identity
import Operations
import Settings
import Storage

struct BackupDrillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drill",
    abstract: "Test a copy: restore it, start a server on it, and sign in.",
    discussion: """
      Restores the named copy, or the newest copy, into a temporary directory. Checks the copy, opens it with the master \
      key, and verifies the audit log. Starts a server for this machine only, signs up and signs in a new user in a new \
      project, and verifies the ID token with the server's key set. The drill does not change the installation, and sends \
      nothing to other machines. The temporary directory is always removed at the end. The environment variable TMPDIR \
      sets its place.

      If the data is in PostgreSQL, FILE is a dump in pg_dump's custom format. Without FILE, pg_dump makes a dump now. \
      pg_restore restores the dump into a new database, which is dropped at the end. The role needs the right to create \
      databases.

      The exit code is 0 if the copy can be restored, and 70 if it cannot. It is 1 if the temporary directory, or the \
      PostgreSQL server for the temporary database, cannot be written; then the copy was not tested. A signal ends the \
      drill without a result.

      EXAMPLES
        latchkey backup drill --config latchkey.yaml
        latchkey backup drill /backup/2026-01-02.db --config latchkey.yaml
        latchkey backup drill latchkey.dump --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The copy. (default: the newest known copy; for PostgreSQL, a new dump)")
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The PostgreSQL server for the temporary database. (default: the server with the data)",
      valueName: "address"))
  var into: PostgreSQLArgument?

  func validate() throws {
    try into?.requireAddress("--into")
  }

  func run() async throws {
    let installation = try data.installation()
    guard installation.masterKey != nil || installation.directory.masterKeyFiles.exists else {
      throw CommandFailure(
        .dataDirectory, "There is no master key: \(installation.directory.masterKeyPath) is missing.")
    }
    guard let postgreSQL = installation.postgreSQL else {
      guard into == nil else { throw CommandFailure(.usage, "--into is only for data in PostgreSQL.") }
      let copy = try newestCopy(of: installation)
      return try await drill(copy, of: installation) { report, place in
        try await restore(copy, of: installation, report, in: place)
      }
    }
    let programs = DumpDrill(source: postgreSQL, target: into?.address ?? postgreSQL)
    if let file { try Self.requireFile(file) }
    try await drill(file ?? postgreSQL.name, of: installation) { report, place in
      try await restore(programs, of: installation, report, in: place)
    }
  }

  /// - Parameter restoring: restores the copy into a directory.
  private func drill(
    _ name: String, of installation: Installation,
    restoring restore: (DrillReport, DrillDirectory) async throws -> Installation
  ) async throws {
    let place = try DrillDirectory()
    defer { place.remove() }
    let report = DrillReport(of: installation, in: place)
    do {
      try await BackupDrill(copy: restore(report, place), report: report).run()
    } catch {
      await TerminationSignals.waitIfEnding()
      let failure = report.failure(error)
      guard failure.status == .unhealthy else { throw failure }
      throw CommandFailure(.unhealthy, "\(name) cannot be restored: \(failure.message)")
    }
    try Terminal.print("\(PlainText.line(name)) can be restored. The drill took \(report.duration).")
  }

  // MARK: SQLite

  /// The named copy, or else the newest of the server's scheduled copies and the last recorded copy.
  private func newestCopy(of installation: Installation) throws(CommandFailure) -> String {
    if let file {
      try Self.requireFile(file)
      return file
    }
    var known: [(at: Instant, file: String)] = []
    if let config = data.config, let backup = try ConfigurationOptions.backup(of: config) {
      let directory = BackupDirectory(path: backup.directory)
      do throws(BackupFault) {
        known += try directory.copies().map { ($0.moment, "\(directory.path)/\($0.text)") }
      } catch {
        throw CommandFailure(.refused, "\(error.reason).")
      }
    }
    if let noted = BackupHistory(of: installation.directory).lastGood,
      FileManager.default.fileExists(atPath: noted.file)
    {
      known.append((noted.at, noted.file))
    }
    guard let newest = known.max(by: { $0.at < $1.at }) else {
      throw CommandFailure(
        .refused, "No copy is known. Make a copy with \"latchkey backup FILE\", or name one.")
    }
    return newest.file
  }

  private static func requireFile(_ file: String) throws(CommandFailure) {
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw CommandFailure(.refused, "The file \(file) cannot be read.")
    }
  }

  private func restore(
    _ copy: String, of installation: Installation, _ report: DrillReport, in place: DrillDirectory
  ) async throws -> Installation {
    let directory = DataDirectory(path: place.path, masterKeyFile: installation.directory.masterKeyPath)
    try await report.step("restored") {
      let size = (try? FileManager.default.attributesOfItem(atPath: copy))?[.size] as? NSNumber
      try place.requireSpace(size?.int64Value ?? 0)
      try DatabaseBackup.copy(copy, to: directory.databasePath)
      return ("\(copy) was copied to \(place.path).", ())
    }
    try await report.step("database") {
      if let fault = try DatabaseBackup.faults(directory.databasePath).first {
        throw CommandFailure(.unhealthy, "It is damaged: \(fault).")
      }
      let age = try DatabaseSchema.age(of: directory.databasePath)
      try Self.require(age, hasKeys: { try DatabaseSchema.hasSigningKeys(directory.databasePath) })
      return ("It is whole" + (age == .older ? ", and of an earlier version." : "."), ())
    }
    return Installation(directory: directory, masterKey: installation.masterKey)
  }

  // MARK: PostgreSQL

  private func restore(
    _ programs: DumpDrill, of installation: Installation, _ report: DrillReport, in place: DrillDirectory
  ) async throws -> Installation {
    let dump: String
    if let file {
      dump = file
    } else {
      dump = "\(place.path)/copy.dump"
      try await report.step("copied") {
        try await programs.dump(to: dump)
        return ("pg_dump copied \(programs.source.name).", ())
      }
    }
    let database = try await report.step("restored") {
      let database = try await programs.restore(dump, in: place)
      return ("pg_restore restored it into \(database.name).", database)
    }
    let copy = Installation(
      directory: DataDirectory(path: place.path, masterKeyFile: installation.directory.masterKeyPath),
      postgreSQL: database, masterKey: installation.masterKey)
    try await report.step("database") {
      try Self.require(try copy.age(), hasKeys: { try copy.hasSigningKeys() })
      return ("It answers, and stores acknowledged writes durably.", ())
    }
    return copy
  }

  /// - Throws: a failure if a server of this version cannot run on the database.
  private static func require(_ age: DatabaseSchema.Age, hasKeys: () throws -> Bool) throws {
    switch age {
    case .current, .older:
      guard try hasKeys() else { throw CommandFailure(.unhealthy, "The copy contains no signing keys.") }
    case .newer(let version):
      throw CommandFailure(
        .unhealthy, "It was made by \(ProgramVersion.writer(ofNewer: version)). Use that version.")
    case .empty, .foreign: throw CommandFailure(.unhealthy, "It is not a Latchkey backup.")
    }
  }
}
