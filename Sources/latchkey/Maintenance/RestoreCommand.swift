import ArgumentParser
import Foundation
import Identity
import Operations
import Server
import Storage

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a copy of the database in the place of the database.",
    discussion: """
      The server must not run. The copy is checked first, and opened with the master key, which has to be in its \
      place already. A database that is there is kept beside it, as latchkey.db.before-restore.

      EXAMPLES
        latchkey restore --config latchkey.yaml /backup/latchkey-2026-01-02.db
        latchkey restore --data /var/lib/latchkey latchkey.db.backup --replace

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The copy that \"latchkey backup\" made.")
  var file: String

  @Flag(help: "Also when there is a database already.")
  var replace = false

  func run() async throws {
    let directory = try data.dataDirectory()
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw CommandFailure(.refused, "The file \(file) cannot be read.")
    }
    guard replace || !directory.exists else {
      throw CommandFailure(
        .refused, "There is a database in \(directory.path). Say --replace to put the copy in its place.")
    }
    let options = try data.backendOptions()
    guard options.masterKey != nil || directory.masterKeyFiles.exists else {
      throw CommandFailure(
        .dataDirectory,
        "There is no master key: \(directory.masterKeyPath) is missing. Put back the one that belongs to the "
          + "copy first.")
    }
    let lock = try lock(directory)
    let draft = try await checkedDraft(in: directory, options)
    try Self.put(draft, in: directory)
    Terminal.print("Restored the database of \(directory.path).")
    withExtendedLifetime(lock) {}
  }

  private func lock(_ directory: DataDirectory) throws(CommandFailure) -> DataDirectoryLock {
    let lock: DataDirectoryLock?
    do {
      try directory.create()
      lock = try directory.lock()
    } catch {
      throw CommandFailure(opening: directory, error)
    }
    guard let lock else {
      throw CommandFailure(.busy, "A Latchkey server is running on \(directory.path). Stop it first.")
    }
    return lock
  }

  /// A copy of the copy that was opened as the server opens it, in a directory of its own beside the database.
  private func checkedDraft(in directory: DataDirectory, _ options: Backend.Options) async throws -> String {
    let draft = DataDirectory(
      path: directory.path + "/restore.part", masterKeyFile: directory.masterKeyPath)
    let files = FileManager.default
    try? files.removeItem(atPath: draft.path)
    do {
      try draft.create()
      try DatabaseBackup.copy(file, to: draft.databasePath)
      let faults = try DatabaseBackup.faults(draft.databasePath)
      guard faults.isEmpty else {
        throw CommandFailure(.refused, "\(file) is damaged: \(faults[0]).")
      }
      var options = options
      options.dataDirectory = draft
      options.log.logLevel = .error
      let backend = try await Backend.open(options)
      await backend.close()
    } catch {
      try? files.removeItem(atPath: draft.path)
      if let error = error as? StoreError {
        throw CommandFailure(.refused, "\(file) cannot be used: \(error.reason).")
      }
      throw CommandFailure(opening: DataDirectory(path: file, masterKeyFile: directory.masterKeyPath), error)
    }
    return draft.path
  }

  /// The log goes first: SQLite would take it for that of the new database. What was in it is in what is kept,
  /// or nothing is replaced.
  private static func put(_ draft: String, in directory: DataDirectory) throws(CommandFailure) {
    let files = FileManager.default
    let database = directory.databasePath
    let kept = database + ".before-restore"
    if directory.exists {
      try keep(database, as: kept)
    }
    for log in ["-wal", "-shm"] { unlink(database + log) }
    guard rename("\(draft)/latchkey.db", database) == 0 else {
      throw CommandFailure(
        .dataDirectory, "\(database) cannot be replaced: \(String(cString: strerror(errno))).")
    }
    // The new name has to outlive a power failure as the data does.
    guard synchronize(directory.path) else {
      throw CommandFailure(
        .dataDirectory, "\(directory.path) cannot be written to disk: \(String(cString: strerror(errno))).")
    }
    try? files.removeItem(atPath: draft)
  }

  /// As one file; where that cannot be made, the files as they are, with the log that belongs to them.
  private static func keep(_ database: String, as kept: String) throws(CommandFailure) {
    let log = kept + ".part-wal"
    for part in [kept, kept + "-wal", kept + "-shm", log] { unlink(part) }
    // First: whoever opens a damaged database may remove its log.
    if FileManager.default.fileExists(atPath: database + "-wal") { try keepFile(database + "-wal", as: log) }
    do throws(StoreError) {
      try DatabaseBackup.copy(database, to: kept)
      unlink(log)
    } catch {
      try keepFile(database, as: kept)
      guard rename(log, kept + "-wal") == 0 || errno == ENOENT else {
        throw CommandFailure(.dataDirectory, "\(kept)-wal cannot be made; nothing was replaced.")
      }
    }
  }

  private static func keepFile(_ path: String, as kept: String) throws(CommandFailure) {
    do {
      try FileManager.default.copyItem(atPath: path, toPath: kept)
    } catch {
      throw CommandFailure(.dataDirectory, "\(path) cannot be kept as \(kept); nothing was replaced.")
    }
    guard synchronize(kept) else {
      throw CommandFailure(.dataDirectory, "\(kept) cannot be written to disk; nothing was replaced.")
    }
  }

  /// A file, or a directory's names.
  private static func synchronize(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}
