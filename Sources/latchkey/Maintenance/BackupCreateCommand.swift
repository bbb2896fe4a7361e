import ArgumentParser
import Foundation
import Identity
import Operations
import Storage

struct BackupCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Copy the database to a file while the server runs.",
    discussion: """
      The copy is one file that only you can read, with the state of the database at one moment. The command checks the \
      copy. The copy contains the users and the hashes of their passwords. All other secrets in it are encrypted under \
      the master key, which the copy does not contain. Store the master key elsewhere: a copy is useless without its \
      master key, and a person with both can sign in as any user. last-backup.json in the data directory contains the \
      time and the place of the last copy, for "latchkey status". The audit log records each copy. The word "create" may \
      be omitted.

      EXAMPLES
        latchkey backup create --config latchkey.yaml /backup/2026-01-02.db
        latchkey backup --data /var/lib/latchkey latchkey.db.backup

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The file to write. The file must not exist.")
  var file: String

  func run() async throws {
    let installation = try data.installation()
    try installation.requireSQLite(instead: "pg_dump makes copies")
    try installation.requireInstallation()
    let directory = installation.directory
    guard file != "-" else {
      throw CommandFailure(.usage, "SQLite cannot write a copy to standard output. Name a file.")
    }
    guard file != BackupDrillCommand.configuration.commandName else {
      throw CommandFailure(
        .usage,
        "To test a copy, write \"latchkey backup drill\" before any option. To write a file with this name, "
          + "say ./\(file).")
    }
    guard !FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(.refused, "\(file) exists already. Name a new file.")
    }
    let lock = try directory.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    // The version is read before the audit record is written. A later read would leave an empty write-ahead log
    // behind.
    let isCurrent = (try? installation.age()) == .current
    let (moment, started) = (SystemClock().now(), ContinuousClock.now)
    try make(of: directory)
    let took = ContinuousClock.now - started
    let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? NSNumber
    let copy = BackupHistory.Copy(
      at: moment, file: file, bytes: size?.int64Value, milliseconds: Int64(took / .milliseconds(1)))
    BackupHistory.note(copy, in: directory)
    try Terminal.print("Copied the database to \(file).")
    if isCurrent { await record(copy, in: installation) }
    Terminal.note(
      "The copy does not contain the master key. The master key is \(installation.masterKey == nil ? directory.masterKeyPath : "in the environment"). Keep a "
        + "copy of the key elsewhere.")
    if isCurrent { warnOfKey(installation) }
  }

  /// Makes a copy and checks it.
  private func make(of directory: DataDirectory) throws(CommandFailure) {
    let draft = file + ".part"
    unlink(draft)
    do throws(DatabaseBackup.Failure) {
      try DatabaseBackup.copy(directory.databasePath, to: draft)
    } catch {
      switch error {
      case .source(let reason):
        throw CommandFailure(.dataDirectory, "\(directory.databasePath) cannot be copied: \(reason).")
      case .target(let reason), .targetFull(let reason):
        throw CommandFailure(.refused, "\(file) cannot be made: \(reason).")
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
  }

  /// Records in the audit log that a copy with all password hashes exists. Leaves a database of another version
  /// unchanged.
  private func record(_ copy: BackupHistory.Copy, in installation: Installation) async {
    do throws(StoreError) {
      let store = try installation.openStore(timing: nil)
      let event = AuditEvent(copied: copy, by: .commandLine, random: SystemRandom(), now: SystemClock().now())
      let outcome: StoreError?
      do throws(StoreError) {
        try await store.apply([.appendAudit(event)])
        outcome = nil
      } catch {
        outcome = error
      }
      await store.close()
      if let outcome { throw outcome }
    } catch {
      Terminal.note("The audit log could not record the copy: \(error.reason).")
    }
  }

  /// Warns if the master key does not open the copy. Keeps the copy, because it may be the only one.
  private func warnOfKey(_ installation: Installation) {
    let box = installation.masterKey ?? (try? installation.directory.masterKeyFiles.box())
    guard let box else { return }
    do throws(BackupFault) { try BackupFault.checkKeys(file, with: box, now: SystemClock().now()) } catch {
      Terminal.note("The copy cannot be used with this master key: \(error.reason).")
    }
  }
}

extension StoreError {
  /// The reason, as a part of a sentence.
  var reason: String {
    if case .unavailable(let reason) = self { reason } else { "\(self)" }
  }
}
