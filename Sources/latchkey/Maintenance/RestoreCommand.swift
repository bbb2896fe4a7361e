import ArgumentParser
import Composition
import Foundation
import Identity
import Operations
import Storage
import Tokens

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the database with a copy.",
    discussion: """
      First stop the server and all commands. The command checks the copy, and opens it with the master key, which must \
      be in its place already. With --replace, the existing database is kept as latchkey.db.before-restore, or as \
      .before-restore-2 and so on if that name is in use.

      EXAMPLES
        latchkey restore --config latchkey.yaml /backup/latchkey-2026-01-02.db
        latchkey restore --data /var/lib/latchkey latchkey.db.backup --replace

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The copy to restore, made with \"latchkey backup\".")
  var file: String

  @Flag(help: "Restore even if a database exists. The old database is kept under another name.")
  var replace = false

  func run() async throws {
    let installation = try data.installation()
    try installation.requireSQLite(instead: "pg_restore puts copies back")
    let directory = installation.directory
    try Self.becomeOwner(of: directory)
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw CommandFailure(
        .refused,
        "The file \(file) cannot be read. Root restores as the owner of \(directory.path): copy it to a place where "
          + "that user can read it.")
    }
    guard replace || !directory.exists else {
      throw CommandFailure(
        .refused, "There is a database in \(directory.path). To replace it with the copy, add --replace.")
    }
    guard installation.masterKey != nil || directory.masterKeyFiles.exists else {
      throw CommandFailure(
        .dataDirectory,
        "There is no master key: \(directory.masterKeyPath) is missing. First restore the master key of the "
          + "copy.")
    }
    do throws(DataDirectory.Failure) { try directory.create() } catch {
      throw CommandFailure(opening: installation, error)
    }
    let lock = try directory.lockForCommand(.replacement)
    defer { withExtendedLifetime(lock) {} }
    let draft = try await checkedDraft(of: installation)
    let kept = try Self.put(draft, in: directory)
    try Terminal.print("Restored the database of \(directory.path).")
    if let kept { Terminal.note("The old database is \(kept).") }
  }

  /// Switches from root to the owner of the directory. The server runs as that owner, and root would follow
  /// links that the owner made.
  private static func becomeOwner(of directory: DataDirectory) throws(CommandFailure) {
    var status = stat()
    guard geteuid() == 0, stat(directory.path, &status) == 0, status.st_uid != 0 else { return }
    guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0, setuid(status.st_uid) == 0 else {
      throw CommandFailure(
        .dataDirectory,
        "This cannot run as the owner of \(directory.path): \(String(cString: strerror(errno))).")
    }
  }

  /// Duplicates the copy in a separate directory next to the database, and opens the duplicate as a server would.
  private func checkedDraft(of installation: Installation) async throws -> String {
    let directory = installation.directory
    let draft = DataDirectory(
      path: directory.path + "/restore.part", masterKeyFile: directory.masterKeyPath)
    let files = FileManager.default
    try? files.removeItem(atPath: draft.path)
    do {
      try draft.create()
      try DatabaseBackup.copy(file, to: draft.databasePath)
      if let fault = try DatabaseBackup.faults(draft.databasePath).first {
        throw CommandFailure(.refused, "\(file) is damaged: \(fault).")
      }
      try requireBackup(draft.databasePath)
      var options = Backend.Options(Installation(directory: draft, masterKey: installation.masterKey))
      options.log.logLevel = .error
      let backend = try await Backend.open(options)
      await backend.close()
    } catch {
      try? files.removeItem(atPath: draft.path)
      switch error {
      case let error as StoreError:
        throw CommandFailure(.refused, "\(file) cannot be used: \(error.reason).")
      case DatabaseBackup.Failure.source(let reason):
        throw CommandFailure(.refused, "\(file) is not a Latchkey backup: \(reason).")
      case DatabaseBackup.Failure.target(let reason):
        throw CommandFailure(.dataDirectory, "\(directory.path) cannot be written: \(reason).")
      case KeyRing.Failure.wrongMasterKey:
        let key = installation.masterKey == nil ? directory.masterKeyPath : "LATCHKEY_MASTER_KEY"
        throw CommandFailure(
          .dataDirectory,
          "\(key) does not belong to \(file). Replace it with the right master key.")
      default:
        throw CommandFailure(opening: installation, error)
      }
    }
    return draft.path
  }

  /// - Throws: a failure unless this version of Latchkey or an earlier one has filled the database.
  private func requireBackup(_ path: String) throws {
    switch try DatabaseSchema.age(of: path) {
    case .current, .older:
      if try DatabaseSchema.hasSigningKeys(path) { return }
    case .newer(let version):
      throw CommandFailure(
        .refused, "\(file) was made by \(ProgramVersion.writer(ofNewer: version)). Use that version.")
    case .empty, .foreign: break
    }
    throw CommandFailure(.refused, "\(file) is not a Latchkey backup.")
  }

  /// Replaces the database. The old log is removed first, because SQLite would apply it to the new database. The kept
  /// copy contains the old log's content. If the copy cannot be made, nothing is replaced.
  ///
  /// - Returns: the new name of the old database.
  private static func put(_ draft: String, in directory: DataDirectory) throws(CommandFailure) -> String? {
    let files = FileManager.default
    let database = directory.databasePath
    let kept = directory.exists ? freeName(database + ".before-restore") : nil
    if let kept { try keep(database, as: kept) }
    for log in ["-wal", "-shm"] { unlink(database + log) }
    guard rename("\(draft)/latchkey.db", database) == 0 else {
      throw CommandFailure(
        .dataDirectory, "\(database) cannot be replaced: \(String(cString: strerror(errno))).")
    }
    // The new name must survive a power failure, like the data.
    guard synchronize(directory.path) else {
      throw CommandFailure(
        .dataDirectory, "\(directory.path) cannot be written to disk: \(String(cString: strerror(errno))).")
    }
    try? files.removeItem(atPath: draft)
    return kept
  }

  /// Returns the name, with a number if the name is in use.
  private static func freeName(_ name: String) -> String {
    func isTaken(_ name: String) -> Bool {
      ["", "-wal", "-shm"].contains { FileManager.default.fileExists(atPath: name + $0) }
    }
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  /// Keeps the old database as one file. If this is impossible, keeps its files unchanged, including the
  /// log.
  private static func keep(_ database: String, as kept: String) throws(CommandFailure) {
    let log = kept + ".part-wal"
    unlink(log)
    // Copies the log first, because opening a damaged database may remove its log.
    if FileManager.default.fileExists(atPath: database + "-wal") { try keepFile(database + "-wal", as: log) }
    do throws(DatabaseBackup.Failure) {
      try DatabaseBackup.copy(database, to: kept)
      unlink(log)
    } catch {
      try keepFile(database, as: kept)
      guard rename(log, kept + "-wal") == 0 || errno == ENOENT else {
        throw CommandFailure(.dataDirectory, "\(kept)-wal cannot be created. Nothing was replaced.")
      }
    }
  }

  private static func keepFile(_ path: String, as kept: String) throws(CommandFailure) {
    do {
      try FileManager.default.copyItem(atPath: path, toPath: kept)
    } catch {
      throw CommandFailure(.dataDirectory, "\(path) cannot be copied to \(kept). Nothing was replaced.")
    }
    guard synchronize(kept) else {
      throw CommandFailure(.dataDirectory, "\(kept) cannot be written to disk. Nothing was replaced.")
    }
  }

  /// Flushes a file, or the names in a directory, to the disk.
  private static func synchronize(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}
