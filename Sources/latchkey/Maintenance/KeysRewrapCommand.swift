import ArgumentParser
import Foundation
import Identity
import Operations
import Secrets

struct KeysRewrapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrap",
    abstract: "Replace the master key, without stopping the server.",
    discussion: """
      A new key is written beside the master key's file, everything in the database is sealed under it, and then it \
      becomes the master key. Meanwhile a running server can open what is sealed under either key. If the command is \
      interrupted, run it again: it continues where it stopped. The former key stays as FILE.previous, and older ones \
      as FILE.previous-2 and so on, because backups that were made with them need them. None is ever overwritten.

      On PostgreSQL, and with a master key in the environment: set LATCHKEY_MASTER_KEY to the new one and \
      LATCHKEY_PREVIOUS_MASTER_KEY to the old one (on PostgreSQL masterKeyFile and previousMasterKeyFile will \
      do as well), start the servers anew, run this, and remove the old one.

      EXAMPLES
        latchkey keys rewrap --config latchkey.yaml
        latchkey keys rewrap --data /var/lib/latchkey

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    let installation = try data.installation()
    try installation.requireInstallation()
    guard installation.postgreSQL == nil || installation.masterKey != nil else {
      throw CommandFailure(
        .refused,
        "Other servers may share the database, and could not open what is sealed under a new key. First give all of "
          + "them the new key and the former one: masterKeyFile and previousMasterKeyFile, or their variables."
      )
    }
    let lock = try installation.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    let files = installation.masterKey == nil ? installation.directory.masterKeyFiles : nil
    if let files, !files.hasNext {
      do throws(MasterKeyFiles.Failure) {
        try files.createNext(random: SystemRandom())
      } catch {
        throw Self.failure(error)
      }
      // Servers look for new keys at intervals. A server that meets the new key earlier looks again, but only after
      // this pause.
      try await Task.sleep(for: .milliseconds(200))
    }
    let first = try await pass(files)
    Terminal.progress(Self.text(first))
    if let files {
      do throws(MasterKeyFiles.Failure) { try files.promoteNext() } catch { throw Self.failure(error) }
      // Until a server notices the new key, it seals with the old one.
      try await Task.sleep(for: MasterKeys.interval + .seconds(1))
      Terminal.progress(Self.text(try await pass(nil)))
      try Terminal.print("The master key was replaced. The one before it is \(files.previousPath).")
    } else {
      try Terminal.print("Everything is sealed under the master key. Remove the previous one.")
    }
  }

  /// - Parameter files: seals with the next key of these files; nil seals with the master key itself.
  private func pass(_ files: MasterKeyFiles?) async throws -> MasterKeyRewrap.Counts {
    try await data.withBackend { backend in
      let box: SecretBox
      do throws(MasterKeyFiles.Failure) {
        if let files { box = try files.secretBoxOfNextKey() } else { box = backend.secretBox }
      } catch { throw Self.failure(error) }
      return try await backend.masterKeyRewrap(by: box).run()
    }
  }

  private static func text(_ counts: MasterKeyRewrap.Counts) -> String {
    let unreadable = counts.unreadableMessages
    let forgotten = counts.unreadableGrants
    return "Sealed anew: \(counts.signingKeys) signing keys, \(counts.projects) projects, "
      + "\(counts.tenants) tenants, \(counts.accounts) accounts, \(counts.messages) waiting messages"
      + (unreadable == 0 ? "" : "; \(unreadable) waiting messages open under no key, and were left")
      + (forgotten == 0
        ? ""
        : "; \(forgotten) tokens of providers open under no key, and were forgotten: nothing is revoked with them")
  }

  private static func failure(_ error: MasterKeyFiles.Failure) -> CommandFailure {
    CommandFailure(.dataDirectory, "\(error).")
  }
}
