import ArgumentParser
import Foundation
import Identity
import Operations
import Storage

struct BackupCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Copy the database into a file, while the server runs.",
    discussion: """
      The copy is the database as it was at one moment, checked, in one file that only you can read. It holds \
      users with the hashes of their passwords; what else is secret in it is sealed under the master key, which \
      is not in it. Keep that key elsewhere: without it the copy cannot be used, and with it whoever has the \
      copy can sign in as anyone. last-backup.json in the data directory says when the last one was made and where, for \
      "latchkey status", and the audit log has a record of it. The word "create" can be left out.

      EXAMPLES
        latchkey backup create --config latchkey.yaml /backup/2026-01-02.db
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
    guard file != BackupDrillCommand.configuration.commandName else {
      throw CommandFailure(
        .usage,
        "To try a copy, say \"latchkey backup drill\" before any option. To write a file of this name, "
          + "say ./\(file).")
    }
    guard !FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(.refused, "\(file) exists. Name a file that does not.")
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
      "The master key is not in it. It is \(installation.masterKey == nil ? directory.masterKeyPath : "in the environment"); keep a copy "
        + "of it elsewhere.")
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
  }

  /// Records in the audit log that a copy with all password hashes exists. Does not change a database of another
  /// version.
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
      Terminal.note("The audit log could not be told of it: \(error.reason).")
    }
  }

  /// Warns if the master key does not open the copy. The copy is kept, as it may be the only one left.
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
