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
      Restores the newest copy, or the one that is named, into a temporary place, checks it, opens it with the master key, \
      verifies the audit log, starts a server on this machine alone, signs up and in with a user of its own in a project \
      of its own, and verifies the ID token by the server's key set. The installation itself is not touched, and nothing is \
      sent to anybody. Whatever happens, the temporary place is removed at the end; TMPDIR in the environment says \
      where it is.

      The data being in a PostgreSQL, FILE is a dump in pg_dump's custom format; without one, pg_dump makes it now. It is \
      restored with pg_restore into a new database, which the role has to be allowed to make and which is dropped at \
      the end.

      The exit code is 0 when the copy can be brought back, and 70 when it cannot. It is 1 when the temporary place cannot \
      be written, which says nothing about the copy. A signal ends the drill without a verdict.

      EXAMPLES
        latchkey backup drill --config latchkey.yaml
        latchkey backup drill /backup/2026-01-02.db --config latchkey.yaml
        latchkey backup drill latchkey.dump --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The copy. (default: the newest that is known; of a PostgreSQL, one that is made now)")
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The PostgreSQL that gets the temporary database. (default: the one with the data)",
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
      guard into == nil else { throw CommandFailure(.usage, "--into is for data in a PostgreSQL.") }
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
      throw CommandFailure(.unhealthy, "\(name) cannot be brought back: \(failure.message)")
    }
    try Terminal.print("\(PlainText.line(name)) can be brought back. The drill took \(report.duration).")
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
        .refused, "No copy is known. Make one with \"latchkey backup FILE\", or name one.")
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
      return ("pg_restore brought it into \(database.name).", database)
    }
    let copy = Installation(
      directory: DataDirectory(path: place.path, masterKeyFile: installation.directory.masterKeyPath),
      postgreSQL: database, masterKey: installation.masterKey)
    try await report.step("database") {
      try Self.require(try copy.age(), hasKeys: { try copy.hasSigningKeys() })
      return ("It answers, and keeps what it acknowledges.", ())
    }
    return copy
  }

  /// - Throws: a failure if a server of this version cannot run on the database.
  private static func require(_ age: DatabaseSchema.Age, hasKeys: () throws -> Bool) throws {
    switch age {
    case .current, .older:
      guard try hasKeys() else { throw CommandFailure(.unhealthy, "There is no signing key in it.") }
    case .newer(let version):
      throw CommandFailure(
        .unhealthy, "It was made by \(ProgramVersion.writer(ofNewer: version)). Use that one.")
    case .empty, .foreign: throw CommandFailure(.unhealthy, "It is no Latchkey backup.")
    }
  }
}
