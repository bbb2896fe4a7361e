import ArgumentParser
import Foundation
import Identity
import Storage

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database, while the server runs.",
    discussion: """
      The copy is the database as it was at one moment, checked, in one file that only you can read. It holds \
      users with the hashes of their passwords; what else is secret in it is sealed under the master key, which \
      is not in it. Keep that key elsewhere: without it the copy cannot be used, and with it whoever has the \
      copy can sign in as anyone. last-backup.json in the data directory says when the last one was made and where, for \
      "latchkey status".

      EXAMPLES
        latchkey backup --config latchkey.yaml /backup/latchkey-2026-01-02.db
        latchkey backup --data /var/lib/latchkey latchkey.db.backup

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The file to write; it must not exist.")
  var file: String

  func run() async throws {
    let installation = try data.installation()
    try installation.requireSQLite(instead: "pg_dump makes copies")
    try installation.requireInstallation()
    let directory = installation.directory
    guard file != "-" else {
      throw CommandFailure(.usage, "A copy is a file that SQLite writes to, not an output. Name a file.")
    }
    guard !FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(.refused, "\(file) exists. Name a file that does not.")
    }
    let lock = try directory.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    let draft = file + ".part"
    unlink(draft)
    do throws(DatabaseBackup.Failure) {
      try DatabaseBackup.copy(directory.databasePath, to: draft)
    } catch {
      switch error {
      case .source(let reason):
        throw CommandFailure(.dataDirectory, "\(directory.databasePath) cannot be copied: \(reason).")
      case .target(let reason): throw CommandFailure(.refused, "\(file) cannot be made: \(reason).")
      }
    }
    do throws(StoreError) {
      if let fault = try DatabaseBackup.faults(draft).first { throw .unavailable("it is damaged (\(fault))") }
    } catch {
      unlink(draft)
      throw CommandFailure(
        .dataDirectory, "\(directory.databasePath) cannot be copied: \(error.reason).")
    }
    guard link(draft, file) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(draft)
      throw CommandFailure(.refused, "\(file) cannot be made: \(reason).")
    }
    unlink(draft)
    BackupNote(file: file, at: Date()).write(in: directory)
    try Terminal.print("Copied the database to \(file).")
    Terminal.note(
      "The master key is not in it. It is \(installation.masterKey == nil ? directory.masterKeyPath : "in the environment"); keep a copy "
        + "of it elsewhere.")
  }
}

extension StoreError {
  /// Words for a sentence.
  var reason: String {
    if case .unavailable(let reason) = self { reason } else { "\(self)" }
  }
}
